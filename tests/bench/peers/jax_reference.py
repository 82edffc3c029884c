#!/usr/bin/env python3
"""A network in JAX on the CPU, the whole Adam step in one jit: a line of JSON with images per second, compilation and warm-up not in them.

    jax_reference.py --network resnet-20.txt --channels 3 --side 32 --batch 128 --steps 30 [--pool reshape] [--precision bf16]
"""
import argparse
import json
import os
import pathlib
import time

parser = argparse.ArgumentParser()
parser.add_argument("--network", required=True, help="its text")
parser.add_argument("--channels", type=int, default=1)
parser.add_argument("--side", type=int, default=28)
parser.add_argument("--batch", type=int, default=512)
parser.add_argument("--steps", type=int, default=50)
parser.add_argument("--warmup", type=int, default=10)
parser.add_argument("--pool", choices=["window", "reshape"], default="window", help="window: as flax does; reshape: no select-and-scatter in backward")
parser.add_argument("--precision", choices=["fp32", "bf16"], default="fp32", help="bf16: of products and activations")
a = parser.parse_args()
cores = os.sched_getaffinity(0)  # XLA's pools count the cores they may use
os.environ.update(NPROC=str(len(cores)), JAX_PLATFORMS="cpu")
import jax  # pylint: disable=wrong-import-position  # reads the environment
import jax.numpy as jnp
import numpy as np

from jax_network import Network
from network_text import parse

network = Network(parse(pathlib.Path(a.network).read_text(encoding="utf-8")), a.channels, a.side, jnp.bfloat16 if a.precision == "bf16" else jnp.float32)
n = max(2048, 4 * a.batch)
images, labels = (jnp.asarray(np.random.default_rng(2).integers(0, high, shape, dtype=kind))
                  for high, shape, kind in ((256, (n, a.side, a.side, a.channels), np.uint8), (10, (n,), np.int32)))


def loss_of(weights, x, y, key):
    logits = network.forward(weights, x.astype(jnp.float32) / 255, key, a.pool)
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), y[:, None], 1).mean()


def step(state, all_images, all_labels):
    """Draws a batch; forward, backward, Adam: one program, buffers reused."""
    weights, m, v, t, key = state
    key, draw, drop = jax.random.split(key, 3)
    index = jax.random.randint(draw, (a.batch,), 0, n)
    loss, g = jax.value_and_grad(loss_of)(weights, all_images[index], all_labels[index], drop)
    t = t + 1
    m = jax.tree.map(lambda i, j: 0.9 * i + 0.1 * j, m, g)
    v = jax.tree.map(lambda i, j: 0.999 * i + 0.001 * j * j, v, g)
    weights = jax.tree.map(lambda w, i, j: w - 1e-3 * (i / (1 - 0.9**t)) / (jnp.sqrt(j / (1 - 0.999**t)) + 1e-8), weights, m, v)
    return (weights, m, v, t, key), loss


start = network.init()
state = (start, jax.tree.map(jnp.zeros_like, start), jax.tree.map(jnp.zeros_like, start), jnp.zeros((), jnp.float32), jax.random.key(1))
parameters = sum(w.size for o, of in zip(network.operations, start) for name, w in of.items() if (o.kind, name) != ("whiten", "w"))
run = jax.jit(step, donate_argnums=0).lower(state, images, labels).compile()
for _ in range(a.warmup):
    state, loss = run(state, images, labels)
jax.block_until_ready(state)
begin = time.perf_counter()
for _ in range(a.steps):
    state, loss = run(state, images, labels)
jax.block_until_ready(state)
seconds = time.perf_counter() - begin
print(json.dumps({"peer": "jax " + jax.__version__, "parameters": int(parameters), "mode": "jit, pool " + a.pool, "precision": a.precision,
                  "images_per_second": round(a.steps * a.batch / seconds, 1), "loss": round(float(loss), 4)}))
