#!/usr/bin/env python3
"""The yardstick: the same networks trained with PyTorch, as a user would, timed the same way as Belfry.

One line of JSON: images per second over the timed steps by the wall clock, from after the warm-up until the device is done with the
last one, how they were run, final loss.
    pytorch_reference.py --net lenet --batch 512 --device cpu --steps 50
Modes: eager (Adam as most people write it, batch copied from host memory every step);
       best  (data resident on the device, fused Adam; on CUDA also torch.compile with graphs);
       graph (CUDA alone: as best, but not compiled, and the whole step is one graph).
A mode that this machine cannot run ends the program with a sentence. speed.py leaves it out.
Layouts: nchw, PyTorch's own, and channels_last, which is meant for 16 bits and may be slower in fp32.
Precisions, in either mode: fp32 is fp32, tf32 lets CUDA round the operands of products, bf16 puts autocast around the
network, as PyTorch's own recipe has it.
Batches are drawn from random uint8 images and normalised on the device, so that the input's cost is included.
"""
import argparse
import json
import pathlib
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn


def lenet():
    """LeNet on 28x28 padded to 32: 61,706 parameters."""
    return nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))


class Lrn(nn.Module):
    """TensorFlow's meaning with radius 4, alpha 0.001 / 9; PyTorch divides alpha by the window of 9."""

    def forward(self, x):
        return F.local_response_norm(x, 9, alpha=0.001, beta=0.75, k=1.0)


def tower():
    """The tower ConvNet: 3,274,744 parameters."""
    return nn.Sequential(nn.Conv2d(1, 32, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), Lrn(),
                         nn.Conv2d(32, 64, 5, padding=2), nn.ReLU(), Lrn(), nn.MaxPool2d(2), nn.Flatten(),
                         nn.Linear(3136, 1024), nn.ReLU(), nn.Linear(1024, 10), nn.ReLU(), nn.Linear(10, 10))


def wide():
    """The wide ConvNet: 20,217,226 parameters."""
    return nn.Sequential(nn.Conv2d(1, 64, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(64, 256, 3), nn.ReLU(),
                         nn.Conv2d(256, 512, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8192, 2048),
                         nn.Dropout(0.25), nn.Linear(2048, 1024), nn.Dropout(0.25), nn.Linear(1024, 10))


def mlp():
    """4 x 512 ReLU, dropout 0.2."""
    layers, width = [nn.Flatten()], 784
    for _ in range(4):
        layers += [nn.Linear(width, 512), nn.ReLU(), nn.Dropout(0.2)]
        width = 512
    return nn.Sequential(*layers, nn.Linear(width, 10))


NETS = {"lenet": lenet, "tower": tower, "wide": wide, "mlp": mlp}


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--net", choices=NETS)
    parser.add_argument("--network", help="in the place of --net: a network's text, as belfry-cli models NAME --text prints it")
    parser.add_argument("--channels", type=int, default=1, help="of the pictures of --network")
    parser.add_argument("--side", type=int, default=28)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--mode", choices=["eager", "best", "graph"], default="eager")
    parser.add_argument("--layout", choices=["nchw", "channels_last"], default="nchw")
    parser.add_argument("--precision", choices=["fp32", "tf32", "bf16"], default="fp32")
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--warmup", type=int, default=10)
    parser.add_argument("--threads", type=int, default=0)
    return parser.parse_args()


def network_of(a):
    """The network, and the shape of its pictures."""
    if not a.network:
        return NETS[a.net](), (1, 28, 28)
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "peers"))
    from network_text import parse  # pylint: disable=import-outside-toplevel
    from torch_network import Network  # pylint: disable=import-outside-toplevel
    return Network(parse(pathlib.Path(a.network).read_text(encoding="utf-8")), a.channels, a.side), (a.channels, a.side, a.side)


def compiled(forward_loss, x, y):
    """What to call instead; ends where there is no compiler, or no Python.h for it."""
    fast = torch.compile(forward_loss, mode="reduce-overhead")
    try:
        fast(x, y).backward()
    except Exception as error:  # pylint: disable=broad-except  # of one of the compilers below
        reason = next((line for line in str(error).splitlines() if "rror" in line), type(error).__name__)
        sys.exit(f"not compiled: {reason.strip()[:160]}")
    return fast


def captured(forward_loss, optimizer, x, y):
    """The whole step as one CUDA graph, as PyTorch's notes have it: called with a batch, it gives the loss."""
    x, y = x.clone(), y.clone()

    def whole():
        optimizer.zero_grad(set_to_none=True)
        loss = forward_loss(x, y)
        loss.backward()
        optimizer.step()
        return loss

    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):  # libraries choose their algorithms, the optimizer makes its state
        for _ in range(3):
            whole()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        loss = whole()

    def step(next_x, next_y):
        x.copy_(next_x)
        y.copy_(next_y)
        graph.replay()
        return loss

    return step


def main():
    a = arguments()
    if a.threads:
        torch.set_num_threads(a.threads)
    torch.manual_seed(1)
    device, best = torch.device(a.device), a.mode != "eager"
    cuda = device.type == "cuda"
    if a.mode == "graph" and not cuda:
        sys.exit("Only CUDA has graphs of a step: --mode graph takes --device cuda.")
    count = max(8192 if a.net else 2048, 4 * a.batch)
    net, shape = network_of(a)
    net = net.to(device)
    images, labels = torch.randint(0, 256, (count, *shape), dtype=torch.uint8), torch.randint(0, 10, (count,))
    # Left alone, convolutions would round and dense layers would not.
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = a.precision != "fp32"
    if best:
        images, labels = images.to(device), labels.to(device)
        torch.backends.cudnn.benchmark = True
    if a.layout == "channels_last":
        net = net.to(memory_format=torch.channels_last)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3, fused=best, capturable=best and cuda)

    def batch():
        index = torch.randint(0, count, (a.batch,), device=images.device)
        return images[index].to(device), labels[index].to(device)

    def forward_loss(x, y):
        with torch.autocast(device.type, torch.bfloat16, enabled=a.precision == "bf16"):
            return F.cross_entropy(net(x.to(torch.float32).div(255)).float(), y)

    how = {"eager": "eager", "best": "compiled" if cuda else "fused", "graph": "graph"}[a.mode]
    forward = compiled(forward_loss, *batch()) if how == "compiled" else forward_loss
    graph = captured(forward_loss, optimizer, *batch()) if how == "graph" else None

    def step():
        if graph:
            return graph(*batch())
        loss = forward(*batch())
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        return loss

    synchronise = torch.cuda.synchronize if cuda else (lambda: None)
    for _ in range(a.warmup):
        loss = step()
    synchronise()
    start = time.perf_counter()
    for _ in range(a.steps):
        loss = step()
    synchronise()
    seconds = time.perf_counter() - start
    print(json.dumps({"peer": "pytorch " + torch.__version__, "net": a.net or a.network, "batch": a.batch, "mode": a.mode, "layout": a.layout, "how": how, "precision": a.precision,
                      "parameters": sum(p.numel() for p in net.parameters() if p.requires_grad),
                      "device": torch.cuda.get_device_name() if cuda else f"cpu x{torch.get_num_threads()}",
                      "images_per_second": round(a.steps * a.batch / seconds, 1), "loss": round(float(loss.detach()), 4)}))


if __name__ == "__main__":
    main()
