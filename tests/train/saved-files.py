"""Reads config.json and model.safetensors of a folder and prints the logits of the tokens, with no library at all."""

import json
import math
import struct
import sys

folder, tokens = sys.argv[1], json.loads(sys.argv[2])
config = json.load(open(f"{folder}/config.json"))
data = open(f"{folder}/model.safetensors", "rb").read()
(length,) = struct.unpack("<Q", data[:8])
header = json.loads(data[8 : 8 + length])


def tensor(name):
    """A vector, or a matrix as a list of rows."""
    entry = header["transformer." + name]
    begin, end = (8 + length + offset for offset in entry["data_offsets"])
    flat = struct.unpack(f"<{(end - begin) // 4}f", data[begin:end])
    if len(entry["shape"]) == 1:
        return list(flat)
    columns = entry["shape"][1]
    return [flat[at : at + columns] for at in range(0, len(flat), columns)]


def norm(row, name):
    mean = sum(row) / len(row)
    scale = 1 / math.sqrt(sum((one - mean) ** 2 for one in row) / len(row) + config["layer_norm_epsilon"])
    return [(one - mean) * scale * g + b for one, g, b in zip(row, tensor(name + ".weight"), tensor(name + ".bias"))]


def linear(row, name):
    weight, bias = tensor(name + ".weight"), tensor(name + ".bias")
    return [sum(x * line[c] for x, line in zip(row, weight)) + bias[c] for c in range(len(bias))]


def softmax(scores):
    most = max(scores)
    powers = [math.exp(score - most) for score in scores]
    return [power / sum(powers) for power in powers]


def attention(rows, name):
    heads, dim = config["n_head"], config["n_embd"]
    width = dim // heads
    packed = [linear(row, name + ".c_attn") for row in rows]
    joined = []
    for at, now in enumerate(packed):
        row = []
        for head in range(0, dim, width):
            q = now[head : head + width]
            keys = [one[dim + head : dim + head + width] for one in packed[: at + 1]]
            weights = softmax([sum(a * b for a, b in zip(q, k)) / math.sqrt(width) for k in keys])
            first = 2 * dim + head
            row += [sum(w * one[first + c] for w, one in zip(weights, packed)) for c in range(width)]
        joined.append(row)
    return [linear(row, name + ".c_proj") for row in joined]


assert config["activation_function"] == "gelu"
add = lambda one, other: [[a + b for a, b in zip(x, y)] for x, y in zip(one, other)]
table, places = tensor("wte.weight"), tensor("wpe.weight")
rows = add([table[token] for token in tokens], places)
for layer in range(config["n_layer"]):
    block = f"h.{layer}."
    rows = add(rows, attention([norm(row, block + "ln_1") for row in rows], block + "attn"))
    inner = [linear(norm(row, block + "ln_2"), block + "mlp.c_fc") for row in rows]
    bent = [[x * (1 + math.erf(x / math.sqrt(2))) / 2 for x in row] for row in inner]
    rows = add(rows, [linear(row, block + "mlp.c_proj") for row in bent])
last = [norm(row, "ln_f") for row in rows]
print(json.dumps([[sum(a * b for a, b in zip(row, line)) for line in table] for row in last]))
