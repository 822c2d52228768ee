"""Prints what a widget of heed.py sends to its front end. A stand-in has the place of anywidget's class."""

import json
import sys
import types

import numpy as np
import traitlets

sys.path.append("node_modules/heed/web/notebook")
sys.modules["anywidget"] = types.SimpleNamespace(AnyWidget=traitlets.HasTraits)

import heed

heads = np.stack([np.roll(np.eye(3), shift, axis=1) for shift in range(3)])
widget = heed.widget(heads, ["the", "animal", "it"], head="0.1")
state = {name: getattr(widget, name) for name in widget.trait_names(sync=True)}
print(json.dumps({**state, "_esm": widget._esm, "_anywidget_id": "heed"}))
