import html
import json

import numpy as np
from IPython.display import HTML

HEED = "/files/node_modules/heed/dist"  # or the address of a CDN, with a version


def attention_matrix(weights, tokens, label="Attention weights"):
    """Draws a NumPy array of weights: [queries, keys], or [heads, queries, keys]."""
    weights = np.asarray(weights)
    matrix = {"data": weights.ravel().tolist(), "shape": weights.shape}
    said = lambda value: html.escape(json.dumps(value))
    return HTML(
        f'<attention-matrix label="{html.escape(label)}" matrix="{said(matrix)}"'
        f' row-labels="{said(tokens)}" column-labels="{said(tokens)}"></attention-matrix>'
        f'<script type="module">import "{HEED}/element.js";</script>'
    )


x = np.array([[1, 0], [0.8, 0.6], [0.6, 0.8]])
scores = np.exp(x @ x.T)
attention_matrix(scores / scores.sum(axis=1, keepdims=True), ["the", "animal", "it"], "Weights")
