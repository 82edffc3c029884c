#include "core/search/helpers.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/ranks/message_store.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace belfry {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLook(200);        // whether somebody is silent is looked at so often
constexpr std::size_t kMaxHelpers = 4096; // and as many that are remembered as lost
constexpr int kMaxGivenBackInARow = 3;    // by one helper: something is wrong there

WorkDone givenBack(Work work) {
    ++work.givenBack;
    WorkDone done{.work = std::move(work), .result = {}, .problem = {}};
    done.givenBack = true;
    return done;
}

} // namespace

struct Helpers::Impl {
    struct Helper {
        std::string host;
        int places = 0;
        double heard = 0;                 // seconds, by the clock
        std::map<std::int64_t, Work> has; // by the number of the deal
        int givenBackInARow = 0;
        int free() const { return places - static_cast<int>(has.size()); }
    };
    using HelperMap = std::map<std::string, Helper>; // by id

    // What is to be called once the lock is gone: whoever is called may come back with a call of his own.
    struct Outcome {
        std::vector<WorkDone> done;
        std::vector<HelperNews> news;
        std::vector<std::pair<Work, EpochDone>> epochs;
        bool changed = false;
    };

    Impl(HelperAccess given, const LeaderCard& shown, std::string ownDevice, HelperCalls toCall)
        : access(std::move(given)), card(shown), device(std::move(ownDevice)), calls(std::move(toCall)),
          where(access.listener->shown.text()), store(MessageStore::serve(std::move(*access.listener))) {
        if (!access.limits.clock)
            access.limits.clock = [watch = Stopwatch()] { return watch.seconds(); };
        store->publish(kLeaderKey, encode(card));
        thread = std::thread([this] { run(); });
    }

    // The helpers' thread.

    void run() {
        Outcome first;
        first.news.push_back({.kind = HelperNews::Kind::Listening,
                              .host = where,
                              .text = Text::tr("Helpers join with: belfry-cli search join %1", where)});
        finish(std::move(first));
        try {
            while (!isOver()) {
                const std::optional<std::string> message = store->pop(kLeaderQueue, kLook);
                Outcome outcome;
                if (const auto from = message ? decodeFromHelper(*message) : std::nullopt)
                    take(*from, outcome);
                loseSilentOnes(outcome);
                finish(std::move(outcome));
            }
        } catch (const std::exception&) { // the store is this process's own: it does not break in ordinary ways
            const std::lock_guard guard(mutex);
            broken = true;
        }
        giveUp();
    }

    // Where the store has broken: else the search would wait for ever for what they have.
    void giveUp() {
        Outcome outcome;
        {
            const std::lock_guard guard(mutex);
            while (broken && !helpers.empty())
                remove(helpers.begin(), outcome);
        }
        finish(std::move(outcome));
    }

    void take(const FromHelper& from, Outcome& outcome) {
        const std::lock_guard guard(mutex);
        if (const auto* joins = std::get_if<Joins>(&from.what)) {
            join(from.id, *joins, outcome);
            return;
        }
        const auto helper = helpers.find(from.id);
        if (helper == helpers.end()) {
            if (lost.contains(from.id) && !std::holds_alternative<Leaves>(from.what))
                send(from.id, TakenForLost{}); // what it says of its trials comes too late
            return;
        }
        helper->second.heard = access.limits.clock();
        if (const auto* epoch = std::get_if<ReportsEpoch>(&from.what))
            report(helper->second, *epoch, outcome);
        else if (const auto* returns = std::get_if<Returns>(&from.what))
            end(helper->second, *returns, outcome);
        else if (const auto* back = std::get_if<GivesBack>(&from.what))
            giveBack(helper, *back, outcome);
        else if (const auto* leaves = std::get_if<Leaves>(&from.what))
            leave(helper, *leaves, outcome);
    }

