// An epoch's end: validation, the best weights, and when patience ends.
#include "core/train/evaluator.h"
#include "core/train/trainer.h"

#include <algorithm>

namespace belfry {

void Trainer::endEpoch() {
    catchUp();
    requireReplicas();
    EpochDone done;
    done.epoch = state_.epochs + 1;
    done.step = state_.step;
    done.images = state_.images;
    done.seconds = state_.seconds;
    const auto images = static_cast<double>(std::max<std::int64_t>(state_.epochSums.images, 1));
    done.trainLoss = static_cast<float>(state_.epochSums.lossSum / images);
    done.trainAccuracy = static_cast<float>(static_cast<double>(state_.epochSums.correct) / images);
    done.validation = validateWeights();
    if (control_.stopToken().stop_requested())
        return; // a part of the validation set is no figure
    state_.epochs = done.epoch;
    state_.validation = done.validation;
    done.best = state_.bestWeights.empty() || better(done.validation);
    if (done.best) {
        state_.bestValidation = done.validation.accuracy();
        state_.bestLoss = done.validation.loss;
        state_.bestStep = state_.step;
        state_.bestEpoch = state_.epochs;
        state_.bestWeights = exchange_->variables().averagedWeights();
        saveCheckpoint(true, false);
    }
    observer_.onEvent(done);
    warnOfPictures();
    stopWhenPatienceEnds();
}

// A store that decodes as it reads meets damaged pictures in mid-run: each time there are more, it is said.
void Trainer::warnOfPictures() {
    std::int64_t count = 0;
    std::string sentences;
    const DataSet& data = *prepared_.data;
    for (const auto& split : {data.train, data.validation, data.test})
        for (const DataIssue& issue : split->issues()) {
            count += issue.count;
            sentences += issue.sentence + " ";
        }
    if (count > oddPictures_)
        observer_.onEvent(Warning{sentences + "The run goes on."});
    oddPictures_ = count;
}

// In fp32 whatever the precision of a step is. work: as a sentence begins.
EvaluationResult Trainer::evaluateExactly(const ImageStore& store, const char* work) {
    StallWatch::Section section(watch_, work, state_.step);
    useCudaProducts(Precision::Fp32);
    EvaluationResult result = evaluate(*team_, store, control_.stopToken(), [&section] { section.goesOn(); });
    useCudaProducts(precisionOf(prepared_.plan));
    return result;
}

// The moving average when there is one, else the weights themselves.
EvaluationResult Trainer::validateWeights() {
    if (apart_) {
        exchange_->variables().alignReplicas();
        apart_->aligned();
    }
    const bool averaged = prepared_.plan.averageDecay != 0;
    const std::vector<float> weights = averaged ? exchange_->variables().weights() : std::vector<float>();
    if (averaged) {
        known_ = false;
        exchange_->variables().setWeights(exchange_->variables().averagedWeights());
    }
    EvaluationResult result = evaluateExactly(*prepared_.data->validation, "The validation after step");
    exchange_->variables().check(); // the step before it may have failed since
    if (averaged) {
        exchange_->variables().setWeights(weights);
        known_ = true;
    }
    return result;
}

bool Trainer::better(const EvaluationResult& validation) const {
    return prepared_.plan.bestBy == "loss" ? validation.loss < state_.bestLoss
                                           : validation.accuracy() > state_.bestValidation;
}

void Trainer::stopWhenPatienceEnds() {
    const std::int64_t patience = prepared_.plan.patience;
    if (patience == 0 || state_.epochs - state_.bestEpoch < patience)
        return;
    stoppedEarly_ = true;
    result_.reason = "Stopped early: the validation " + prepared_.plan.bestBy + " has not improved for " +
                     std::to_string(patience) + (patience == 1 ? " epoch" : " epochs") +
                     "; the best weights are those of epoch " + std::to_string(state_.bestEpoch) + ".";
}

// The test set is used once, with the weights that were best on the validation set.
void Trainer::testBestWeights() {
    known_ = false;
    exchange_->variables().setWeights(state_.bestWeights); // all is saved by now
    EvaluationResult test = evaluateExactly(*prepared_.data->test, "The test after step");
    if (!control_.stopToken().stop_requested())
        result_.test = std::move(test);
}

} // namespace belfry
