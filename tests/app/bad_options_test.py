"""Words and numbers on the command line that cannot be: one row each."""
import belfry

# What is typed, and what the sentence must mention.
COMMANDS = [
    ((), "needs a command", "train"),
    (("trian",), "'trian'", "did you mean 'train'", "evaluate"),
    (("data",), "needs a command", "check"),
    (("data", "chek"), "did you mean 'check'"),
    (("runs", "lst"), "did you mean 'list'"),
    (("runs", "show"), "run is required", "runs show --help"),
    (("runs", "rename", "good"), "name is required", "runs rename --help"),
    (("runs", "rename", "good", ""), "name is empty", "one line"),
    (("runs", "rename", "good", "n" * 201), "201", "1 to 200"),
    (("runs", "note", "good"), "text is required", "runs note --help"),
    (("runs", "note", "good", "n" * 100_001), "100001", "at most 100000"),
    (("runs", "note", "gold", "text"), "did you mean 'good'"),
    (("runs", "tag", "good", "t" * 61), "61", "1 to 60"),
    (("runs", "tag", "good", ",".join(map(str, range(51)))), "51 tags", "at most 50"),
    (("runs", "tag", "good", "two\nlines"), "one line"),
    (("runs", "restore", "good"), "contains no runs"),
    (("runs", "retsore", "good"), "did you mean 'restore'"),
    (("train", "extra"), "'extra'", "train --help"),
    (("--modell", "lenet"), "'--modell'", "--help"),
    (("train", "--modell", "lenet"), "'--modell'", "did you mean '--model'"),
    (("train", "--modell=lenet"), "'--modell'", "did you mean '--model'"),
    (("train", "--towers"), "--towers", "train --help"),
    (("train", "--name", "two\nlines"), "line break", "one line"),
    (("train", "--name", "n" * 5000), "5000", "at most 200"),
    (("train", "--name", "caf\udce9"), "not UTF-8", "one line"),  # the byte e9
    (("train", "--preset", ""), "preset ''", "quick"),
    (("train", "--plan", ""), "''"),
    (("find", "rate", "--learning-rate", "0.1"), "'--learning-rate'"),
    (("find", "batch", "--batch-per-tower", "8"), "'--batch-per-tower'"),
    (("scaling", "--towers-up-to", "0"), "--towers-up-to", "1 to 64"),
    (("scaling", "--towers-up-to", "65"), "towers", "0 to 64"),
    (("scaling", "--towers-up-to", "many"), "--towers-up-to", "'many'", "whole number"),
    (("scaling", "--repeats", "0"), "repeats", "1 to 100"),
    (("scaling", "--steps", "0"), "--steps", "1 to 1,000,000"),
    (("scaling", "--steps", "9000000000000000000"), "steps", "1000000"),
    (("scaling", "--mode", "globl"), "did you mean 'global'", "per-tower"),
    (("scaling", "--csv", "none/at/all.csv"), "--csv", "folder"),
    (("scaling", "--csv", "."), "--csv", "a file"),
    (("bench", "exchange", "--megabytes", "1,"), "--megabytes", "expected"),
    (("scaling", "--learning-rate", "0.1"), "'--learning-rate'"),
    (("scaling", "--exchange", "async"), "no step of all towers", "another exchange"),
    (("scaling", "--shares", "0.5,0.5"), "'--shares'"),
    (("scaling", "--model", "lenett"), "did you mean 'lenet'"),
    (("scaling", "--towers-up-to", "8", "--global-batch", "4"), "Global batch 4", "8 towers"),
    (("scaling", "--towers-up-to", "64", "--batch-per-tower", "1000"), "64000 images", "64 towers", "55000"),
    (("scaling", "--devices", "cuda:9"), "cuda:9"),
    (("scaling", "--hosts", "a,b"), "--hosts", "'a,b'", "2 to 1024", "train --hosts"),
    (("scaling", "--hosts", "1"), "hosts is 1", "2 to 1024"),
    (("scaling", "--hosts", "--bandwidth", "1"), "--bandwidth", "'1'", "1gbit"),
    (("scaling", "--hosts", "--delay", "fast"), "--delay", "'fast'", "0.1ms"),
    (("scaling", "--hosts", "--cores-per-host", "0"), "--cores-per-host is 0", "more than 0"),
    (("scaling", "--hosts", "--towers-per-host", "0"), "towers per host is 0", "1 to 64"),
    (("scaling", "--hosts", "--repeats", "3"), "--repeats", "no effect with --hosts"),
    (("scaling", "--delay", "1ms"), "--delay", "without --hosts"),
    (("models", "lenet", "--preset", "quick"), "--preset"),
    (("models", "--preset", "quik"), "did you mean 'quick'"),
    (("models", "--jsn"), "did you mean '--json'"),
    (("predict", "ready"), "image is required"),
    (("explain", "ready"), "image is required"),
    (("evaluate",), "run is required"),
    (("evaluate", "ready", "--csv", "none/at/all.csv"), "--csv", "folder"),
    (("evaluate", "ready", "--csv", "."), "--csv", "a file"),
    (("report", "x"), "--output is required"),
]