    void join(const std::string& id, const Joins& joins, Outcome& outcome) { // under the lock
        if (helpers.contains(id) || lost.contains(id) || helpers.size() >= kMaxHelpers)
            return;
        if (released) {
            send(id, Over{.reason = *released});
            return;
        }
        Text problem = differenceIn(card.facts, card.facts, joins.facts);
        if (!problem.empty()) {
            tell(outcome, HelperNews::Kind::Refused, joins.host,
                 Text::tr("The helper on %1 is refused, as it differs in its version or its data.", joins.host));
            send(id, Refusal{.reason = std::move(problem)});
            return;
        }
        helpers[id] = {.host = joins.host, .places = joins.places, .heard = access.limits.clock(), .has = {}};
        send(id, Welcome{});
        if (paused)
            send(id, PauseAll{.paused = true});
        tell(outcome, HelperNews::Kind::Joined, joins.host,
             Text::plural("%1 has joined and trains %n trials in parallel.",
                          "%1 has joined and trains %n trial at a time.", joins.places, joins.host));
        outcome.news.back().places = joins.places;
        outcome.changed = true;
        if (!joins.device.empty() && joins.device != device)
            tell(outcome, HelperNews::Kind::OtherDevice, joins.host,
                 Text::tr(
                     "%1 trains on another device (%2) than the leader (%3): it may round sums otherwise. To repeat "
                     "this search bit for bit, use machines of one kind.",
                     joins.host, joins.device, device));
    }

    static void report(const Helper& helper, const ReportsEpoch& epoch, Outcome& outcome) { // under the lock
        if (const auto work = helper.has.find(epoch.deal); work != helper.has.end())
            outcome.epochs.emplace_back(work->second, epoch.epoch);
    }

    void end(Helper& helper, const Returns& returns, Outcome& outcome) { // under the lock
        const auto found = helper.has.find(returns.deal);
        if (found == helper.has.end())
            return; // it was cancelled meanwhile
        helper.givenBackInARow = 0;
        WorkDone done{.work = std::move(found->second), .result = returns.result, .problem = returns.problem};
        helper.has.erase(found);
        done.result.finished.reason = done.problem;
        outcome.done.push_back(std::move(done));
    }

    void giveBack(HelperMap::iterator helper, const GivesBack& back, Outcome& outcome) { // under the lock
        const auto found = helper->second.has.find(back.deal);
        if (found == helper->second.has.end())
            return;
        const std::string host = helper->second.host;
        tell(outcome, HelperNews::Kind::GaveBack, host,
             Text::tr("%1 could not train trial %2; it is dealt again. The reason was: %3", host,
                      std::int64_t{found->second.trial.id}, back.reason));
        outcome.done.push_back(givenBack(std::move(found->second)));
        helper->second.has.erase(found);
        if (++helper->second.givenBackInARow < kMaxGivenBackInARow)
            return;
        send(helper->first, Refusal{.reason = Text::tr("This machine could not train several trials in turn.")});
        tell(outcome, HelperNews::Kind::Left, host,
             Text::tr("%1 could not train several trials in turn, and gets no more.", host), -1);
        remove(helper, outcome);
    }

    void leave(HelperMap::iterator helper, const Leaves& leaves, Outcome& outcome) { // under the lock
        const std::string host = helper->second.host;
        const Text text = Text::tr("%1 has left.", host);
        tell(outcome, HelperNews::Kind::Left, host, Text::sentences({text, leaves.reason}), -1);
        remove(helper, outcome);
    }

    void loseSilentOnes(Outcome& outcome) {
        const std::lock_guard guard(mutex);
        const double now = access.limits.clock();
        for (auto helper = helpers.begin(); helper != helpers.end();) {
            const auto current = helper++;
            if (now - current->second.heard <= access.limits.silent)
                continue;
            const std::string host = current->second.host;
            const auto trials = static_cast<std::int64_t>(current->second.has.size());
            tell(outcome, HelperNews::Kind::Lost, host,
                 trials == 0 ? Text::tr("%1 is lost.", host)
                             : Text::plural("%1 is lost; its %n trials are dealt again.",
                                            "%1 is lost; its trial is dealt again.", trials, host),
                 -1);
            if (lost.size() < kMaxHelpers)
                lost.insert(current->first);
            remove(current, outcome);
        }
    }

    // Without the lock.
    void finish(Outcome outcome) {
        {
            const std::lock_guard guard(mutex);
            if (closing)
                outcome.news.clear(), outcome.epochs.clear();
        }
        for (HelperNews& news : outcome.news)
            calls.report(std::move(news));
        for (const auto& [work, epoch] : outcome.epochs)
            calls.onEpoch(work, epoch);
        for (WorkDone& done : outcome.done)
            calls.done(std::move(done));
        if (outcome.changed)
            calls.changed();
    }

