# SPDX-License-Identifier: MIT
"""The learner that is used in earnest: PyTorch, on a GPU if there is one. The same net and loss as `small.py`."""

import math
import time

import numpy as np
import torch

import netfile
import small

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Net(torch.nn.Module):
    """Weights as NumPy has them, so that both learners share files."""

    def __init__(self, weights):
        super().__init__()
        self.w = torch.nn.ParameterDict({name: torch.nn.Parameter(torch.from_numpy(np.array(w))) for name, w in weights.items()})

    def forward(self, x):
        near = (x @ self.w["near_w"] + self.w["near_b"]).clamp(0, 1)
        far = (near @ self.w["far_w"].T + self.w["far_b"]).clamp(0, 1)
        both = torch.cat([near, far], 1)
        return (both @ self.w["seat_w"].T + self.w["seat_b"], both @ self.w["part_w"].T + self.w["part_b"],
                (both @ self.w["margin_w"].T + self.w["margin_b"])[:, 0])


def dense(shape, data, rows):
    """Ones and amounts of some positions as one matrix."""
    x = torch.zeros(len(rows), shape.ones + 1, device=DEVICE)
    x.scatter_(1, data["one"][rows].long(), 1.0)
    return torch.cat([x[:, :shape.ones], data["amount"][rows].float() / netfile.AMOUNT], 1)


def losses(net, shape, data, rows, value_weight):
    """Value, policy and margin, each a mean; `value_weight` says which positions count for the value."""
    seats, parts, margin = net(dense(shape, data, rows))
    value = -(data["value"][rows] * torch.log_softmax(seats, 1)).sum(1)
    total = value_weight.sum().clamp(min=1)
    loss_value = (value * value_weight).sum() / total
    loss_margin = ((margin - data["margin"][rows]) ** 2 * value_weight).sum() / total
    index = data["part"][rows].long()
    wide = torch.nn.functional.pad(parts, (0, 1))
    logits = wide.gather(1, index.flatten(1)).view(index.shape).sum(2)
    moves = data["moves"][rows].long()
    there = torch.arange(index.shape[1], device=DEVICE)[None] < moves[:, None]
    logits = logits.masked_fill(~there, -1e4)
    has = (moves > 0).float()
    loss_policy = (-(data["policy"][rows] * torch.log_softmax(logits, 1)).sum(1) * has).sum() / has.sum().clamp(min=1)
    return loss_value, loss_policy, loss_margin, seats


@torch.no_grad()
def examine(net, shape, data, rows):
    """Losses and calibration over positions that were not learned from."""
    sums, count = np.zeros(2), 0
    told, came = [], []
    for chunk in rows.split(8192):
        value, policy, _, seats = losses(net, shape, data, chunk, torch.ones(len(chunk), device=DEVICE))
        sums += np.array([value.item(), policy.item()]) * len(chunk)
        count += len(chunk)
        told.append(torch.softmax(seats, 1)[:, 0])
        came.append(data["outcome"][chunk])
    told, came = torch.cat(told).cpu().numpy(), torch.cat(came).cpu().numpy()
    tenth = np.minimum((told * 10).astype(int), 9)
    table = [[round(float(told[tenth == t].mean()), 3), round(float(came[tenth == t].mean()), 3), int((tenth == t).sum())]
             for t in range(10) if (tenth == t).any()]
    return {"value_loss": sums[0] / max(count, 1), "policy_loss": sums[1] / max(count, 1), "tenths": table}


def learn(shape, arrays, settings, weights=None):
    """Weights, and what is to be said of them. Every position counts for the value in `value_passes` of the passes."""
    torch.backends.cuda.matmul.allow_tf32 = True
    began = time.time()
    seed = settings.get("seed", 1)
    generator = torch.Generator(device=DEVICE).manual_seed(seed)
    data = {name: torch.from_numpy(np.ascontiguousarray(a)).to(DEVICE) for name, a in arrays.items()}
    net = Net(weights or small.start(shape, settings["near"], settings["far"], seed)).to(DEVICE)
    seen, held = torch.nonzero(~data["held_out"])[:, 0], torch.nonzero(data["held_out"])[:, 0]
    passes, value_passes, batch = settings.get("passes", 5), settings.get("value_passes", 2), settings.get("batch", 1024)
    steps, step = passes * math.ceil(len(seen) / batch), 0
    matrices = [p for name, p in net.w.items() if name.endswith("_w")]
    biases = [p for name, p in net.w.items() if name.endswith("_b")]
    quicker = {"fused": True} if DEVICE.type == "cuda" else {}  # a PyTorch before 2.0 has no such word, and no need of it
    optimiser = torch.optim.AdamW([{"params": matrices, "weight_decay": settings.get("decay", 0.3)},
                                   {"params": biases, "weight_decay": 0.0}], lr=settings.get("rate", 1e-3), **quicker)
    limited = [p for name, p in net.w.items() if name.endswith("_w") and not name.startswith("near")]
    chosen = torch.randint(0, passes, (len(data["held_out"]),), device=DEVICE, generator=generator)
    stop_at = began + settings.get("seconds", 1e9)
    for turn in range(passes):
        order = seen[torch.randperm(len(seen), device=DEVICE, generator=generator)]
        for rows in order.split(batch):
            step += 1
            rate = settings.get("rate", 1e-3) * min(1, step / 200) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * step / steps)))
            for group in optimiser.param_groups:
                group["lr"] = rate
            counts = ((chosen[rows] + turn) % passes < value_passes).float()
            value, policy, margin, _ = losses(net, shape, data, rows, counts)
            loss = value + settings.get("policy_weight", 0.5) * policy + 0.1 * margin
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            with torch.no_grad():
                for p in limited:
                    p.clamp_(-netfile.LIMIT, netfile.LIMIT)
        if time.time() > stop_at:
            break
    report = {"steps": step, "positions": len(seen), "passes": turn + 1}
    report.update(examine(net, shape, data, held) if len(held) else {})
    report["seconds"] = round(time.time() - began, 1)
    learned = {name: p.detach().float().cpu().numpy() for name, p in net.w.items()}
    del data, net, optimiser
    return learned, report
