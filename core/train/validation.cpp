#include "core/train/validation.h"

#include "core/base/class_figures.h"
#include "core/data/evenly.h"
#include "core/data/stores.h"
#include "core/tower/predict_batch.h"
#include "core/train/choice_text.h"
#include "core/train/evaluator.h"
#include "core/train/temperature.h"

#include <algorithm>
#include <numeric>

namespace belfry {
namespace {

// Figures of all ranks' parts of a split of `images`; none where a rank was stopped in the middle. seen: images of this
// one's part, also those that do not count.
EvaluationResult addUp(RankGroup& ranks, const EvaluationResult& own, std::int64_t seen, int classes,
                       std::int64_t images) {
    constexpr std::int64_t kFigures = 4;
    at::Tensor sums = at::zeros({kFigures + std::int64_t{classes} * classes}, at::kDouble);
    double* numbers = sums.mutable_data_ptr<double>();
    numbers[0] = own.loss * static_cast<double>(own.images);
    numbers[1] = static_cast<double>(own.correct);
    numbers[2] = static_cast<double>(own.images);
    numbers[3] = static_cast<double>(seen);
    std::ranges::copy(own.confusion, numbers + kFigures);
    ranks.sum(sums);
    if (static_cast<std::int64_t>(numbers[3]) != images)
        return {};
    EvaluationResult result;
    result.images = static_cast<std::int64_t>(numbers[2]);
    result.loss = result.images > 0 ? numbers[0] / numbers[2] : 0.0;
    result.correct = static_cast<std::int64_t>(numbers[1]);
    result.confusion.assign(numbers + kFigures, numbers + sums.numel());
    result.means = classMeans(result.confusion);
    result.seconds = own.seconds;
    return result;
}

// The images of this rank, for all towers alike.
ImageRange partOf(const RankSeat& seat, std::int64_t images) {
    if (!seat.group)
        return {0, images};
    const std::int64_t towers = std::accumulate(seat.towers.begin(), seat.towers.end(), 0), first = seat.firstTower,
                       own = seat.towers[static_cast<std::size_t>(seat.group->rank())];
    return {images * first / towers, images * (first + own) / towers};
}

} // namespace

void Validation::restore(const ValidationRecord& record, std::int64_t epochs) {
    record_ = record;
    record_.epochs = epochs;
}

EvaluationResult Validation::evaluate(TowerTeam& team, Replicas& replicas, std::int64_t step,
                                      const std::stop_token& stop) {
    const bool averaged = prepared_.plan.averages();
    const std::vector<float> weights = averaged ? replicas.variables().weights() : std::vector<float>();
    if (averaged)
        replicas.substitute(replicas.variables().averagedWeights());
    std::vector<float> logits;
    EvaluationResult result =
        evaluateExactly(team, *prepared_.data->validation, 1, StallWatch::Work::Validation, step, stop, &logits);
    keepForTemperature(logits);
    replicas.check(); // the step before it may have failed since
    if (averaged)
        replicas.restoreWeights(weights);
    return result;
}

bool Validation::add(const EvaluationResult& found, std::int64_t step, const VariableStore& variables) {
    ++record_.epochs;
    record_.validation = found;
    if (!record_.bestWeights.empty() && !better(found))
        return false;
    takeAsBest(found, step, variables);
    return true;
}

void Validation::addStart(const EvaluationResult& found, const VariableStore& variables) {
    record_.validation = found;
    takeAsBest(found, 0, variables);
}

void Validation::takeAsBest(const EvaluationResult& found, std::int64_t step, const VariableStore& variables) {
    record_.bestValidation = found.accuracy();
    record_.bestLoss = found.loss;
    record_.bestMeans = found.means;
    record_.bestStep = step;
    record_.bestEpoch = record_.epochs;
    record_.bestWeights = variables.averagedWeights();
    bestLogits_ = newestLogits_;
}

bool Validation::better(const EvaluationResult& found) const {
    const std::string& by = prepared_.plan.bestBy;
    if (by == "last")
        return true;
    if (by == "balanced-accuracy") // unknown in a checkpoint of an earlier version: then this one is better
        return found.means.balancedAccuracy > record_.bestMeans.balancedAccuracy;
    if (by == "macro-f1")
        return found.means.macroF1 > record_.bestMeans.macroF1;
    return by == "loss" ? found.loss < record_.bestLoss : found.accuracy() > record_.bestValidation;
}

bool Validation::stopsEarly() const {
    const std::int64_t patience = prepared_.plan.patience;
    return patience != 0 && record_.epochs - record_.bestEpoch >= patience;
}

Text Validation::earlyStopReason() const {
    return Text::plural(
        "Stopped early: the validation %1 has not improved for %n epochs; the best weights are those of epoch %2.",
        "Stopped early: the validation %1 has not improved for %n epoch; the best weights are those of epoch %2.",
        prepared_.plan.patience, bestByName(prepared_.plan.bestBy), record_.bestEpoch);
}

EvaluationResult Validation::testBest(TowerTeam& team, Replicas& replicas, std::int64_t step,
                                      const std::stop_token& stop) {
    replicas.substitute(record_.bestWeights);
    return evaluateExactly(team, *prepared_.data->test, std::stoi(prepared_.plan.testViews), StallWatch::Work::Test,
                           step, stop);
}

std::vector<std::int64_t> Validation::temperatureIds() const {
    constexpr std::int64_t kEnough = 1000; // pictures: more move it by less than a hundredth
    return evenly(prepared_.data->validation->size(), kEnough);
}

void Validation::keepForTemperature(const std::vector<float>& logits) {
    newestLogits_.clear();
    if (logits.empty() || prepared_.seat.group)
        return;
    const auto classes = static_cast<std::size_t>(prepared_.blueprint->classes);
    for (const std::int64_t id : temperatureIds()) {
        const std::span row = std::span(logits).subspan(static_cast<std::size_t>(id) * classes, classes);
        newestLogits_.insert(newestLogits_.end(), row.begin(), row.end());
    }
}

double Validation::temperature(TowerTeam& team, std::int64_t step, const std::stop_token& stop) {
    const ImageStore& store = *prepared_.data->validation;
    if (store.size() < kFewestForTemperature)
        return 1;
    const std::vector<std::int64_t> ids = temperatureIds();
    std::vector<float> logits = bestLogits_;
    if (logits.empty()) {
        StallWatch::Section section(watch_, StallWatch::Work::Test, step);
        useCudaProducts(Precision::Fp32);
        const auto read = [&](std::int64_t first, std::int64_t last, std::uint8_t* to) {
            store.read(std::span(ids).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)),
                       to);
        };
        logits = predictBatch(team, std::ssize(ids), read, stop, [&section] { section.progressed(); });
        useCudaProducts(precisionOf(prepared_.plan));
    }
    if (logits.empty()) // stopped
        return 1;
    std::vector<std::uint8_t> labels;
    std::vector<std::int64_t> rows;
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (store.readable(ids[i])) {
            rows.push_back(static_cast<std::int64_t>(i));
            labels.push_back(store.label(ids[i]));
        }
    return fitTemperature(pickedRows(logits, rows, prepared_.blueprint->classes), labels);
}

