"""Steps of training a GPT by PyTorch. Reads how many from each line, and prints their milliseconds."""

import ctypes
import json
import math
import sys
import time

import torch
import torch.nn.functional as F

plan = json.loads(sys.argv[1])
vocab, dim, layers, heads = plan["vocab"], plan["dim"], plan["layers"], plan["heads"]
batch, tokens = plan["batch"], plan["tokens"]
torch.set_num_threads(plan["threads"])
torch.manual_seed(1)

matrix = lambda *shape: (torch.randn(*shape) * 0.02).requires_grad_()
table, places, last = matrix(vocab, dim), matrix(tokens, dim), torch.ones(dim, requires_grad=True)
blocks = [
    {
        "first": torch.ones(dim, requires_grad=True),
        "second": torch.ones(dim, requires_grad=True),
        "qkv": matrix(dim, 3 * dim),
        "out": matrix(dim, dim),
        "up": matrix(dim, 4 * dim),
        "down": matrix(4 * dim, dim),
    }
    for _ in range(layers)
]
learned = [table, places, last, *(one for block in blocks for one in block.values())]
groups = [
    {"params": [one for one in learned if one.dim() > 1], "weight_decay": 0.1},
    {"params": [one for one in learned if one.dim() == 1], "weight_decay": 0.0},
]
optimiser = torch.optim.AdamW(groups, lr=plan["learningRate"], betas=(0.9, 0.99))
hidden = torch.ones(tokens, tokens).tril() == 0


def forward(ids):
    x = table[ids] + places
    for block in blocks:
        normed = F.layer_norm(x, (dim,), block["first"])
        q, k, v = (
            part.view(batch, tokens, heads, dim // heads).transpose(1, 2) for part in (normed @ block["qkv"]).split(dim, -1)
        )
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(dim // heads)
        joined = scores.masked_fill(hidden, -math.inf).softmax(-1) @ v
        x = x + joined.transpose(1, 2).reshape(batch, tokens, dim) @ block["out"]
        x = x + F.gelu(F.layer_norm(x, (dim,), block["second"]) @ block["up"]) @ block["down"]
    return F.layer_norm(x, (dim,), last) @ table.T


def kernel(files):
    """The processor whose kernel OpenBLAS chose, as it names it; "" where it does not."""
    for file in files:
        ask = getattr(ctypes.CDLL(file), "openblas_get_corename", None)
        if ask:
            ask.restype = ctypes.c_char_p
            return f", kernel of {ask().decode()}"
    return ""


def blas():
    """The library that multiplies, by the files that this process has open."""
    files = {line.split(maxsplit=5)[-1].strip() for line in open("/proc/self/maps") if "/" in line}
    known = {"mkl": "MKL", "openblas": "OpenBLAS", "blis": "BLIS", "libblas": "reference BLAS"}
    for part, name in known.items():
        found = [file for file in files if part in file.split("/")[-1].lower()]
        if found:
            return name + (kernel(found) if name == "OpenBLAS" else "")
    return "BLAS unknown"


torch.ones(2, 2) @ torch.ones(2, 2)
print(json.dumps({"version": torch.__version__.split("+")[0], "blas": blas()}), flush=True)

for line in sys.stdin:
    times = []
    for _ in range(int(line)):
        ids, answers = torch.randint(vocab, (batch, tokens)), torch.randint(vocab, (batch * tokens,))
        start = time.perf_counter()
        loss = F.cross_entropy(forward(ids).view(-1, vocab), answers)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimiser.step()
        times.append(1000 * (time.perf_counter() - start))
    print(json.dumps(times), flush=True)
