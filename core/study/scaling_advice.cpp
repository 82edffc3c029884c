#include "core/study/scaling_advice.h"

#include "core/train/choice_text.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr double kWorthIt = 1.05; // times the present speed-up
constexpr double kNearMax = 0.97; // of what the best batch gives: a smaller one learns more from each image

double exchangeOf(const MeasuredTowers& towers) {
    double max = 0;
    for (const StageTimes& times : towers.stages)
        max = std::max(max, double{times.exchange} + double{times.update});
    return std::min(max, towers.milliseconds);
}

// Milliseconds that do not grow with the batch: exchange, update, and what even the slowest tower waits for its turn.
double restOf(const MeasuredTowers& towers) {
    double turn = towers.milliseconds;
    for (const StageTimes& times : towers.stages)
        turn = std::min(turn, double{times.straggler});
    return std::min(exchangeOf(towers) + turn, towers.milliseconds);
}

// Milliseconds that no tower's stages account for: the host leads all towers, whatever their batch.
double hostOf(const MeasuredTowers& towers) {
    double longest = 0;
    for (const StageTimes& times : towers.stages)
        longest = std::max(longest, double{times.total()});
    return std::max(0.0, towers.milliseconds - longest);
}

// Milliseconds that every tower spends on its images' way to it.
double dataOf(const MeasuredTowers& towers) {
    double min = towers.milliseconds;
    for (const StageTimes& times : towers.stages)
        min = std::min(min, double{times.wait} + double{times.copy});
    return min;
}

double speed(const MeasuredTowers& towers, std::int64_t batch, double milliseconds) {
    return 1000.0 * static_cast<double>(towers.towers * batch) / milliseconds;
}

class Adviser {
public:
    Adviser(const MeasuredTowers& present, const Alternatives& others) : present_(present), others_(others) {
        base_.bottleneck = bottleneckOf(present.stages, present.milliseconds);
        base_.towers = base_.presentTowers = present.towers;
        base_.batch = base_.presentBatch = present.batch;
        base_.exchange = base_.presentExchange = present.exchange;
        base_.presentFeed = present.feed;
        base_.speedUp = base_.presentSpeedUp = present.speedUp;
        base_.imagesPerSecond = speed(present, present.batch, present.milliseconds);
    }

    Advice best() {
        best_ = base_;
        const StepCost cost = base_.bottleneck.cost;
        const bool exchange = cost == StepCost::Exchange || cost == StepCost::Update;
        if (present_.towers > 1 &&
            (exchange || cost == StepCost::Host || (cost == StepCost::Slowest && base_.bottleneck.everyTower)))
            tryBatches();
        if (present_.towers > 1 && exchange)
            tryExchanges();
        const bool brought = cost == StepCost::Data || cost == StepCost::Copy;
        if (brought && present_.feed != "resident" && others_.residentFits)
            offer(Advice::Kind::ResidentFeed, present_.milliseconds - dataOf(present_), [](Advice&) {});
        tryFewer();
        return best_;
    }

private:
    template <typename Fill>
    void offer(Advice::Kind kind, double milliseconds, Fill fill) {
        Advice advice = base_;
        advice.kind = kind;
        fill(advice);
        if (kind != Advice::Kind::LargerBatch)
            advice.speedUp = base_.presentSpeedUp * present_.milliseconds / milliseconds;
        advice.imagesPerSecond = speed(present_, advice.batch, milliseconds);
        take(advice);
    }

    void take(const Advice& advice) {
        if (advice.speedUp >= kWorthIt * base_.presentSpeedUp && advice.speedUp > best_.speedUp)
            best_ = advice;
    }

