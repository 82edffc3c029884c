// Jobs that a search gives to its worker pool, and their results. longerPlan() is public, the rest is internal to
// core/search. Plain values.
#pragma once

#include "core/search/search_plan.h"
#include "core/search/trial.h"
#include "core/search/trial_trainer.h"

#include <cstdint>
#include <string>

namespace belfry {

// One training: of a trial, or of a winner.
struct Work {
    TrialJob job;
    Trial trial;
    WinnerRun winner;      // trial 0: none
    bool away = false;     // a helper trains it
    std::int64_t deal = 0; // at a helper: the number that the leader gave it
    int givenBack = 0;     // how often a helper was lost with it, or could not train it
};

struct WorkDone {
    Work work;
    TrialResult result;
    Text problem;            // a sentence; else empty
    Text deviceProblem = {}; // after a problem: why its devices work no more; else empty
    bool givenBack = false;  // its helper was lost or could not train it: it is to be dealt again
    bool cancelled() const { return problem.empty() && result.finished.state == RunState::Stopped; }
};

// Whether a helper may train it: a trial that is not to train alone, and that no two helpers were lost with, as it may
// be why. The runs of winners are kept where the search is.
bool mayGoAway(const Work& work);

// Failures other than divergence: parallel trials may have been the cause, as when memory was too small for all.
int otherFailures(const Trial& trial);
// A trial's next attempt. The first of all trials has the search's own seed, so that networks differ by their genes
// alone; so has one after a failure that says nothing about its weights. One that diverged begins with others.
Work trialWork(const SearchPlan& plan, Trial trial);
// Parameters of its network; 0 if that does not fit the data.
std::int64_t parametersOf(const Plan& plan, const DataSet& data);
// Once more, with the test images.
Work winnerWork(const SearchPlan& plan, const Trial& trial, int rank, std::uint64_t seed);
// A run of the trial's network that is longer than a winner's: all images, more patience, more epochs, and a seed that
// neither a trial nor a winner began with. It has no name.
Plan longerPlan(const SearchPlan& plan, const Trial& trial);

// The trial with the figures of an attempt that has ended: done, failed, or waiting for its next attempt. A divergence
// and another failure are each retried once: what a lack of memory beside others costs must not change what a trial
// finds.
Trial trialOf(const WorkDone& done);
WinnerRun winnerOf(const WorkDone& done);

} // namespace belfry