// In fp32 whatever the precision of a step is.
EvaluationResult Validation::evaluateExactly(TowerTeam& team, const ImageStore& store, int views, StallWatch::Work work,
                                             std::int64_t step, const std::stop_token& stop,
                                             std::vector<float>* keepLogits) {
    StallWatch::Section section(watch_, work, step);
    useCudaProducts(Precision::Fp32);
    const auto part = partOf(prepared_.seat, store.size());
    std::stop_source either; // a stop, or a loss, which the sum below tells
    const std::stop_callback stopped(
        stop, [&either] { either.request_stop(); });
    const std::stop_callback lost(
        prepared_.seat.group ? prepared_.seat.group->aborted() : std::stop_token(),
        [&either] { either.request_stop(); });
    EvaluationResult result = belfry::evaluate(
        team, store, part, either.get_token(), [&section] { section.progressed(); }, views, keepLogits);
    useCudaProducts(precisionOf(prepared_.plan));
    if (prepared_.seat.group) {
        const std::int64_t seen = result.confusion.empty() ? 0 : part.end - part.begin; // 0: stopped
        result = addUp(*prepared_.seat.group, result, seen, prepared_.blueprint->classes, store.size());
    }
    if (result.images == 0 && !result.confusion.empty())
        throw noneReadable(store);
    return result;
}

} // namespace belfry
