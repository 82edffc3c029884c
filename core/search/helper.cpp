#include "core/search/helper.h"

#include "core/base/error.h"
#include "core/device/devices.h"
#include "core/ranks/mailbox.h"
#include "core/ranks/message_store.h"
#include "core/ranks/route.h"
#include "core/search/helper_messages.h"
#include "core/search/worker_pool.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <random>
#include <utility>

namespace belfry {
namespace {

using Clock = std::chrono::steady_clock;

// Another one each time, also in containers where host and process have the same names and numbers everywhere.
std::string newId() {
    constexpr const char* kDigits = "0123456789abcdef";
    std::random_device random;
    std::string id;
    for (int i = 0; i < 16; ++i)
        id += kDigits[random() % 16];
    return id;
}

LeaderCard readCard(MessageStore& store, const HelperOptions& options) {
    const std::optional<std::string> text = store.published(kLeaderKey, options.limits.meet);
    std::optional<LeaderCard> card = text ? decodeLeaderCard(*text) : std::nullopt;
    if (!card)
        throw Error(ErrorCategory::Device,
                    Text::tr("No search is led at %1; expected the address that a search started with --listen shows.",
                             options.leader.text()));
    const HelperFacts own = factsOf(options.version, nullptr);
    if (Text problem = differenceIn(own, card->facts, own); !problem.empty())
        throw usageError(std::move(problem));
    if (card->layout.trials < 1)
        throw usageError(Text::tr("The plan of the search at %1 cannot be read.", options.leader.text()));
    return *std::move(card);
}

std::vector<std::string> gpusHere() {
    std::vector<std::string> gpus;
    for (const DeviceInfo& gpu : listDevices().gpus())
        gpus.push_back(gpu.id);
    return gpus;
}

// One stay at the leader: from joining until it ends. One that was taken for lost joins once more.
class Stay {
public:
    Stay(const HelperOptions& options, const LeaderCard& card, Layout layout, std::shared_ptr<TrialTrainer> trainer,
         HelperFacts facts)
        : options_(options), card_(card), layout_(std::move(layout)), facts_(std::move(facts)),
          pool_(layout_.trials, std::move(trainer),
                [this](const Work& work, const EpochDone& epoch) { report(work, epoch); }) {}

    HelperEnd run(std::unique_ptr<MessageStore> store, const std::stop_token& stop) {
        mailbox_ = std::make_unique<Mailbox>(std::move(store), queueOf(id_), kLeaderQueue, [this] { pool_.wake(); });
        try {
            stay(stop);
        } catch (...) {
            endTrials();
            throw;
        }
        endTrials();
        end_->trained = trained_;
        return *end_;
    }
    bool wasTakenForLost() const { return takenForLost_; }

private:
    void stay(const std::stop_token& stop) {
        const std::stop_callback onStop(stop, [this] { pool_.wake(); });
        join();
        while (!end_) {
            for (const WorkDone& done : pool_.await(std::chrono::duration<double>(options_.limits.beat).count()))
                finish(done);
            for (const std::string& message : mailbox_->take())
                if (const std::optional<ToHelper> known = decodeToHelper(message); known && !end_)
                    std::visit([this](const auto& m) { on(m); }, *known);
            if (stop.stop_requested() && !end_)
                leave(HelperEnd::Kind::Stopped, Text::tr("This helper was stopped; its trials are dealt again."));
            if (!end_)
                watchLeader();
            if (!end_)
                deal();
            if (!end_ && Clock::now() - beaten_ >= options_.limits.beat)
                beat();
        }
    }

    // Less than the leader's, so that a helper whose cable was pulled ends in about the time in which it is lost.
    std::chrono::milliseconds silence() const {
        return std::chrono::milliseconds(std::llround(700 * options_.limits.silent));
    }

    void send(decltype(FromHelper::what) what) { mailbox_->send(encode({.id = id_, .what = std::move(what)})); }

    void join() {
        send(Joins{.host = thisHost(),
                   .places = layout_.trials,
                   .facts = facts_,
                   .device = deviceName(layout_.devices.front())});
        asked_ = beaten_ = Clock::now();
    }

    void beat() {
        send(Beats{});
        beaten_ = Clock::now();
    }

    void leave(HelperEnd::Kind kind, const Text& reason) {
        send(Leaves{.reason = kind == HelperEnd::Kind::Failed ? reason : Text()});
        end_ = HelperEnd{.kind = kind, .reason = reason};
    }

    // Twice in turn: a process that was itself asleep has not heard either.
    void watchLeader() {
        silentRounds_ = mailbox_->lost(silence()) ? silentRounds_ + 1 : 0;
        if (silentRounds_ > 1)
            end_ = HelperEnd{.kind = HelperEnd::Kind::Failed,
                             .reason = Text::tr("The leader at %1 is gone.", options_.leader.text())};
        else if (!welcome_ && Clock::now() - asked_ > options_.limits.meet)
            end_ = HelperEnd{.kind = HelperEnd::Kind::Failed,
                             .reason = Text::tr("The leader at %1 does not answer.", options_.leader.text())};
    }

