"""`belfry-cli reproduce`: a row for every preset, within the budget, whatever is missing."""
import belfry


class Reproduce(belfry.HomeTest):
    def test_a_budget_runs_a_stated_part(self):
        table = self.home.folder / "table.md"
        done = self.home.run("reproduce", "--preset", "notebook-lenet", "--budget", "0.02", "--output", table)
        self.assertEqual(done.returncode, 0, done.stderr)
        head, line, row = done.stdout.splitlines()
        self.assertTrue(head.startswith("| preset |"))
        self.assertRegex(row, r"^\| `notebook-lenet` \| .* % \(\d+ of 10000\) \| \d+ of 540 steps \([\d.]+ %\) \| 4 x 512 images")
        self.assertEqual(table.read_text(), done.stdout)
        self.assertEqual(len(self.home.run_folders()), 1)  # the run is kept like any other

    def test_missing_data_is_told_in_its_row(self):
        done = self.home.run("reproduce", "--preset", "cifar-vgg", "--budget", "0.01")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout.splitlines()[-1], r"^\| `cifar-vgg` \| .*\| not run: .*cifar-10")

    def test_bad_usage_is_refused(self):
        self.assertRefused(self.home.run("reproduce", "--preset", "quik"), "did you mean 'quick'")
        for budget in ("0", "-3", "nan", "1e9"):
            self.assertRefused(self.home.run("reproduce", "--budget", budget), "udget")


if __name__ == "__main__":
    belfry.main()
