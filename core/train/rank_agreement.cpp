#include "core/train/rank_agreement.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"

#include <algorithm>
#include <utility>

namespace belfry {

namespace {

float largestTotal(const std::vector<StageTimes>& towers) {
    float largest = 0;
    for (const StageTimes& times : towers)
        largest = std::max(largest, times.total());
    return largest;
}

} // namespace

void RankAgreement::agree() { exchange({}); }

void RankAgreement::agree(Step& step) {
    Stopwatch watch;
    busy_ = largestTotal(step.times);
    step.sums = exchange(step.sums);
    const float waited = watch.lap(), forOthers = std::min(waited, slowest_ - busy_);
    for (StageTimes& times : step.times) {
        times.straggler += forOthers;
        times.exchange += waited - forOthers;
    }
    seat_.group->setStep(step.number);
}

namespace {

// A word: these numbers, and then those of each tower.
enum Place { LossSum, Correct, Images, Finite, WantsStop, Rate, Epochs, CheckpointEvery, Busy, Towers };
constexpr std::size_t kTimes = kEveryStage.size() + 1; // with the images

void append(std::vector<double>& word, const StageTimes& times) {
    for (const Stage& stage : kEveryStage)
        word.push_back(times.*stage.milliseconds);
    word.push_back(static_cast<double>(times.images));
}

StageTimes timesFrom(const double* numbers) {
    StageTimes times;
    for (const Stage& stage : kEveryStage)
        times.*stage.milliseconds = static_cast<float>(*numbers++);
    times.images = static_cast<std::int64_t>(*numbers);
    return times;
}

} // namespace

std::vector<double> RankAgreement::word(const StepSums& own) const {
    std::vector<double> word(Towers);
    word[LossSum] = own.lossSum;
    word[Correct] = static_cast<double>(own.correct);
    word[Images] = static_cast<double>(own.images);
    word[Finite] = own.finite ? 1 : 0;
    word[WantsStop] = wantsStop_ ? 1 : 0;
    word[Rate] = offered_.learningRate;
    word[Epochs] = static_cast<double>(offered_.epochs);
    word[CheckpointEvery] = static_cast<double>(offered_.checkpointEvery);
    word[Busy] = busy_;
    for (const StageTimes& times : completed_)
        append(word, times);
    word.resize(Towers + kTimes * static_cast<std::size_t>(std::ranges::max(seat_.towers))); // as long on all ranks
    return word;
}

// In the order of the ranks, so that all have the same bits.
StepSums RankAgreement::exchange(const StepSums& own) {
    const std::vector<std::vector<double>> all = seat_.group->gather(word(own));
    StepSums sums;
    told_.clear();
    slowest_ = busy_;
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        const std::vector<double>& of = all[rank];
        sums += {of[LossSum], static_cast<std::int64_t>(of[Correct]), static_cast<std::int64_t>(of[Images])};
        sums.finite = sums.finite && of[Finite] != 0;
        stops_ = stops_ || of[WantsStop] != 0;
        slowest_ = std::max(slowest_, static_cast<float>(of[Busy]));
        for (int tower = 0; tower < seat_.towers[rank]; ++tower)
            told_.push_back(timesFrom(of.data() + Towers + kTimes * static_cast<std::size_t>(tower)));
    }
    settings_ = {all[0][Rate], static_cast<std::int64_t>(all[0][Epochs]),
                 static_cast<std::int64_t>(all[0][CheckpointEvery])};
    return sums;
}

void RankAgreement::completeTimes(std::vector<StageTimes>& times) {
    completed_ = times;
    std::vector<StageTimes> all = told_;
    std::ranges::copy(completed_, all.begin() + seat_.firstTower);
    times = std::move(all);
}

void RankAgreement::requireEqualWeights(std::uint64_t hash, std::int64_t step) {
    constexpr std::uint64_t kHalf = std::uint64_t{1} << 32; // halves are exact in double
    const auto all = seat_.group->gather({static_cast<double>(hash / kHalf), static_cast<double>(hash % kHalf)});
    for (int rank = 1; rank < seat_.group->size(); ++rank)
        if (differs_ = all[static_cast<std::size_t>(rank)] != all[0]; differs_)
            throw Error(ErrorCategory::Training,
                        Text::tr("The weights of rank %1 are not those of rank 0 after step %2: a device, memory or "
                                 "the network failed there. Resume from a checkpoint.",
                                 seat_.group->nameOf(rank), step));
}

void RankAgreement::fail(const std::string& sentence, bool everywhere) noexcept {
    if (alone() || seat_.group->lost())
        return;
    if (!everywhere && !differs_)
        return seat_.group->fail(sentence);
    try {
        seat_.group->leave();
    } catch (const std::exception&) { // one was lost meanwhile; this rank's own sentence says more
    }
}

} // namespace belfry
