#!/usr/bin/env python3
"""The recipe of the preset record-cifar-94 in PyTorch on the CPU, as airbench94 (Jordan 2024) has it: pictures of an epoch mirrored
and shifted at once, Nesterov with a rate of its own for biases, triangle, look-ahead, smoothed labels, channels-last.
A line of JSON: images per second over the timed steps.

    torch_record.py --network cifar-94.txt --steps 20 [--batch 1024] [--warmup 2] [--precision bf16]
"""
import argparse
import json
import pathlib
import time

import torch
import torch.nn.functional as F
from torch import nn

from network_text import parse
from torch_network import Network

RATE, MOMENTUM, DECAY, BIAS_FACTOR, SMOOTHING = 1.5, 0.85, 0.0089, 64, 0.2


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--network", required=True, help="its text")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--warmup", type=int, default=2)
    parser.add_argument("--precision", choices=["fp32", "bf16"], default="fp32")
    parser.add_argument("--layout", choices=["nchw", "channels_last"], default="channels_last")
    return parser.parse_args()


def augmented(pictures, epoch, shift=2):
    """Every second epoch mirrors the pictures that the one before left; each is shifted by up to `shift` pixels."""
    mirrored = (torch.arange(len(pictures)) + epoch) % 2 == 0
    pictures = torch.where(mirrored.view(-1, 1, 1, 1), pictures.flip(-1), pictures)
    padded, out = F.pad(pictures, (shift,) * 4, "reflect"), torch.empty_like(pictures)
    side, of = pictures.shape[-1], torch.randint(0, 2 * shift + 1, (2, len(pictures)))
    for y in range(2 * shift + 1):
        for x in range(2 * shift + 1):
            here = (of[0] == y) & (of[1] == x)
            out[here] = padded[here, :, y:y + side, x:x + side]
    return out


def main():
    a = arguments()
    torch.manual_seed(1)
    memory = torch.channels_last if a.layout == "channels_last" else torch.contiguous_format
    net = Network(parse(pathlib.Path(a.network).read_text(encoding="utf-8")), 3, 32).to(memory_format=memory)
    count = 8 * a.batch
    pictures, labels = torch.randn(count, 3, 32, 32), torch.randint(0, 10, (count,))
    parameters = [(name, p) for name, p in net.named_parameters() if p.requires_grad]
    biases = [p for name, p in parameters if name.endswith("bias")]
    weights = [p for name, p in parameters if not name.endswith("bias")]
    # PyTorch's decay goes through the momentum, which makes 1 / (1 - momentum) of it.
    decay = DECAY * (1 - MOMENTUM)
    optimizer = torch.optim.SGD([{"params": biases, "lr": RATE * BIAS_FACTOR, "weight_decay": decay / BIAS_FACTOR},
                                 {"params": weights, "lr": RATE, "weight_decay": decay}], lr=RATE, momentum=MOMENTUM, nesterov=True)
    total = a.warmup + a.steps
    rates = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(0.2 + 0.8 * step / (0.23 * total), 0.07 + 0.93 * (total - step) / (0.77 * total)))
    slow = [value.clone() for value in net.state_dict().values()]
    loss_of = nn.CrossEntropyLoss(label_smoothing=SMOOTHING)
    net.train()
    taken, epoch, begin, loss = 0, 0, 0.0, torch.tensor(0.0)
    while taken < total:
        shown, order = augmented(pictures, epoch), torch.randperm(count)
        for index in order.split(a.batch):
            if taken == a.warmup:
                begin = time.perf_counter()
            with torch.autocast("cpu", torch.bfloat16, enabled=a.precision == "bf16"):
                loss = loss_of(net(shown[index].contiguous(memory_format=memory)).float(), labels[index])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            rates.step()
            taken += 1
            if taken % 5 == 0:
                pull = 1 - 0.95**5 * (taken / total)**3
                for ahead, value in zip(slow, net.state_dict().values()):
                    if value.is_floating_point():
                        value.copy_(ahead.lerp_(value, pull))
            if taken == total:
                break
        epoch += 1
    seconds = time.perf_counter() - begin
    print(json.dumps({"peer": "pytorch " + torch.__version__, "mode": a.layout, "precision": a.precision, "parameters": sum(p.numel() for _, p in parameters),
                      "images_per_second": round(a.steps * a.batch / seconds, 1), "loss": round(float(loss.detach()), 4)}))


if __name__ == "__main__":
    main()
