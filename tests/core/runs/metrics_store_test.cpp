#include "core/runs/metrics_store.h"
#include "tests/core/runs/runs_fixture.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cmath>
#include <limits>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct MetricsTest : RunsTest {
    fs::path path = root / "metrics.db";
    MetricsTest() { fs::create_directories(root); }
};

void expectEqual(const StepDone& a, const StepDone& b) {
    EXPECT_EQ(a.step, b.step);
    EXPECT_EQ(a.epoch, b.epoch);
    EXPECT_EQ(a.images, b.images);
    EXPECT_EQ(a.seconds, b.seconds);
    EXPECT_EQ(a.loss, b.loss);
    EXPECT_EQ(a.accuracy, b.accuracy);
    EXPECT_EQ(a.learningRate, b.learningRate);
    EXPECT_EQ(a.milliseconds, b.milliseconds);
    ASSERT_EQ(a.towers.size(), b.towers.size());
    for (std::size_t t = 0; t < a.towers.size(); ++t) {
        EXPECT_EQ(a.towers[t].images, b.towers[t].images);
        EXPECT_EQ(a.towers[t].wait, b.towers[t].wait);
        EXPECT_EQ(a.towers[t].copy, b.towers[t].copy);
        EXPECT_EQ(a.towers[t].forward, b.towers[t].forward);
        EXPECT_EQ(a.towers[t].backward, b.towers[t].backward);
        EXPECT_EQ(a.towers[t].exchange, b.towers[t].exchange);
        EXPECT_EQ(a.towers[t].update, b.towers[t].update);
        EXPECT_EQ(a.towers[t].straggler, b.towers[t].straggler);
    }
}

TEST_F(MetricsTest, RowsRoundTrip) {
    MetricsWriter writer(path);
    for (std::int64_t i = 1; i <= 300; ++i)
        writer.add(stepNumber(i));
    writer.add(epochNumber(1, 970, true));
    writer.add(Mark{150, Text::tr("learning rate %1 → %2", significant(0.001), significant(0.0003))});
    writer.finish();
    const std::vector<StepDone> steps = readSteps(path);
    ASSERT_EQ(steps.size(), 300U);
    for (std::size_t i = 0; i < steps.size(); ++i)
        expectEqual(steps[i], stepNumber(static_cast<std::int64_t>(i) + 1));
    const std::vector<EpochDone> epochs = readEpochs(path);
    ASSERT_EQ(epochs.size(), 1U);
    EXPECT_EQ(epochs[0].step, 100);
    EXPECT_EQ(epochs[0].trainAccuracy, 0.75f);
    EXPECT_EQ(epochs[0].validation.accuracy(), 0.97);
    EXPECT_TRUE(epochs[0].best);
    ASSERT_EQ(readMarks(path).size(), 1U);
    EXPECT_EQ(readMarks(path)[0].text, Text::tr("learning rate %1 → %2", significant(0.001), significant(0.0003)));
    EXPECT_EQ(readMarks(path)[0].text, "learning rate 0.001 → 0.0003");
}

TEST_F(MetricsTest, MeansOverClassesRoundTrip) {
    MetricsWriter writer(path);
    for (const std::int64_t number : {1, 2, 3}) {
        EpochDone epoch = epochNumber(number, 970, true);
        if (number != 2) // unknown
            epoch.validation.means = {0.1 * static_cast<double>(number), 0.25};
        writer.add(epoch);
    }
    writer.commit();
    std::vector<EpochDone> epochs = readEpochs(path);
    ASSERT_EQ(epochs.size(), 3U);
    EXPECT_EQ(epochs[0].validation.means, (ClassMeans{0.1, 0.25}));
    EXPECT_EQ(epochs[1].validation.means, ClassMeans());
    EXPECT_EQ(epochs[2].validation.means, (ClassMeans{0.1 * 3, 0.25}));
    writer.rewind(1000, 2);
    writer.add(epochNumber(3, 970, true));
    writer.finish();
    EXPECT_EQ(readEpochs(path).back().validation.means, ClassMeans()); // not those of the epoch that was dropped
}

TEST_F(MetricsTest, RunsOfEarlierVersionsHaveNoMeansOverClasses) {
    {
        MetricsWriter writer(path);
        writer.add(epochNumber(1, 970, true));
        writer.finish();
    }
    SQLite::Database(path.string(), SQLite::OPEN_READWRITE).exec("DROP TABLE class_means");
    ASSERT_EQ(readEpochs(path).size(), 1U);
    EXPECT_EQ(readEpochs(path)[0].validation.means, ClassMeans());
}

// The arrow of marks changed from "->": those of runs of earlier versions lost their translation.
TEST_F(MetricsTest, MarksOfEarlierVersionsGetTheArrowOfThisOne) {
    MetricsWriter writer(path);
    writer.add(Mark{1, Text::tr("epochs %1 -> %2", 2, 5)});
    writer.add(Mark{2, Text::verbatim("warm-up -> done")});
    writer.finish();
    ASSERT_EQ(readMarks(path).size(), 2U);
    EXPECT_EQ(readMarks(path)[0].text, Text::tr("epochs %1 → %2", 2, 5));
    EXPECT_EQ(readMarks(path)[1].text, "warm-up -> done"); // not this program's
}