CONFLICTS = [
    (("--epochs", "1", "--steps", "5"), "--epochs", "--steps", "one of the two"),
    (("--decay-epochs", "1", "--decay-steps", "5"), "--decay-epochs", "--decay-steps", "one of the two"),
    (("--warmup-epochs", "1", "--warmup-steps", "5"), "--warmup-epochs", "--warmup-steps", "one of the two"),
    (("--batch-per-tower", "8", "--global-batch", "8"), "--batch-per-tower", "--global-batch", "one of the two"),
    (("--towers", "4", "--global-batch", "3"), "Global batch 3", "4 towers"),
    (("--towers", "1", "--towers", "2"), "--towers"),
]

NAMES = [
    (("--preset", "quik"), "did you mean 'quick'", "notebook-lenet"),
    (("--data", "mnits"), "did you mean 'mnist'"),
    (("--model", "lenett"), "did you mean 'lenet'", "mlp"),
    (("--model", "resnet-51"), "did you mean 'resnet-50'", "lenet"),
    (("--model", "a\nb\x1b[2J"), "lenet"),  # quoted without its line break
    (("--model", "m" * 100_000), "lenet"),
    (("--model", "mlp", "--activation", "rellu"), "did you mean 'relu'"),
    (("--width", "7"), "--width", "mlp network"),
    (("--momentum", "0.5"), "--momentum", "nesterov"),
    (("--decay-factor", "0.5"), "--decay-factor", "staircase"),
    (("--weight-decay", "0.1"), "--weight-decay", "sgd, momentum, nesterov, adamw, muon"),
    (("--muon-other-rate", "0.1"), "--muon-other-rate", "muon"),
    (("--triangle-peak", "0.5"), "--triangle-peak", "triangle"),
    (("--lookahead-pull", "0.5"), "--lookahead-pull", "--lookahead-every"),
    (("--average-decay", "0.9", "--swa-from", "0.5"), "one average"),
    (("--towers", "2", "--exchange", "async", "--accumulate", "2"), "no tower waits for another batch"),
    (("--queue-workers", "3"), "--queue-workers", "queue feed"),
    (("--histograms-every", "3"), "--histograms-every", "--tensorboard"),
    (("--towers", "2", "--shares", "0.7,0.4"), "add up to 1.1", "expected 1"),
    (("--towers", "3", "--shares", "0.5,0.5"), "2 for 3 towers"),
    (("--towers", "2", "--shares", "mesured"), "not a number between 0 and 1", "'measured'"),
    (("--towers", "2", "--exchange", "async", "--shares", "measured"), "have no effect"),
    (("--exchange", "async", "--check-exchange"), "cannot be checked"),
    (("--exchange", "asinc"), "did you mean 'async'"),
    (("--replica-check-every", "-1"), "replica checks", "-1"),
    (("--augmentation", "digit"), "did you mean 'digits'"),
    (("--augmentation", "flip, shfit 2"), "did you mean 'shift'", "alternate-flip"),
    (("--augmentation", "shift 2.5"), "'shift N' takes a whole number from 1 to 1000"),
    (("--augmentation", "flip, mixup 0"), "'mixup A' takes alpha from 0.01 to 100"),
    (("--augmentation", "flip, erase 29"), "'erase 29' is too large for images of 28x28", "at most 28"),
    (("--normalisation", "centered"), "did you mean 'centred'"),
    (("--feed", "dircet"), "did you mean 'direct'"),
    (("--exchange", "frist"), "did you mean 'first'"),
    (("--exchange", "alreduce"), "did you mean 'allreduce'", "auto"),
    (("--optimizer", "adma"), "did you mean 'adam'"),
    (("--schedule", "one-cylce"), "did you mean 'one-cycle'"),
    (("--test-views", "4"), "number of test views '4'", "1, 2, 6"),
    (("--best-by", "acuracy"), "did you mean 'accuracy'", "loss"),
    (("--precision", "fp23"), "did you mean 'fp32'"),
    (("--precision", "bf61"), "did you mean 'bf16'"),
    (("--precision", ""), "''", "fp32, tf32, bf16"),
    (("--devices", "cuda:9"), "'cuda:9'", "Known: cpu"),
    (("--devices", "cpuu"), "did you mean 'cpu'"),
    (("--devices", "cpu,,"), "'cpu,,'", "cuda:0,cuda:1"),
    (("--devices", ","), "','", "cuda:0,cuda:1"),
    (("--devices", "cpu,gpu"), "'gpu'", "Known: cpu"),
]

