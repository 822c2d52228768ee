"""GPT-2 by PyTorch, from the files that heed saves."""

import json
import math
import struct

import torch
import torch.nn.functional as F


def read(file):
    """The tensors of a safetensors file, by their names without the family's."""
    data = open(file, "rb").read()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    weights = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begin, end = (8 + length + offset for offset in entry["data_offsets"])
        flat = torch.frombuffer(bytearray(data[begin:end]), dtype=torch.float32)
        weights[name.removeprefix("transformer.")] = flat.reshape(entry["shape"]).clone()
    return weights


def forward(weights, config, ids):
    """[batch, tokens, vocab]: the logits of ids. Biases that are not among the weights are zeros."""
    (batch, tokens), (dim, heads) = ids.shape, (config["n_embd"], config["n_head"])

    def norm(x, name):
        return F.layer_norm(x, (dim,), weights[f"{name}.weight"], weights.get(f"{name}.bias"))

    def linear(x, name):
        product = x @ weights[f"{name}.weight"]
        bias = weights.get(f"{name}.bias")
        return product if bias is None else product + bias

    approximate = "tanh" if config["activation_function"] == "gelu_new" else "none"
    x = weights["wte.weight"][ids] + weights["wpe.weight"][:tokens]
    for layer in range(config["n_layer"]):
        h = f"h.{layer}"
        q, k, v = (
            part.view(batch, tokens, heads, dim // heads).transpose(1, 2)
            for part in linear(norm(x, f"{h}.ln_1"), f"{h}.attn.c_attn").split(dim, dim=-1)
        )
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(dim // heads)
        hidden = torch.ones(tokens, tokens).tril() == 0
        joined = scores.masked_fill(hidden, -math.inf).softmax(-1) @ v
        x = x + linear(joined.transpose(1, 2).reshape(batch, tokens, dim), f"{h}.attn.c_proj")
        up = linear(norm(x, f"{h}.ln_2"), f"{h}.mlp.c_fc")
        x = x + linear(F.gelu(up, approximate=approximate), f"{h}.mlp.c_proj")
    return norm(x, "ln_f") @ weights["wte.weight"].T
