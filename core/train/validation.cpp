#include "core/train/validation.h"

#include "core/train/evaluator.h"

namespace belfry {

namespace {

EvaluationResult ofRankZero(RankGroup& ranks, const EvaluationResult& own) {
    const auto all =
        ranks.gather({own.loss, static_cast<double>(own.correct), static_cast<double>(own.images), own.seconds});
    EvaluationResult result;
    result.loss = all[0][0];
    result.correct = static_cast<std::int64_t>(all[0][1]);
    result.images = static_cast<std::int64_t>(all[0][2]);
    result.seconds = all[0][3];
    result.confusion = own.confusion; // rank 0's alone
    return result;
}

} // namespace

void Validation::restore(const ValidationRecord& record, std::int64_t epochs) {
    record_ = record;
    record_.epochs = epochs;
}

EvaluationResult Validation::evaluate(TowerTeam& team, Replicas& replicas, std::int64_t step,
                                      const std::stop_token& stop) {
    const bool averaged = prepared_.plan.averageDecay != 0;
    const std::vector<float> weights = averaged ? replicas.variables().weights() : std::vector<float>();
    if (averaged)
        replicas.substitute(replicas.variables().averagedWeights());
    EvaluationResult result;
    if (prepared_.seat.leads())
        result = evaluateExactly(team, *prepared_.data->validation, StallWatch::Work::Validation, step, stop);
    if (prepared_.seat.group)
        result = ofRankZero(*prepared_.seat.group, result);
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
    record_.bestValidation = found.accuracy();
    record_.bestLoss = found.loss;
    record_.bestStep = step;
    record_.bestEpoch = record_.epochs;
    record_.bestWeights = variables.averagedWeights();
    return true;
}

bool Validation::better(const EvaluationResult& found) const {
    return prepared_.plan.bestBy == "loss" ? found.loss < record_.bestLoss : found.accuracy() > record_.bestValidation;
}

bool Validation::stopsEarly() const {
    const std::int64_t patience = prepared_.plan.patience;
    return patience != 0 && record_.epochs - record_.bestEpoch >= patience;
}

Text Validation::earlyStopReason() const {
    return Text::plural(
        "Stopped early: the validation %1 has not improved for %n epochs; the best weights are those of epoch %2.",
        "Stopped early: the validation %1 has not improved for %n epoch; the best weights are those of epoch %2.",
        prepared_.plan.patience, prepared_.plan.bestBy, record_.bestEpoch);
}

EvaluationResult Validation::testBest(TowerTeam& team, Replicas& replicas, std::int64_t step,
                                      const std::stop_token& stop) {
    replicas.substitute(record_.bestWeights);
    return evaluateExactly(team, *prepared_.data->test, StallWatch::Work::Test, step, stop);
}

// In fp32 whatever the precision of a step is.
EvaluationResult Validation::evaluateExactly(TowerTeam& team, const ImageStore& store, StallWatch::Work work,
                                             std::int64_t step, const std::stop_token& stop) {
    StallWatch::Section section(watch_, work, step);
    useCudaProducts(Precision::Fp32);
    EvaluationResult result = belfry::evaluate(team, store, stop, [&section] { section.progressed(); });
    useCudaProducts(precisionOf(prepared_.plan));
    return result;
}

} // namespace belfry
