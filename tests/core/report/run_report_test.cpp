// Reports of runs that lack something, and of runs with hostile names. A report of a whole run:
// tests/app/report_test.py.
#include "core/report/run_report.h"
#include "core/runs/metrics_store.h"
#include "core/runs/run_notes.h"
#include "core/runs/weights_file.h"
#include "tests/core/runs/runs_fixture.h"

namespace belfry {
namespace {

using testing::HasSubstr;
using testing::Not;

class RunReportTest : public RunsTest {
protected:
    RunReportTest() {
        Plan plan = namedPlan("<script>alert('plan')</script> & more");
        plan.data = (root / "no such data").string();
        folder = createRun(plan, root);
    }

    void record(const Finished& finished) const {
        RunRecord written = newRunRecord();
        apply(written, finished);
        writeRunRecord(RunFiles(folder).record, written);
    }

    std::filesystem::path folder;
};

TEST_F(RunReportTest, SaysWhatARunLacks) {
    record({.state = RunState::Failed, .reason = Text::verbatim("The loss <is> not finite.")});
    const std::string page = runReportHtml(gatherReport(folder));
    EXPECT_THAT(page, HasSubstr("The run failed. The loss &lt;is&gt; not finite."));
    EXPECT_THAT(page, HasSubstr("There are no curves. "));
    EXPECT_THAT(page, HasSubstr("The run ended before its first validation."));
    EXPECT_THAT(page, HasSubstr("The run recorded no result on the test images"));
    EXPECT_THAT(page, HasSubstr("Nothing could be evaluated for this report. No weights in"));
    EXPECT_THAT(page, HasSubstr("not known: there are no weights"));
    EXPECT_THAT(page, HasSubstr("The record of this run names no devices"));
    EXPECT_THAT(page, HasSubstr("The data could not be read for a checksum. "));
    EXPECT_THAT(page, Not(HasSubstr("id=\"mistakes\"")));
}

TEST_F(RunReportTest, EscapesNamesAndNotes) {
    record({.reason = {}});
    writeRunNotes(RunFiles(folder).notes, {"", "1 < 2 & <img src=x onerror=alert(1)>", {"<i>", "\"quoted\""}});
    const std::string page = runReportHtml(gatherReport(folder));
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    EXPECT_THAT(page, Not(HasSubstr("<img")));
    EXPECT_THAT(page, Not(HasSubstr("<i>")));
    EXPECT_THAT(page, HasSubstr("1 &lt; 2 &amp; &lt;img src=x onerror=alert(1)&gt;"));
    EXPECT_THAT(page, HasSubstr("<title>&lt;script&gt;alert(&#39;plan&#39;)&lt;/script&gt; &amp; more</title>"));
    EXPECT_THAT(page, HasSubstr("&quot;quoted&quot;"));
}

TEST_F(RunReportTest, ShowsWhatWasRecorded) {
    RunRecord written = newRunRecord();
    apply(written, finishedRun(RunState::Finished));
    written.parent = "earlier-run";
    written.parentStep = 1'200;
    written.hardware = {{{.tower = 0,
                          .device = "cuda:0",
                          .deviceName = "NVIDIA H200",
                          .pciBusId = "0000:01:00.0",
                          .batch = 512,
                          .host = "node <7>"}},
                        16,
                        "580.65.06",
                        "13.0"};
    writeRunRecord(RunFiles(folder).record, written);
    {
        MetricsWriter metrics(RunFiles(folder).metrics);
        for (std::int64_t step = 1; step <= 200; ++step)
            metrics.add(stepNumber(step));
        metrics.add(epochNumber(1, 900, true));
        metrics.add(epochNumber(2, 950, true));
        metrics.add(Mark{150, Text::verbatim("learning rate 0.001 -> 0.0003")});
        metrics.finish();
    }
    const std::string page = runReportHtml(gatherReport(folder));
    EXPECT_THAT(page, HasSubstr("<data id=\"recorded-test-accuracy\" value=\"0.75\">75.00 %</data> (3 of 4)"));
    EXPECT_THAT(page, HasSubstr("30.06 to 95.44 %")); // of 3 of 4
    EXPECT_THAT(page,
                HasSubstr("<data id=\"best-validation\" value=\"0.96999999999999997\">97.00 %</data> in epoch 1"));
    EXPECT_THAT(page, HasSubstr("580.65.06"));
    EXPECT_THAT(page, HasSubstr("NVIDIA H200 (0000:01:00.0)"));
    EXPECT_THAT(page, HasSubstr("node &lt;7&gt;, cuda:0"));
    EXPECT_THAT(page, HasSubstr("learning rate 0.001 -&gt; 0.0003"));
    EXPECT_THAT(page, HasSubstr("belfry-cli branch earlier-run --at 1200"));
    for (const char* const curve : {"loss-curve", "accuracy-curve", "speed-curve"})
        EXPECT_THAT(page, HasSubstr(std::string("<svg id=\"") + curve + '"'));
}

TEST_F(RunReportTest, RefusesWeightsThatWereNamedAndAreDamaged) {
    record({.reason = {}});
    const RunFiles files(folder);
    std::filesystem::create_directories(files.weights);
    overwrite(files.best, "no weights");
    EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { gatherReport(folder, {.weights = files.best}); }),
                HasSubstr("best.safetensors"));
    EXPECT_THAT(gatherReport(folder).noWeights.english(), HasSubstr("best.safetensors"));
}

TEST_F(RunReportTest, SaysThatTheDataAreMissing) {
    record({.reason = {}});
    const RunFiles files(folder);
    std::filesystem::create_directories(files.weights);
    saveSnapshot(files.best, smallSnapshot(0, 100)); // of a set that is not known
    const RunReportData report = gatherReport(folder);
    EXPECT_TRUE(report.weights);
    EXPECT_FALSE(report.evaluation);
    EXPECT_EQ(report.noEvaluation.english(), report.noData.english());
    EXPECT_THAT(report.noData.english(), HasSubstr("'pets'"));
    EXPECT_THAT(runReportHtml(report), HasSubstr("Nothing could be evaluated for this report. "));
}

} // namespace
} // namespace belfry
