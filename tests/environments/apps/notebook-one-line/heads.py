import sys

sys.path.append("node_modules/heed/web/notebook")  # or put heed.py beside the notebook

import heed
import numpy as np

tokens = ["the", "animal", "it"]
heads = np.stack([np.roll(np.eye(3), shift, axis=1) for shift in range(3)])
heed.show(heads[0], tokens, title="Each to itself")