    // Work that depends on the images grows as for one tower; exchange, update and host stay. Several towers of one
    // device are not faster together than one tower alone: with few images a single tower is limited by the fixed
    // work of a step.
    void tryBatches() {
        const double rest = restOf(present_), host = std::min(hostOf(present_), present_.milliseconds - rest);
        const double now = others_.work.milliseconds(static_cast<double>(present_.batch));
        if (!(now > 0))
            return;
        struct Candidate {
            std::int64_t batch;
            double milliseconds, speedUp;
        };
        std::vector<Candidate> candidates;
        for (const std::int64_t batch : others_.batches) {
            if (batch <= present_.batch)
                continue;
            const double work = others_.work.milliseconds(static_cast<double>(batch));
            const double grown = (present_.milliseconds - rest - host) * work / now + host;
            const double step = std::max(grown, present_.sharing * work) + rest;
            candidates.push_back({batch, step, present_.towers * (work + others_.singleTowerOverhead) / step});
        }
        if (candidates.empty())
            return;
        const double max = std::ranges::max(candidates, {}, &Candidate::speedUp).speedUp;
        std::ranges::sort(candidates, {}, &Candidate::batch);
        const auto chosen =
            std::ranges::find_if(candidates, [max](const Candidate& c) { return c.speedUp >= kNearMax * max; });
        offer(Advice::Kind::LargerBatch, chosen->milliseconds, [&](Advice& advice) {
            advice.batch = chosen->batch;
            advice.speedUp = chosen->speedUp;
        });
    }

    void tryExchanges() {
        const auto now = std::ranges::find(others_.trials, present_.exchange, &ExchangeTrial::name);
        if (now == others_.trials.end() || !(now->milliseconds > 0))
            return;
        const double rest = exchangeOf(present_);
        for (const ExchangeTrial& trial : others_.trials)
            if (trial.milliseconds < now->milliseconds)
                offer(Advice::Kind::OtherExchange,
                      present_.milliseconds - rest * (1 - trial.milliseconds / now->milliseconds),
                      [&](Advice& advice) { advice.exchange = trial.name; });
    }

    void tryFewer() {
        for (const MeasuredTowers& fewer : others_.fewer) {
            Advice advice = base_;
            advice.kind = Advice::Kind::FewerTowers;
            advice.towers = fewer.towers;
            advice.speedUp = fewer.speedUp;
            advice.imagesPerSecond = speed(fewer, fewer.batch, fewer.milliseconds);
            take(advice);
        }
    }

    const MeasuredTowers& present_;
    const Alternatives& others_;
    Advice base_, best_;
};

} // namespace

Text towersText(int count) { return Text::plural("%n towers", "%n tower", count); }

Advice adviceFor(const MeasuredTowers& present, const Alternatives& others) { return Adviser(present, others).best(); }

Text sentenceOf(const Advice& advice) {
    const Text clause = clauseOf(advice.bottleneck);
    const Number predicted = significant(advice.speedUp, 3), present = significant(advice.presentSpeedUp, 3);
    switch (advice.kind) {
    case Advice::Kind::None:
        if (advice.presentTowers == 1)
            return Text::tr("%1.", clause);
        return Text::tr("%1; %2 towers give %3x.", clause, advice.presentTowers, present);
    case Advice::Kind::LargerBatch:
        return Text::tr("%1; %2 images per tower instead of %3 would give %4x (now %5x).", clause, advice.batch,
                        advice.presentBatch, predicted, present);
    case Advice::Kind::OtherExchange:
        return Text::tr("%1; the exchange '%2' instead of '%3' would give %4x (now %5x).", clause,
                        exchangeName(advice.exchange), exchangeName(advice.presentExchange), predicted, present);
    case Advice::Kind::ResidentFeed:
        return Text::tr("%1; the feed '%2' instead of '%3' would give %4x (now %5x).", clause, feedName("resident"),
                        feedName(advice.presentFeed), predicted, present);
    case Advice::Kind::FewerTowers:
        return Text::plural("%1; %n towers instead of %2 would give %3x (now %4x).",
                            "%1; %n tower instead of %2 would give %3x (now %4x).", advice.towers, clause,
                            advice.presentTowers, predicted, present);
    }
    return clause;
}

} // namespace belfry
