#!/usr/bin/env python3
"""A network in Keras on TensorFlow on the CPU, trained with model.fit as most people do: a line of JSON with images per second,
compilation and warm-up not in them.

    keras_reference.py --network resnet-20.txt --channels 3 --side 32 --batch 128 --steps 30 [--xla] [--precision bf16]
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
parser.add_argument("--xla", action="store_true", help="jit_compile=True")
parser.add_argument("--precision", choices=["fp32", "bf16"], default="fp32", help="bf16: Keras's policy mixed_bfloat16")
parser.add_argument("--per-call", type=int, default=1, help="steps_per_execution: steps for each call from Python")
a = parser.parse_args()
a.warmup = max(a.warmup, a.per_call)
count = str(len(os.sched_getaffinity(0)))
os.environ.update(KERAS_BACKEND="tensorflow", NPROC=count, OMP_NUM_THREADS=count, TF_NUM_INTRAOP_THREADS=count, TF_NUM_INTEROP_THREADS=count,
                  TF_CPP_MIN_LOG_LEVEL="2", CUDA_VISIBLE_DEVICES="")
import keras  # pylint: disable=wrong-import-position  # reads the environment
import numpy as np

from keras_network import network
from network_text import parse

keras.utils.set_random_seed(1)
if a.precision == "bf16":
    keras.config.set_dtype_policy("mixed_bfloat16")
model = network(parse(pathlib.Path(a.network).read_text(encoding="utf-8")), a.channels, a.side)
model.compile(keras.optimizers.Adam(1e-3), keras.losses.SparseCategoricalCrossentropy(from_logits=True), jit_compile=a.xla, steps_per_execution=a.per_call)


class Clock(keras.callbacks.Callback):
    begin = end = loss = None
    first = last = 0

    def on_train_batch_end(self, batch, logs=None):
        if batch + 1 <= a.warmup:
            self.begin, self.first = time.perf_counter(), batch + 1
        self.end, self.last, self.loss = time.perf_counter(), batch + 1, logs["loss"]


n, random = (a.warmup + a.steps) * a.batch, np.random.default_rng(2)
clock = Clock()
model.fit(random.integers(0, 256, (n, a.side, a.side, a.channels), dtype=np.uint8), random.integers(0, 10, n), batch_size=a.batch, epochs=1, verbose=0, callbacks=[clock])
print(json.dumps({"peer": f"keras {keras.__version__} on tensorflow {__import__('tensorflow').__version__}",
                  "parameters": int(sum(np.prod(weight.shape) for weight in model.trainable_weights)),
                  "mode": "fit" + (", xla" if a.xla else "") + (f", {a.per_call} a call" if a.per_call > 1 else ""), "precision": a.precision,
                  "images_per_second": round((clock.last - clock.first) * a.batch / (clock.end - clock.begin), 1), "loss": round(float(clock.loss), 4)}))
