// Helpers that are lost, lie or are none at all, message by message: a search finds what it finds alone.
#include "core/base/files.h"
#include "core/data/stores.h"
#include "core/ranks/message_store.h"
#include "core/search/helper_messages.h"
#include "core/search/helpers.h"
#include "tests/core/search/joined_search.h"
#include "tests/core/train/small_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace belfry {
namespace {

using namespace std::chrono_literals;
using test::countOf;
using test::FakeTrainer;
using test::findings;
using test::Gate;
using test::JoinedSearch;
using test::kVersion;
using test::runToEnd;
using test::shortPlan;
using test::trained;
using test::waitingFor;
using test::Watcher;
using testing::HasSubstr;

int linesWith(const std::filesystem::path& file, const std::string& part) {
    int lines = 0;
    const std::string text = readFile(file);
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++lines;
    return lines;
}

// A helper that a test plays itself, message by message.
class PlayedHelper {
public:
    explicit PlayedHelper(const Endpoint& leader, std::string id = "played")
        : store(MessageStore::connect(leader, 60s)), id_(std::move(id)) {}
    void say(decltype(FromHelper::what) what) {
        store->push(kLeaderQueue, encode(FromHelper{.id = id_, .what = std::move(what)}));
    }
    void join() { say(Joins{.host = "far", .places = 2, .facts = factsOf(kVersion, nullptr), .device = "abacus"}); }
    template <typename Message>
    Message await() { // skips others
        for (;;) {
            const std::optional<std::string> text = store->pop(queueOf(id_), 60s);
            if (!text)
                throw std::runtime_error("nothing came");
            const std::optional<ToHelper> message = decodeToHelper(*text);
            if (const auto* found = message ? std::get_if<Message>(&*message) : nullptr)
                return *found;
        }
    }
    Returns returnOf(const Deal& deal, double accuracy) const {
        Returns returns{.deal = deal.number, .result = FakeTrainer::done({.plan = deal.plan}), .problem = {}};
        returns.result.finished.bestValidation = accuracy;
        return returns;
    }
    const std::unique_ptr<MessageStore> store;

private:
    const std::string id_;
};

// It has two trials, then says nothing for longer than the limit; what it says after that comes too late.
TEST_F(JoinedSearch, DealsTheTrialsOfALostHelperAgainAndCountsNoneTwice) {
    const nlohmann::json expected = alone(shortPlan(), std::make_shared<FakeTrainer>(trained));
    const auto folder = create(shortPlan());
    std::atomic<double> now{0};
    std::promise<void> lost, late;
    Gate gate(1);
    Watcher watcher([&](const SearchEvent& event) {
        gate(watcher, event);
        const auto* news = std::get_if<HelperNews>(&event);
        if (news && news->kind == HelperNews::Kind::Lost)
            lost.set_value();
    });
    HelperLimits limits;
    limits.clock = [&now] { return now.load(); };
    SearchOptions options{.trainer = waitingFor(late), .helpers = access(limits)};
    std::jthread player([&] {
        PlayedHelper far(endpoint);
        far.join();
        const Deal first = far.await<Deal>(), second = far.await<Deal>();
        now = limits.silent + 1;
        lost.get_future().wait();
        far.say(far.returnOf(first, 1));
        far.await<TakenForLost>();
        far.say(far.returnOf(second, 1));
        late.set_value();
    });
    EXPECT_EQ(runToEnd(folder, watcher, std::move(options)).state, "finished");
    player.join();
    EXPECT_EQ(findings(folder), expected);
    EXPECT_EQ(linesWith(SearchFiles(folder).trials, "\"trial\":"), static_cast<int>(readSearch(folder).trials.size()));
    for (const HelperNews& news : watcher.all<HelperNews>())
        if (news.kind == HelperNews::Kind::Lost) {
            EXPECT_EQ(news.text.english(), "far is lost; its 2 trials are dealt again.");
        }
}

// Whoever reaches the port can write there.
TEST_F(JoinedSearch, GarbageInTheStoreChangesNothing) {
    const nlohmann::json expected = alone(shortPlan(), std::make_shared<FakeTrainer>(trained));
    const auto folder = create(shortPlan());
    Gate gate(1);
    Watcher watcher([&](const SearchEvent& event) { gate(watcher, event); });
    SearchOptions options{.trainer = std::make_shared<FakeTrainer>(trained), .helpers = access()};
    std::jthread player([&] {
        PlayedHelper far(endpoint);
        const auto write = [&far](const std::string& text) { far.store->push(kLeaderQueue, text); };
        far.store->publish(kLeaderQueue, "a value where a queue is expected");
        for (const std::string& text :
             {std::string(), std::string("{"), std::string("\0\xff\xfe", 3), std::string("[]"), std::string("null"),
              std::string(2 * kMaxMessageBytes, 'x'), std::string(100'000, '['), std::string(R"({"id": 7})"),
              std::string(R"({"id": "", "what": "join"})"), std::string(R"({"id": "a\nb", "what": "beat"})"),
              std::string(R"({"id": "x", "what": "join", "host": "h", "places": 1e300, "facts": [], "device": "d"})"),
              std::string(R"({"id": "x", "what": "join", "host": "h", "places": -1, "facts": {}, "device": "d"})"),
              std::string(R"({"id": "nobody", "what": "result", "deal": 1, "reason": "", "result": {}})")})
            write(text);
        far.join();
        const Deal deal = far.await<Deal>();
        const std::string head = R"({"id": "played", "deal": )" + std::to_string(deal.number);
        write(head + R"(, "what": "result", "reason": "", "result": {"accuracy": "high"}})");
        write(head + R"(, "what": "epoch", "epoch": 1, "correct": 3, "images": 2})");
        far.say(far.returnOf(deal, 1.5));                                            // better than can be
        far.say(far.returnOf({.number = deal.number + 1000, .plan = deal.plan}, 1)); // never dealt
        Returns other = far.returnOf(deal, 1);
        PlayedHelper(endpoint, "another").say(other); // of somebody who has not joined
        far.say(Leaves{});
    });
    EXPECT_EQ(runToEnd(folder, watcher, std::move(options)).state, "finished");
    player.join();
    EXPECT_EQ(findings(folder), expected);
    EXPECT_EQ(countOf(watcher, HelperNews::Kind::Joined), 1);
    EXPECT_EQ(countOf(watcher, HelperNews::Kind::OtherDevice), 1); // which is remarked
}

TEST_F(JoinedSearch, RefusesAnotherVersion) {
    const auto folder = create(shortPlan());
    Gate gate(1);
    Watcher watcher([&](const SearchEvent& event) { gate(watcher, event); });
    SearchOptions options{.trainer = std::make_shared<FakeTrainer>(), .helpers = access()};
    std::jthread player([&] {
        HelperOptions mine = helper(std::make_shared<FakeTrainer>());
        mine.version = "1.2.4";
        try {
            helpSearch(mine, {});
            ADD_FAILURE() << "it was let in";
        } catch (const Error& error) {
            EXPECT_EQ(error.category(), ErrorCategory::Usage);
            EXPECT_STREQ(error.what(), "This machine differs from the leader in the version of Belfry: '1.2.4' here, "
                                       "'1.2.3' there. Use the same on both.");
        }
        PlayedHelper liar(endpoint, "liar"); // who does not compare by himself
        liar.say(Joins{.host = "far", .places = 1, .facts = factsOf("1.2.4", nullptr), .device = "abacus"});
        EXPECT_THAT(liar.await<Refusal>().reason.english(), HasSubstr("'1.2.4' here, '1.2.3' there"));
        PlayedHelper mute(endpoint, "mute"); // who says nothing of himself
        mute.say(Joins{.host = "far", .places = 1, .facts = {}, .device = "abacus"});
        EXPECT_THAT(mute.await<Refusal>().reason.english(), HasSubstr("'' here, '1.2.3' there"));
        PlayedHelper last(endpoint, "last"); // so that the search goes on
        last.join();
        last.say(Leaves{});
    });
    runToEnd(folder, watcher, std::move(options));
    player.join();
    EXPECT_EQ(countOf(watcher, HelperNews::Kind::Refused), 2);
}

// A message that the store does not take broke it: the search waited for ever for what its helpers had.
TEST(Helpers, GiveBackWhatTheyHaveWhenTheStoreBreaks) {
    constexpr std::size_t kTooMuch = 32u << 20;
    auto listener = std::make_shared<Listener>(listenAt({.host = "127.0.0.1", .port = 0}));
    const Endpoint endpoint = listener->bound;
    std::promise<void> joined, bothBack;
    std::atomic<int> back{0};
    Helpers helpers({.listener = std::move(listener), .version = kVersion},
                    {.search = "of a moment", .facts = factsOf(kVersion, nullptr), .layout = cpuLayout(1, 1)}, "abacus",
                    {.done =
                         [&](const WorkDone& done) {
                             EXPECT_TRUE(done.givenBack);
                             if (++back == 2)
                                 bothBack.set_value();
                         },
                     .changed = [&joined] { joined.set_value(); },
                     .onEpoch = [](const Work&, const EpochDone&) {},
                     .report = [](const HelperNews&) {}});
    PlayedHelper far(endpoint);
    far.join();
    joined.get_future().wait();
    Work work{.job = {.plan = shortPlan().space.plan}, .trial = {.id = 1}, .winner = {}};
    helpers.begin(work);
    work.job.plan.name = std::string(kTooMuch, 'x');
    helpers.begin(work);
    helpers.setPaused(true); // of the two messages one at least is not taken
    EXPECT_EQ(bothBack.get_future().wait_for(60s), std::future_status::ready);
    EXPECT_FALSE(helpers.hasPlace());
    helpers.begin(work); // comes back at once
    EXPECT_EQ(back, 3);
}

// One image of many is another one: the names and numbers are the same.
TEST(HelperFacts, TellDataSetsApart) {
    const std::shared_ptr<const DataSet> data = test::smallMnist(50);
    const HelperFacts facts = factsOf(kVersion, data.get());
    EXPECT_TRUE(differenceIn(facts, facts, factsOf(kVersion, test::smallMnist(50).get())).empty());
    std::vector<std::uint8_t> images(data->train->contiguous(),
                                     data->train->contiguous() + data->train->size() * data->shape.bytes());
    std::vector<std::uint8_t> labels;
    for (std::int64_t i = 0; i < data->train->size(); ++i)
        labels.push_back(data->train->label(i));
    images.back() ^= 1;
    DataSet other = *data;
    other.train = memoryStore(images, labels, data->shape.bytes());
    EXPECT_THAT(differenceIn(facts, facts, factsOf(kVersion, &other)).english(), HasSubstr("the images themselves"));
    other.train = rangeStore(data->train, 0, 49, data->shape.bytes());
    EXPECT_THAT(differenceIn(facts, facts, factsOf(kVersion, &other)).english(),
                HasSubstr("the number of training images: '49' here, '50' there"));
}

} // namespace
} // namespace belfry
