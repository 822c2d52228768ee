"""Trains GPT-2 by PyTorch from the weights and batches that tests/train/curve.mjs wrote, and prints its losses."""

import json
import math
import struct
import sys

import torch
import torch.nn.functional as F

folder = sys.argv[1]
plan = json.load(open(f"{folder}/plan.json"))
config, batch, tokens = plan["config"], plan["batch"], plan["tokens"]
dim, heads, layers = config["n_embd"], config["n_head"], config["n_layer"]
torch.set_num_threads(1)

data = open(f"{folder}/weights.safetensors", "rb").read()
(length,) = struct.unpack("<Q", data[:8])
header = json.loads(data[8 : 8 + length])
weights = {}
for name, entry in header.items():
    if name == "__metadata__":
        continue
    begin, end = (8 + length + offset for offset in entry["data_offsets"])
    flat = torch.frombuffer(bytearray(data[begin:end]), dtype=torch.float32)
    weights[name.removeprefix("transformer.")] = flat.reshape(entry["shape"]).clone()

# The model has no biases: they are zeros and stay so.
learned = {name: one.requires_grad_() for name, one in weights.items() if not name.endswith(".bias")}


def forward(ids):
    x = learned["wte.weight"][ids] + learned["wpe.weight"][:tokens]
    for layer in range(layers):
        own = {key.removeprefix(f"h.{layer}."): one for key, one in learned.items() if key.startswith(f"h.{layer}.")}
        normed = F.layer_norm(x, (dim,), own["ln_1.weight"])
        q, k, v = (
            part.view(batch, tokens, heads, dim // heads).transpose(1, 2)
            for part in (normed @ own["attn.c_attn.weight"]).split(dim, dim=-1)
        )
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(dim // heads)
        hidden = torch.ones(tokens, tokens).tril() == 0
        joined = scores.masked_fill(hidden, -math.inf).softmax(-1) @ v
        x = x + joined.transpose(1, 2).reshape(batch, tokens, dim) @ own["attn.c_proj.weight"]
        normed = F.layer_norm(x, (dim,), own["ln_2.weight"])
        x = x + F.gelu(normed @ own["mlp.c_fc.weight"]) @ own["mlp.c_proj.weight"]
    return F.layer_norm(x, (dim,), learned["ln_f.weight"]) @ learned["wte.weight"].T


matrices = [one for one in learned.values() if one.dim() > 1]
vectors = [one for one in learned.values() if one.dim() == 1]
groups = [{"params": matrices, "weight_decay": 0.1}, {"params": vectors, "weight_decay": 0.0}]
optimiser = torch.optim.AdamW(groups, lr=1.0, betas=(0.9, 0.99), eps=1e-8)
losses = []
for rate, (ids, answers) in zip(plan["rates"], plan["batches"]):
    for group in optimiser.param_groups:
        group["lr"] = rate
    logits = forward(torch.tensor(ids).view(batch, tokens))
    loss = F.cross_entropy(logits.view(-1, logits.size(-1)), torch.tensor(answers))
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_([*matrices, *vectors], 1.0)
    optimiser.step()
    losses.append(loss.item())
print(json.dumps({"torch": torch.__version__, "losses": losses}))