    // Under the lock.

    void remove(HelperMap::iterator helper, Outcome& outcome) {
        for (auto& [number, work] : helper->second.has)
            outcome.done.push_back(givenBack(std::move(work)));
        helpers.erase(helper);
        ended.notify_all();
    }

    void tell(Outcome& outcome, HelperNews::Kind kind, const std::string& host, Text text, int more = 0) const {
        outcome.news.push_back({.kind = kind,
                                .host = host,
                                .places = 0,
                                .helpers = static_cast<int>(helpers.size()) + more,
                                .text = std::move(text)});
    }

    void send(const std::string& id, const ToHelper& message) {
        if (broken)
            return;
        try {
            store->push(queueOf(id), encode(message));
        } catch (const std::exception&) {
            broken = true;
        }
    }
    void sendAll(const ToHelper& message) {
        for (const auto& [id, helper] : helpers)
            send(id, message);
    }

    bool isOver() {
        const std::lock_guard guard(mutex);
        return over || broken;
    }

    HelperAccess access;
    const LeaderCard card;
    const std::string device;
    const HelperCalls calls;
    const std::string where; // to join
    const std::unique_ptr<MessageStore> store;
    std::mutex mutex;              // guards what follows
    std::condition_variable ended; // of a helper
    HelperMap helpers;
    std::set<std::string> lost; // who may say something yet
    std::int64_t deals = 0;
    std::optional<Text> released; // why
    bool paused = false, closing = false, over = false, broken = false;
    std::thread thread;
};

Helpers::Helpers(HelperAccess access, const LeaderCard& card, std::string device, HelperCalls calls)
    : impl_(std::make_unique<Impl>(std::move(access), card, std::move(device), std::move(calls))) {}

Helpers::~Helpers() { close(); }

bool Helpers::hasPlace() const {
    const std::lock_guard guard(impl_->mutex);
    return !impl_->released &&
           std::ranges::any_of(impl_->helpers, [](const auto& entry) { return entry.second.free() > 0; });
}

void Helpers::begin(Work work) {
    Impl::Outcome outcome;
    {
        const std::lock_guard guard(impl_->mutex);
        const auto helper =
            std::ranges::max_element(impl_->helpers, {}, [](const auto& entry) { return entry.second.free(); });
        if (helper == impl_->helpers.end() || helper->second.free() <= 0 || impl_->released) {
            outcome.done.push_back(givenBack(std::move(work))); // who had the place was lost meanwhile
            --outcome.done.back().work.givenBack;
        } else {
            const std::int64_t number = ++impl_->deals;
            impl_->send(helper->first, Deal{.number = number, .trial = work.trial.id, .plan = work.job.plan});
            helper->second.has[number] = std::move(work);
        }
    }
    for (WorkDone& done : outcome.done)
        impl_->calls.done(std::move(done));
}

void Helpers::cancel() {
    std::vector<WorkDone> cancelled;
    {
        const std::lock_guard guard(impl_->mutex);
        for (auto& [id, helper] : impl_->helpers) {
            if (helper.has.empty())
                continue;
            impl_->send(id, CancelAll{});
            for (auto& [number, work] : helper.has) {
                cancelled.push_back({.work = std::move(work), .result = {}, .problem = {}});
                cancelled.back().result.finished.state = RunState::Stopped;
            }
            helper.has.clear();
        }
    }
    for (WorkDone& done : cancelled)
        impl_->calls.done(std::move(done));
}

void Helpers::setPaused(bool paused) {
    const std::lock_guard guard(impl_->mutex);
    impl_->paused = paused;
    impl_->sendAll(PauseAll{.paused = paused});
}

void Helpers::release(const Text& reason) {
    const std::lock_guard guard(impl_->mutex);
    if (impl_->released)
        return;
    impl_->released = reason;
    impl_->sendAll(Over{.reason = reason});
}

void Helpers::close() {
    if (!impl_->thread.joinable())
        return;
    release(Text::tr("The search was stopped."));
    {
        std::unique_lock guard(impl_->mutex);
        impl_->closing = true;
        impl_->ended.wait_for(guard, impl_->access.limits.farewell, [this] { return impl_->helpers.empty(); });
        impl_->over = true;
    }
    impl_->thread.join();
}

} // namespace belfry
