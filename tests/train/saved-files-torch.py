"""Prints the logits of a line, by PyTorch from the files of a saved model."""

import json
import sys

import torch
from gpt2_torch import forward, read

folder, line = sys.argv[1], json.loads(sys.argv[2])
with torch.no_grad():
    logits = forward(read(f"{folder}/model.safetensors"), json.load(open(f"{folder}/config.json")), torch.tensor([line]))
print(json.dumps(logits[0].tolist()))
