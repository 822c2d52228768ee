"""Trains GPT-2 by PyTorch from the weights and batches that tests/train/curve.mjs wrote, and prints its losses."""

import json
import sys

import torch
import torch.nn.functional as F
from gpt2_torch import forward, read

folder = sys.argv[1]
plan = json.load(open(f"{folder}/plan.json"))
config, batch, tokens = plan["config"], plan["batch"], plan["tokens"]
torch.set_num_threads(1)

weights = read(f"{folder}/weights.safetensors")
# The model has no biases: they are zeros and stay so.
learned = {name: one.requires_grad_() for name, one in weights.items() if not name.endswith(".bias")}
matrices = [one for one in learned.values() if one.dim() > 1]
vectors = [one for one in learned.values() if one.dim() == 1]
groups = [{"params": matrices, "weight_decay": 0.1}, {"params": vectors, "weight_decay": 0.0}]
optimiser = torch.optim.AdamW(groups, lr=1.0, betas=(0.9, 0.99), eps=1e-8)
losses = []
for rate, (ids, answers) in zip(plan["rates"], plan["batches"]):
    for group in optimiser.param_groups:
        group["lr"] = rate
    logits = forward(learned, config, torch.tensor(ids).view(batch, tokens))
    loss = F.cross_entropy(logits.view(-1, logits.size(-1)), torch.tensor(answers))
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_([*matrices, *vectors], 1.0)
    optimiser.step()
    losses.append(loss.item())
found = {"torch": torch.__version__, "losses": losses}
if plan["heldOut"]:
    with torch.no_grad():
        apart = [
            F.cross_entropy(forward(learned, config, torch.tensor(ids).view(batch, tokens)).flatten(0, 1), torch.tensor(answers)).item()
            for ids, answers in plan["heldOut"]
        ]
    found["heldOut"] = sum(apart) / len(apart)
print(json.dumps(found))
