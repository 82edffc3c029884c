// What a rank that does not lead warns of reaches rank 0, whose folder and output are looked at.
#include "core/train/rank_warnings.h"
#include "tests/core/train/small_ranks.h"
#include "tests/support/damaged_store.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace belfry {
namespace {

using test::Ended;
using test::RankRun;
using test::Ranks;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::MatchesRegex;
using testing::SizeIs;

// What rank 0 is told; the others give it the bytes, as another program might.
std::vector<Text> toldOf(const std::vector<std::string>& bytes) {
    const auto size = static_cast<int>(bytes.size()) + 1;
    const Ranks meeting;
    std::vector<Text> told;
    EXPECT_THAT(Ranks::problemsOf(size,
                                  [&](int rank) {
                                      const auto group = meeting.meet(rank, size);
                                      if (rank == 0)
                                          told = toldByOthers(*group, {Text::verbatim("Rank 0 knows.")});
                                      else
                                          group->gatherTexts(bytes[static_cast<std::size_t>(rank - 1)]);
                                      group->leave();
                                  }),
                Each(""));
    return told;
}

// Likewise, the others give it texts.
std::vector<Text> toldOf(const std::vector<std::vector<Text>>& texts) {
    const auto size = static_cast<int>(texts.size()) + 1;
    const Ranks meeting;
    std::vector<Text> told;
    EXPECT_THAT(Ranks::problemsOf(size,
                                  [&](int rank) {
                                      const auto group = meeting.meet(rank, size);
                                      const std::vector<Text> own{Text::verbatim("Rank 0 knows.")};
                                      const auto found = toldByOthers(
                                          *group, rank == 0 ? own : texts[static_cast<std::size_t>(rank - 1)]);
                                      if (rank == 0)
                                          told = found;
                                      else
                                          EXPECT_THAT(found, SizeIs(0));
                                      group->leave();
                                  }),
                Each(""));
    return told;
}

// Its pictures turn out to be damaged once they are read.
class Damaged : public ImageStore {
public:
    explicit Damaged(std::shared_ptr<const ImageStore> whole) : whole_(std::move(whole)) {}
    std::int64_t size() const override { return whole_->size(); }
    void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const override {
        whole_->read(indices, destination);
        read_ = true;
    }
    std::uint8_t label(std::int64_t index) const override { return whole_->label(index); }
    std::vector<DataIssue> issues() const override {
        if (!read_)
            return {};
        return {{.kind = DataIssue::Kind::UnreadableImage, .count = 1, .sentence = Text::verbatim("A bad picture.")}};
    }

private:
    std::shared_ptr<const ImageStore> whole_;
    mutable std::atomic<bool> read_ = false;
};

RankRun runOf(const std::vector<int>& towers, const std::function<void(int rank, PreparedRun&)>& change) {
    RankRun run{towers, {}};
    run.plan.globalBatch = 60;
    run.plan.epochs = 2;
    run.change = change;
    return run;
}

std::vector<std::string> warningsOf(const Ended& ended, int rank) {
    std::vector<std::string> texts;
    for (const Warning& warning : ended.all<Warning>(rank))
        texts.push_back(warning.text.english());
    return texts;
}

TEST(RankWarnings, ReachRankZeroWithTheEpoch) {
    std::vector<std::string> atFirstEpoch;
    RankRun run = runOf({1, 1}, [](int rank, PreparedRun& prepared) {
        if (rank != 1)
            return;
        auto damaged = std::make_shared<DataSet>(*prepared.data);
        damaged->train = std::make_shared<Damaged>(prepared.data->train);
        prepared.data = damaged;
    });
    run.meanwhile = [&](int rank, Session&, const Ended& soFar) {
        if (rank != 0)
            return;
        soFar.ranks[0]->waitFor<StepDone>([](const StepDone& step) { return step.images > 1000; });
        atFirstEpoch = warningsOf(soFar, 0);
    };
    const Ended ended = train(run);
    EXPECT_THAT(atFirstEpoch, ElementsAre(MatchesRegex("Rank 1 \\(host .*\\): A bad picture\\. The run continues\\.")));
    EXPECT_EQ(warningsOf(ended, 0), atFirstEpoch) << "told twice";
    EXPECT_THAT(warningsOf(ended, 1), ElementsAre("A bad picture. The run continues."));
}

// The same pictures are read for the test of the best weights, after the last epoch.
TEST(RankWarnings, OfTheLastStepReachRankZeroBeforeTheEnd) {
    const Ended ended = train(runOf({1, 1}, [](int rank, PreparedRun& prepared) {
        if (rank != 1)
            return;
        auto damaged = std::make_shared<DataSet>(*prepared.data);
        damaged->test = std::make_shared<Damaged>(prepared.data->test);
        prepared.data = damaged;
    }));
    EXPECT_THAT(warningsOf(ended, 0), ElementsAre(MatchesRegex("Rank 1 \\(host .*\\): A bad picture\\..*")));
    EXPECT_EQ(ended.finished(0).state, RunState::Finished) << ended.finished(0).reason;
}

// Of the start: what rank 0 says of itself is not repeated.
TEST(RankWarnings, RemarksOnTheStartAreRankZerosToo) {
    const Ended ended = train(runOf({1, 1, 1}, [](int rank, PreparedRun& prepared) {
        prepared.remarks = {Text::verbatim("All are slow.")};
        if (rank > 0)
            prepared.remarks.push_back(Text::verbatim("The others are slower."));
    }));
    EXPECT_THAT(
        englishOf(ended.all<Started>(0).at(0).remarks),
        ElementsAre("All are slow.", MatchesRegex("Ranks 1 \\(host .*\\), 2 \\(host .*\\): The others are slower\\.")));
    EXPECT_THAT(englishOf(ended.all<Started>(1).at(0).remarks), ElementsAre("All are slow.", "The others are slower."));
}

TEST(RankWarnings, CanBeTranslated) {
    const Text text = Text::plural("%n towers share %1.", "%n tower is on %1.", 3, "cpu");
    const std::vector<Text> told = toldOf(std::vector<std::vector<Text>>{{text, Text::verbatim("Rank 0 knows.")}});
    ASSERT_THAT(told, SizeIs(1));
    EXPECT_THAT(told[0].arguments(), Contains(Text::Argument(text)));
}

// A file's name need not be UTF-8, a list may have no end, and there may be a warning at each step.
TEST(RankWarnings, AreCut) {
    std::vector<Text> many{Text::verbatim("\xff.png is damaged."), Text::verbatim(std::string(100'000, 'a'))};
    for (int i = 0; i < 1000; ++i)
        many.push_back(Text::verbatim("warning " + std::to_string(i)));
    const std::vector<Text> told = toldOf(std::vector<std::vector<Text>>{many});
    ASSERT_THAT(told, SizeIs(21));
    EXPECT_THAT(told[0].english(), MatchesRegex("Rank 1 \\(host .*\\): .*\\.png is damaged\\."));
    EXPECT_LT(told[1].english().size(), 2200u);
    EXPECT_EQ(told[20], "1 more warning is in a rank's own output.");
}

TEST(RankWarnings, ThatCannotBeReadAreASentence) {
    const std::string tooLong = nlohmann::json::array({{{"text", std::string(2 << 20, 'a')}}}).dump();
    for (const std::string& bytes :
         {std::string("\x01\xff"), std::string("["), std::string("7"), std::string("[7]"), std::string("[{}]"),
          std::string(R"([{"text": 7}])"), std::string(100'000, '['), tooLong})
        EXPECT_THAT(englishOf(toldOf(std::vector<std::string>{bytes, ""})),
                    ElementsAre(MatchesRegex("Rank 1 \\(host .*\\): It warned of something that could not be read.*")))
            << bytes.substr(0, 20);
    EXPECT_THAT(englishOf(toldOf(std::vector<std::string>{R"([{"text": "Hot.", "text_text": {"template": 5}}])"})),
                ElementsAre(MatchesRegex("Rank 1 \\(host .*\\): Hot\\.")));
}

// A split counted as stopped in the middle when fewer pictures were answered than it has.
TEST(RankWarnings, AreOfPicturesThatCountInNoFigure) {
    const Ended ended = train(runOf({1, 1}, [](int, PreparedRun& prepared) {
        auto damaged = std::make_shared<DataSet>(*prepared.data);
        const std::int64_t bytes = damaged->shape.bytes();
        damaged->validation =
            std::make_shared<test::DamagedStore>(damaged->validation, std::set<std::int64_t>{0, 1, 150}, bytes);
        damaged->test = std::make_shared<test::DamagedStore>(damaged->test, std::set<std::int64_t>{299}, bytes);
        prepared.data = damaged;
    }));
    for (const int rank : {0, 1}) {
        ASSERT_EQ(ended.all<EpochDone>(rank).size(), 2U);
        EXPECT_EQ(ended.all<EpochDone>(rank)[0].validation.images, 197);
        EXPECT_EQ(ended.all<Finished>(rank).at(0).test.images, 299);
    }
}

} // namespace
} // namespace belfry
