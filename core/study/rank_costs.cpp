#include "core/study/rank_costs.h"

#include "core/base/error.h"
#include "core/base/median.h"
#include "core/base/stopwatch.h"
#include "core/device/devices.h"
#include "core/exchange/forwarding_exchange.h"
#include "core/exchange/gradient_buckets.h"
#include "core/exchange/rank_exchange.h"
#include "core/ranks/route.h"
#include "core/study/pilot.h"
#include "core/train/rank_place.h"

#include <sys/resource.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

namespace belfry {
namespace {

std::unique_ptr<RankGroup> meet(int rank, int ranks, std::uint16_t port) {
    return RankGroup::meet({.launcher = "RANK", .rank = rank, .ranks = ranks, .address = "127.0.0.1", .port = port},
                           {});
}

// All on threads of their own; the first problem is thrown when all have ended.
void onThreads(int count, const std::function<void(int)>& work) {
    std::vector<std::exception_ptr> problems(static_cast<std::size_t>(count));
    std::vector<std::jthread> threads; // joined also where one cannot be started
    for (int i = 0; i < count; ++i)
        threads.emplace_back([&, i] {
            try {
                work(i);
            } catch (...) {
                problems[static_cast<std::size_t>(i)] = std::current_exception();
            }
        });
    threads.clear();
    for (const std::exception_ptr& problem : problems)
        if (problem)
            std::rethrow_exception(problem);
}

// Of all threads of this process.
double coreMilliseconds() {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto of = [](const timeval& time) {
        return 1000.0 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1000.0;
    };
    return of(used.ru_utime) + of(used.ru_stime);
}

// Sums of so many numbers, `together` of them begun at once, as often as fits. Milliseconds of one.
struct SumTimes {
    double wall = 0;  // of the quarter that other programs disturbed least
    double cores = 0; // of each rank
};
struct SumTrial {
    int ranks = 2;
    std::int64_t numbers = 16;
    std::size_t together = 1;
    int times = 100;
};

SumTimes timesOf(const SumTrial& trial, bool sixteenBits) {
    constexpr int kWarmUp = 3;
    const std::uint16_t port = freePort();
    std::vector<double> walls;
    double cores = 0;
    onThreads(trial.ranks, [&](int rank) {
        const auto group = meet(rank, trial.ranks, port);
        std::vector<at::Tensor> tensors;
        for (std::size_t i = 0; i < trial.together; ++i)
            tensors.push_back(at::zeros({trial.numbers}, sixteenBits ? at::kBFloat16 : at::kFloat));
        double before = 0;
        for (int i = 0; i < kWarmUp + trial.times; ++i) {
            if (i == kWarmUp && rank == 0)
                before = coreMilliseconds();
            const Stopwatch watch;
            std::vector<RankGroup::Wait> waits;
            for (const at::Tensor& tensor : tensors)
                waits.push_back(group->beginSum(tensor));
            for (const RankGroup::Wait& wait : waits)
                wait();
            if (i >= kWarmUp && rank == 0)
                walls.push_back(1000 * watch.seconds());
        }
        if (rank == 0)
            cores = coreMilliseconds() - before;
        group->leave();
    });
    const auto sums = static_cast<double>(trial.together);
    std::ranges::nth_element(walls, walls.begin() + std::ssize(walls) / 4);
    return {walls[walls.size() / 4] / sums, cores / (sums * trial.times * trial.ranks)};
}

// Of the steps of one rank: when its buckets were complete, its gradient, and all of the step.
struct StepLog {
    std::mutex mutex;
    std::vector<double> compute, update;
    std::vector<std::vector<double>> leads; // by bucket
    std::vector<Bucket> buckets;
    int threads = 0;
};

class LoggingExchange : public ForwardingExchange {
public:
    LoggingExchange(std::unique_ptr<Exchange> inner, StepLog& log) : ForwardingExchange(std::move(inner)), log_(log) {}

    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override {
        ForwardingExchange::attach(team, optimizer, rules);
        buckets_.emplace(team.tower(0).blueprint(), team.size(), RankExchange::kBucketFloats);
        const std::lock_guard lock(log_.mutex);
        log_.buckets = makeBuckets(team.tower(0).blueprint(), RankExchange::kBucketFloats);
        log_.leads.resize(log_.buckets.size());
    }
    void begin(std::span<const std::int64_t> images) override {
        {
            const std::lock_guard lock(log_.mutex);
            buckets_->beginStep();
            completed_.assign(log_.buckets.size(), -1);
        }
        ForwardingExchange::begin(images);
    }
    void ready(int tower, int slice) override {
        ForwardingExchange::ready(tower, slice);
        const std::lock_guard lock(log_.mutex);
        if (const int bucket = buckets_->end(tower, slice); bucket >= 0)
            completed_[static_cast<std::size_t>(bucket)] = clock_.seconds();
    }
    ExchangeTimes finish(const ExchangeStep& step) override {
        const double begin = ended_, computed = clock_.seconds();
        const ExchangeTimes times = ForwardingExchange::finish(step);
        ended_ = clock_.seconds();
        if (++steps_ > kWarmUp) {
            const std::lock_guard lock(log_.mutex);
            log_.compute.push_back(1000 * (computed - begin));
            log_.update.push_back(1000 * (ended_ - computed));
            for (std::size_t b = 0; b < completed_.size(); ++b) // one that nobody announced is complete now
                log_.leads[b].push_back(completed_[b] < 0 ? 0 : 1000 * (computed - completed_[b]));
        }
        return times;
    }

private:
    static constexpr int kWarmUp = 3;
    StepLog& log_;
    const Stopwatch clock_;
    std::optional<GradientBuckets> buckets_;
    std::vector<double> completed_; // seconds, by bucket
    double ended_ = 0;              // seconds, of the step before
    int steps_ = 0;
};

constexpr double kMeasuredSeconds = 0.7; // of each measurement, but at least ...
constexpr std::int64_t kLeastSteps = 8, kMostSteps = 500;

void measureOne(const Plan& plan, const std::shared_ptr<const DataSet>& data, const RankTrial& trial, StepLog& log,
                const std::stop_token& stop) {
    RankPlace place;
    place.seat = {meet(0, 1, freePort()), 0, {trial.towers}};
    place.own = {.first = 0, .count = trial.towers, .beside = trial.beside * trial.towers};
    place.devices = {"cpu"};
    PreparedRun run = prepareRun(plan, data, place);
    for (const TowerPlacement& tower : run.placement)
        log.threads += tower.threads;
    const RankSums sums = plan.wirePrecision == "bf16" ? RankSums::GlooBf16 : RankSums::Gloo;
    run.exchange = [seat = place.seat, sums, &log](TowerTeam& team) {
        return std::make_unique<LoggingExchange>(makeRankExchange(seat, team, sums), log);
    };
    const Stopwatch clock;
    PilotOptions options{.steps = kMostSteps};
    options.watch = [&clock](const StepDone& step) {
        return step.step < kLeastSteps || clock.seconds() < kMeasuredSeconds;
    };
    const Pilot pilot = runPilot(std::move(run), options, stop);
    if (pilot.failed)
        throw Error(ErrorCategory::Training, pilot.reason);
}

} // namespace

SumCost measureSums(bool sixteenBits) {
    constexpr std::int64_t kLarge = RankExchange::kBucketFloats;
    const SumTimes two = timesOf({.ranks = 2}, sixteenBits), three = timesOf({.ranks = 3}, sixteenBits),
                   large = timesOf({.numbers = kLarge, .together = 4, .times = 8}, sixteenBits);
    constexpr double kRounds = 2; // of two ranks; each more has two more
    const double bytes = static_cast<double>(kLarge) * (sixteenBits ? 2 : 4);
    SumCost cost;
    cost.hop = std::max(0.0, (three.wall - two.wall) / kRounds);
    cost.start = std::max(0.0, two.wall - kRounds * cost.hop);
    cost.cpuPerHop = two.cores / kRounds;
    cost.perByte = large.wall / bytes; // of which two ranks send as many
    cost.cpuPerByte = large.cores / bytes;
    return cost;
}

RankWork measureRank(const Plan& plan, const std::shared_ptr<const DataSet>& data, const RankTrial& trial,
                     const std::stop_token& stop) {
    Plan timed = timingPlan(plan);
    timed.towers = trial.towers;
    timed.globalBatch = 0;
    timed.shares.clear();
    timed.exchange = "allreduce";
    timed.checkExchange = false;
    timed.replicaCheckEvery = 0;
    timed.tensorboard = false;
    timed.steps = kMostSteps;
    std::vector<StepLog> logs(static_cast<std::size_t>(1 + trial.beside));
    onThreads(1 + trial.beside,
              [&](int rank) { measureOne(timed, data, trial, logs[static_cast<std::size_t>(rank)], stop); });
    RankWork work;
    if (stop.stop_requested())
        return work;
    std::vector<double> updates;
    for (const StepLog& log : logs) { // all are alike
        std::ranges::copy(log.compute, std::back_inserter(work.compute));
        std::ranges::copy(log.update, std::back_inserter(updates));
    }
    work.update = median(updates);
    work.threads = std::min(logs.front().threads, usableCores());
    work.images = timed.imagesPerStep();
    const StepLog& log = logs.front();
    const double numberBytes = timed.wirePrecision == "bf16" ? 2 : 4;
    for (std::size_t b = 0; b < log.buckets.size(); ++b)
        work.buckets.push_back(
            {numberBytes * static_cast<double>(log.buckets[b].end - log.buckets[b].begin), median(log.leads[b])});
    return work;
}

} // namespace belfry
