"""Repeats in PyTorch the hundred steps that dump_optimizers wrote: compare_optimizers.py DUMP_OPTIMIZERS

Same start, same gradients, PyTorch's own optimizers in double precision; nadam also against Keras 2.0's lines in numpy.
Exit status 77 when PyTorch is missing.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy
    import torch
except ImportError as error:
    print(f"SKIP: PyTorch is not there ({error})")
    sys.exit(77)

# Of what a hundred steps changed, in relative norm: the engine adds in float, and rounds the 0.99999 that adamw leaves
# of a weight.
LIMIT = 5e-6


def torch_optimizer(plan, weights):
    name, rate, eps = plan["name"], plan["rate"], plan["epsilon"]
    betas = (plan["beta1"], plan["beta2"])
    optim = torch.optim
    return {
        "sgd": lambda: optim.SGD(weights, rate),
        "momentum": lambda: optim.SGD(weights, rate, plan["momentum"]),
        "nesterov": lambda: optim.SGD(weights, rate, plan["momentum"], nesterov=True),
        "rmsprop": lambda: optim.RMSprop(weights, rate, alpha=plan["rho"], eps=eps),
        "adagrad": lambda: optim.Adagrad(weights, rate, eps=eps),
        "adadelta": lambda: optim.Adadelta(weights, rate, rho=plan["rho"], eps=eps),
        "adam": lambda: optim.Adam(weights, rate, betas, eps),
        "adamax": lambda: optim.Adamax(weights, rate, betas, eps),
        "nadam": lambda: optim.NAdam(weights, rate, betas, eps, momentum_decay=plan["schedule_decay"]),
        "radam": lambda: optim.RAdam(weights, rate, betas, eps),
        "adamw": lambda: optim.AdamW(weights, rate, betas, eps, weight_decay=plan["weight_decay"]),
        # What it does with all but hidden matrices, which are compare_step.py's.
        "muon": lambda: optim.AdamW(weights, rate * plan["muon_other_rate"], betas, eps,
                                    weight_decay=plan["weight_decay"]),
    }[name]()


def by_torch(plan, start, gradients):
    weights = torch.from_numpy(start).requires_grad_()
    optimizer = torch_optimizer(plan, [weights])
    # PyTorch's SGD has no decoupled weight decay.
    keep = 1 - plan["rate"] * plan["weight_decay"] if plan["name"] in ("sgd", "momentum", "nesterov") else 1
    for gradient in gradients:
        weights.grad = torch.from_numpy(gradient)
        with torch.no_grad():
            weights.mul_(keep)
        optimizer.step()
    return weights.detach().numpy()


def nadam_by_keras(plan, start, gradients):
    """get_updates() of Keras 2.0's Nadam, line by line."""
    beta_1, beta_2, decay = plan["beta1"], plan["beta2"], plan["schedule_decay"]
    p, m, v, m_schedule = start.copy(), numpy.zeros_like(start), numpy.zeros_like(start), 1.0
    for t, g in enumerate(gradients, 1):
        momentum_cache_t = beta_1 * (1. - 0.5 * 0.96 ** (t * decay))
        momentum_cache_t_1 = beta_1 * (1. - 0.5 * 0.96 ** ((t + 1) * decay))
        m_schedule_new = m_schedule * momentum_cache_t
        m_schedule_next = m_schedule * momentum_cache_t * momentum_cache_t_1
        m_schedule = m_schedule_new
        g_prime = g / (1. - m_schedule_new)
        m = beta_1 * m + (1. - beta_1) * g
        m_prime = m / (1. - m_schedule_next)
        v = beta_2 * v + (1. - beta_2) * numpy.square(g)
        v_prime = v / (1. - beta_2 ** t)
        m_bar = (1. - momentum_cache_t) * g_prime + momentum_cache_t_1 * m_prime
        p = p - plan["rate"] * m_bar / (numpy.sqrt(v_prime) + plan["epsilon"])
    return p


def main(dump_optimizers):
    failed, names = [], set()
    with tempfile.TemporaryDirectory() as name:
        subprocess.run([dump_optimizers, name], check=True)
        folder = pathlib.Path(name)

        def floats(file):
            return numpy.fromfile(folder / file, numpy.float32).astype(numpy.float64)

        start = floats("weights.f32")
        gradients = floats("gradients.f32").reshape(-1, start.size)
        print(f"{len(gradients)} steps, relative error of what they changed")
        for number, plan in enumerate(json.loads((folder / "optimizers.json").read_text())):
            found = floats(f"{number}.f32")
            references = {"PyTorch": by_torch}
            if plan["name"] == "nadam":
                references["Keras 2.0"] = nadam_by_keras
            for reference, compute in references.items():
                expected = compute(plan, start.copy(), gradients)
                error = numpy.linalg.norm(found - expected) / numpy.linalg.norm(expected - start)
                text = f"{plan['name']:9} rate {plan['rate']:5} epsilon {plan['epsilon']:5} {reference:9} {error:.1e}"
                print(text)
                names.add(plan["name"])
                if not error <= LIMIT:
                    failed.append(text)
    print("\n".join(failed) and f"above {LIMIT:.0e}:\n" + "\n".join(failed))
    return 1 if failed or len(names) < 12 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