    // Then nothing calls the mailbox any more, which calls the pool.
    void endTrials() {
        pool_.cancel();
        pool_.setPaused(false); // else trials that are paused would not end
        while (!pool_.idle())
            pool_.await(std::nullopt);
        mailbox_.reset();
    }

    void on(const Welcome&) {
        welcome_ = true;
        if (options_.tell)
            options_.tell(Text::plural("Joined the search '%1': %n trials in parallel.",
                                       "Joined the search '%1': %n trial at a time.", layout_.trials, card_.search));
    }
    void on(const Refusal& refusal) {
        if (!welcome_)
            throw usageError(refusal.reason);
        end_ = HelperEnd{.kind = HelperEnd::Kind::Failed, .reason = refusal.reason};
    }
    void on(const Deal& dealt) {
        Work work{.job = {.plan = dealt.plan}, .trial = {.id = dealt.trial}, .winner = {}};
        if (!options_.trainer) { // its own data, wherever it has it
            if (!options_.data.empty())
                work.job.plan.data = options_.data;
            work.job.plan.dataDir = options_.dataDir;
        }
        work.deal = dealt.number;
        waiting_.push_back(std::move(work));
    }
    void on(const PauseAll& pause) { pool_.setPaused(pause.paused); }
    void on(const CancelAll&) {
        waiting_.clear();
        cancelling_ = !pool_.idle();
        pool_.cancel();
    }
    void on(const TakenForLost&) {
        takenForLost_ = true;
        end_ = HelperEnd{};
    }
    void on(const Over& over) {
        send(Leaves{});
        end_ = HelperEnd{.kind = HelperEnd::Kind::Over, .reason = over.reason};
    }

    // What is begun while others end that were cancelled would be cancelled with them.
    void deal() {
        cancelling_ = cancelling_ && !pool_.idle();
        while (!cancelling_ && !waiting_.empty() && !pool_.full()) {
            pool_.begin(std::move(waiting_.front()));
            waiting_.pop_front();
        }
    }

    void report(const Work& work, const EpochDone& epoch) { // a session's thread
        send(ReportsEpoch{.deal = work.deal, .epoch = epoch});
    }

    // A loss that is not finite is what the trial comes to anywhere. Any other failure is this machine's, as when its
    // memory is too small: the trial is another one's to train.
    void finish(const WorkDone& done) {
        if (done.cancelled())
            return; // whoever cancelled it knows
        if (!done.problem.empty() && !done.result.finished.diverged) {
            send(GivesBack{.deal = done.work.deal, .reason = done.problem});
            if (!done.deviceProblem.empty())
                leave(HelperEnd::Kind::Failed, done.deviceProblem);
            return;
        }
        ++trained_;
        send(Returns{.deal = done.work.deal, .result = done.result, .problem = done.problem});
        if (options_.tell)
            options_.tell(Text::tr("Trial %1: validation accuracy %2 %.", std::int64_t{done.work.trial.id},
                                   decimals(100 * done.result.finished.bestValidation, 2)));
    }

    const HelperOptions& options_;
    const LeaderCard& card_;
    const Layout layout_;
    const HelperFacts facts_;
    const std::string id_ = newId();
    std::unique_ptr<Mailbox> mailbox_;
    std::deque<Work> waiting_; // dealt, but not begun
    Clock::time_point asked_, beaten_;
    bool welcome_ = false, cancelling_ = false, takenForLost_ = false;
    int trained_ = 0, silentRounds_ = 0;
    std::optional<HelperEnd> end_;
    WorkerPool pool_; // last: its threads use the rest
};

} // namespace

HelperEnd helpSearch(const HelperOptions& options, const std::stop_token& stop) {
    std::unique_ptr<MessageStore> store = MessageStore::connect(options.leader, options.limits.meet);
    const LeaderCard card = readCard(*store, options);
    Layout layout = cpuLayout(std::max(1, options.parallel), 1);
    std::shared_ptr<TrialTrainer> trainer = options.trainer;
    std::shared_ptr<const DataSet> data;
    if (!trainer) {
        Plan common = card.plan;
        if (!options.data.empty())
            common.data = options.data;
        common.dataDir = options.dataDir;
        data = openData(common);
        const bool cpu = card.layout.devices.front() == "cpu";
        layout =
            helperLayout(card.layout, cpu ? std::vector<std::string>() : gpusHere(), usableCores(), options.parallel);
        trainer = makeSessionTrainer(layout, common, data, {}, /*lowPriority=*/false);
    }
    const HelperFacts facts = factsOf(options.version, data.get());
    if (Text problem = differenceIn(facts, card.facts, facts); !problem.empty())
        throw usageError(std::move(problem));
    int trained = 0;
    for (;;) {
        Stay stay(options, card, layout, trainer, facts);
        HelperEnd end = stay.run(std::move(store), stop);
        trained += std::exchange(end.trained, 0);
        end.trained = trained;
        if (!stay.wasTakenForLost())
            return end;
        if (options.tell)
            options.tell(Text::tr("The leader had taken this helper for lost; it joins once more."));
        store = MessageStore::connect(options.leader, options.limits.meet);
    }
}

} // namespace belfry