# Every option that takes a number, its word in sentences, and numbers that can be read but not used: the least one that
# is refused, a negative and a huge one.
NUMBERS = [
    ("--hidden-layers", "hidden layers", "0", "-1", "2000000000"),
    ("--width", "width", "0", "-1", "2000000000"),
    ("--dropout", "dropout", "1", "-1", "1e300"),
    ("--towers", "towers", "0", "-1", "2000000000"),
    ("--batch-per-tower", "batch per tower", "0", "-1", "9000000000000000000"),
    ("--global-batch", "global batch", "0", "-1", "9000000000000000000"),
    ("--learning-rate", "learning rate", "0", "-1", "1e300"),
    ("--momentum", "momentum", "1", "-1", "1e300"),
    ("--rho", "rho", "1", "-1", "1e300"),
    ("--beta1", "beta 1", "1", "-1", "1e300"),
    ("--beta2", "beta 2", "1", "-1", "1e300"),
    ("--epsilon", "epsilon", "0", "-1", "1e300"),
    ("--schedule-decay", "schedule decay", "1.01", "-1", "1e300"),
    ("--weight-decay", "weight decay", "1.01", "-1", "1e300"),
    ("--decay-factor", "decay factor", "0", "-1", "1e300"),
    ("--decay-epochs", "decay epochs", "0", "-1", "1e300"),
    ("--decay-steps", "decay steps", None, "-1", "9000000000000000000"),
    ("--warmup-epochs", "warm-up epochs", None, "-1", "1e300"),
    ("--warmup-steps", "warm-up steps", None, "-1", "9000000000000000000"),
    ("--clip-norm", "clip norm", None, "-1", "1e300"),
    ("--average-decay", "average decay", "1", "-1", "1e300"),
    ("--swa-from", "epochs are averaged", "1", "-1", "1e300"),
    ("--bias-rate", "bias rate", "0", "-1", "1e300"),
    ("--lookahead-every", "between look-aheads", None, "-1", "9000000000000000000"),
    ("--lookahead-pull", "look-ahead pull", "1.01", "-1", "1e300"),
    ("--triangle-start", "triangle's start", "1.01", "-1", "1e300"),
    ("--triangle-peak", "triangle's peak", "1.01", "-1", "1e300"),
    ("--triangle-end", "triangle's end", "1.01", "-1", "1e300"),
    ("--accumulate", "accumulated batches", "0", "-1", "9000000000000000000"),
    ("--label-smoothing", "label smoothing", "1", "-1", "1e300"),
    ("--patience", "patience", None, "-1", "9000000000000000000"),
    ("--queue-capacity", "capacity of the queue", "0", "-1", "2000000000"),
    ("--queue-workers", "queue's workers", "0", "-1", "2000000000"),
    ("--epochs", "epochs", "0", "-1", "9000000000000000000"),
    ("--steps", "steps", "0", "-1", "9000000000000000000"),
    ("--checkpoint-every", "checkpoint interval", None, "-1", "9000000000000000000"),
    ("--checkpoint-minutes", "minutes", None, "-1", "1e300"),
    ("--keep-checkpoints", "checkpoints", "0", "-1", "2000000000"),
    ("--split-seed", "--split-seed", None, "-1", "18446744073709551616"),
    ("--train-images", "training images", None, "-1", "9000000000000000000"),
    ("--display-every", "display interval", "0", "-1", "9000000000000000000"),
    ("--seed", "--seed", None, "-1", "18446744073709551616"),
]