// One row a step, and every step has as many towers as the run.
TEST_F(MetricsTest, AnAsynchronousStepHasOneTower) {
    MetricsWriter writer(path);
    std::vector<StepDone> written;
    for (std::int64_t i = 1; i <= 4; ++i) {
        StepDone step = stepNumber(i);
        step.staleness = i % 3;
        step.towers.assign(3, {});
        step.towers[static_cast<std::size_t>(i % 3)] = {.forward = 5, .straggler = 2, .images = 64};
        written.push_back(step);
        writer.add(step);
    }
    writer.finish();
    const std::vector<StepDone> steps = readSteps(path);
    ASSERT_EQ(steps.size(), 4U);
    for (std::size_t i = 0; i < steps.size(); ++i)
        expectEqual(steps[i], written[i]);
    SQLite::Database database(path.string());
    EXPECT_EQ(database.execAndGet("SELECT COUNT(*) FROM towers").getInt(), 4);
}

TEST_F(MetricsTest, NaNStaysNaN) {
    MetricsWriter writer(path);
    StepDone step = stepNumber(1);
    step.loss = std::numeric_limits<float>::quiet_NaN();
    writer.add(step);
    step.step = 2;
    step.loss = std::numeric_limits<float>::infinity();
    writer.add(step);
    writer.commit();
    EXPECT_TRUE(std::isnan(readSteps(path)[0].loss));
    EXPECT_TRUE(std::isinf(readSteps(path)[1].loss));
}

TEST_F(MetricsTest, ReadersSeeCommitsOfARunningRun) {
    MetricsWriter writer(path);
    writer.add(stepNumber(1));
    EXPECT_EQ(readSteps(path).size(), 0U);
    writer.commit();
    EXPECT_EQ(readSteps(path).size(), 1U);
    for (std::int64_t i = 2; i <= 5; ++i)
        writer.add(stepNumber(i));
    writer.commit();
    ASSERT_EQ(readStepsAfter(path, 3).size(), 2U);
    EXPECT_EQ(readStepsAfter(path, 3).front().step, 4);
    EXPECT_EQ(readStepsAfter(path, 0).size(), 5U);
    EXPECT_TRUE(readStepsAfter(path, 5).empty());
}

TEST_F(MetricsTest, FinishedFileNeedsNoJournal) {
    MetricsWriter writer(path);
    writer.add(stepNumber(1));
    writer.finish();
    EXPECT_FALSE(fs::exists(path.string() + "-wal"));
    fs::copy_file(path, root / "copy.db");
    EXPECT_EQ(readSteps(root / "copy.db").size(), 1U);
}

TEST_F(MetricsTest, ResumingReplacesRepeatedSteps) {
    {
        MetricsWriter writer(path);
        writer.add(stepNumber(1));
        writer.add(stepNumber(2));
        writer.finish();
    }
    MetricsWriter writer(path);
    StepDone again = stepNumber(2);
    again.loss = 7;
    writer.add(again);
    writer.finish();
    ASSERT_EQ(readSteps(path).size(), 2U);
    EXPECT_EQ(readSteps(path)[1].loss, 7);
}

TEST_F(MetricsTest, DamagedAndForeignFilesAreRefusedByName) {
    {
        MetricsWriter writer(path);
        for (std::int64_t i = 1; i <= 2000; ++i)
            writer.add(stepNumber(i));
        writer.finish();
    }
    const std::string whole = readFile(path);
    std::string scrambled = whole;
    for (std::size_t i = 4096; i < scrambled.size(); i += 5)
        scrambled[i] = static_cast<char>(scrambled[i] ^ 0x5a);
    for (const std::string& content : {std::string("not a database"), whole.substr(0, 5000), scrambled}) {
        overwrite(path, content);
        EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { readSteps(path); }), HasSubstr(path.string()));
    }
    EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { readEpochs(root / "none.db"); }), HasSubstr("none.db"));
    EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { readEpochs(root); }), HasSubstr(root.string()));
}

// A run that was killed while it made its tables has no metrics; it is not damaged.
TEST_F(MetricsTest, FileWithoutTablesHasNoRows) {
    writeFileAtomically(path, "");
    EXPECT_TRUE(readSteps(path).empty());
    SQLite::Database(path.string(), SQLite::OPEN_READWRITE).exec("PRAGMA journal_mode=WAL");
    EXPECT_TRUE(readEpochs(path).empty());
}

TEST_F(MetricsTest, ForeignDatabaseIsRefused) {
    SQLite::Database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE cats(name)");
    EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { readSteps(path); }), HasSubstr("no such table"));
}

TEST_F(MetricsTest, WriterRefusesInvalidRows) {
    EXPECT_THAT(messageOf(ErrorCategory::Io, [&] { MetricsWriter(root / "missing" / "metrics.db"); }),
                HasSubstr("missing"));
    writeFileAtomically(path, std::string(5000, 'x'));
    EXPECT_THAT(messageOf(ErrorCategory::Io, [&] { MetricsWriter writer(path); }), HasSubstr(path.string()));
    EXPECT_EQ(readFile(path), std::string(5000, 'x')); // somebody else's file is left as it is
}

} // namespace
} // namespace belfry
