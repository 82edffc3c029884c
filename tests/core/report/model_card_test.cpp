// Model cards of runs that lack something, and of runs with hostile names. A card of a whole run:
// tests/app/report_test.py.
#include "core/report/markdown.h"
#include "core/report/model_card.h"
#include "core/runs/run_notes.h"
#include "core/runs/weights_file.h"
#include "tests/core/runs/runs_fixture.h"

namespace belfry {
namespace {

using testing::HasSubstr;
using testing::Not;

class ModelCardTest : public RunsTest {
protected:
    ModelCardTest() {
        Plan plan = namedPlan("<b>cats</b> | *dogs*");
        plan.data = (root / "no such data").string();
        plan.backbone = "efficientnet-lite0";
        folder = createRun(plan, root);
    }

    std::string card() const { return modelCard(gatherReport(folder, {.mistakes = 0, .map = false})); }

    std::filesystem::path folder;
};

TEST_F(ModelCardTest, SaysWhatARunLacks) {
    writeRunRecord(RunFiles(folder).record, newRunRecord());
    const std::string text = card();
    for (const char* const said :
         {"Nothing more is known of it, as there are no weights", "The pictures could not be read for this card.",
          "The run ended before its first validation, so it has no result.",
          "Nothing could be evaluated for this card.", "Without weights there is nothing to use."})
        EXPECT_THAT(text, HasSubstr(said));
    for (const char* const empty : {": \n", "| |", "|  |", "``", "–", "Hardware", "Time:"})
        EXPECT_THAT(text, Not(HasSubstr(empty)));
}

TEST_F(ModelCardTest, TellsOfWeightsWithoutData) {
    RunRecord record = newRunRecord();
    apply(record, finishedRun(RunState::Finished));
    record.hardware.towers = {{.tower = 0, .device = "cuda:0", .deviceName = "NVIDIA H200", .batch = 512},
                              {.tower = 1, .device = "cuda:0", .deviceName = "NVIDIA H200", .batch = 512}};
    writeRunRecord(RunFiles(folder).record, record);
    std::filesystem::create_directories(RunFiles(folder).weights);
    saveSnapshot(RunFiles(folder).best, smallSnapshot(0, 100));
    const std::string text = card();
    EXPECT_THAT(text, HasSubstr("as one of 2 classes"));
    EXPECT_THAT(text, HasSubstr("- Input: 8 x 8 pixels, grey"));
    EXPECT_THAT(text, HasSubstr("- Classes (2): cat, dog"));
    EXPECT_THAT(text, HasSubstr("75.00 % (3 of 4) | 30.06 to 95.44 %"));
    EXPECT_THAT(text, HasSubstr("2 towers on NVIDIA H200\n"));
    EXPECT_THAT(text, HasSubstr("which is no longer on this machine, so that its licence is not known here."));
    EXPECT_THAT(text, HasSubstr("A picture of anything else gets one of these names too."));
}

TEST_F(ModelCardTest, EscapesNamesAndNotes) {
    writeRunRecord(RunFiles(folder).record, newRunRecord());
    writeRunNotes(RunFiles(folder).notes, {"", "# 1 < 2\n- [link](http://x)", {"<i>", "a_b"}});
    const std::string text = card();
    EXPECT_THAT(text, testing::StartsWith("# \\<b\\>cats\\</b\\> \\| \\*dogs\\*\n"));
    EXPECT_THAT(text, HasSubstr("Note: \\# 1 \\< 2 \\- \\[link\\]\\("));
    EXPECT_THAT(text, HasSubstr("Tags: \\<i\\>, a_b\n"));
}

TEST(Markdown, SeparatesItsParts) {
    Markdown text;
    text.heading(1, "A");
    text.item("one");
    text.item("two");
    text.table({{"x", "y"}, {{"1", "2"}}});
    text.code("a\nb");
    EXPECT_EQ(text.take(), "# A\n\n- one\n- two\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n\n    a\n    b\n");
    EXPECT_EQ(codeMarkdown("a`b\n|"), "`a b  `");
}

} // namespace
} // namespace belfry