SIZES = [
    (("--batch-per-tower", "55001"), "55001 images", "55000"),
    (("--batch-per-tower", "30000", "--towers", "2"), "60000 images", "2 towers"),
    (("--train-images", "55001"), "55001 images", "55000"),
    (("--train-images", "400"), "512 images", "400"),
    (("--global-batch", "64000000"), "64000000 images", "55000"),
    (("--model", "mlp", "--hidden-layers", "100", "--width", "100000"), "weights"),
    # 8,000 million weights in each of 64 towers: about 8 TiB, before anything is allocated
    (("--model", "mlp", "--hidden-layers", "80", "--width", "10000", "--towers", "64", "--global-batch", "64"),
     "The towers on", "need about", "are free", "a smaller network"),
    (("--learning-rate", "nan"), "learning rate", "not a number"),
    (("--learning-rate", "inf"), "learning rate", "infinite"),
    (("--learning-rate", "1e9999"), "--learning-rate", "1e9999"),
    (("--steps", "0x10"), "--steps", "'0x10'", "whole number"),
    (("--steps", "1.5"), "--steps", "'1.5'", "whole number"),
    (("--steps", "9" * 30), "--steps", "9" * 30, "9223372036854775807"),
]


def number_rows():
    for option, word, *values in NUMBERS:
        for value in filter(None, values):
            yield (option, value), word
        yield (option, "many"), option, "'many'", "number"


class BadOptions(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.home.train("--steps", 2, "--batch-per-tower", 16, "--name", "good")

    def check(self, rows):
        for arguments, *mentions in rows:
            before = self.home.contents()
            with self.subTest(" ".join(arguments)[:100]):
                done = self.home.run(*arguments)
                self.assertRefused(done, *mentions)
                self.assertLess(len(done.stderr), 1500)
                self.assertEqual(done.stdout, "")
                self.assertEqual(self.home.contents(), before)

    def check_train(self, rows):
        self.check(((("train", *arguments), *mentions) for arguments, *mentions in rows))

    def test_commands(self):
        self.check(COMMANDS)

    def test_conflicts(self):
        self.check_train(CONFLICTS)

    def test_names(self):
        self.check_train(NAMES)

    def test_numbers(self):
        self.check_train(number_rows())

    def test_sizes(self):
        self.check_train(SIZES)

    def test_split(self):
        self.check([(("evaluate", "ready", "--split", "tset"), "did you mean 'test'", "validation")])


if __name__ == "__main__":
    belfry.main()
