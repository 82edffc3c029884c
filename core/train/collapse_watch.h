// Notices that a run has forgotten what it had learnt: its validation has halved, or its loss has risen for many steps
// while its accuracy fell. Names the change of the learning rate that did it. Plain values; one thread.
#pragma once

#include "core/train/events.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace belfry {

struct Collapse {
    double before = 0, after = 0;        // accuracies: the best one, and what is left of it
    std::optional<SettingChanged> cause; // the change of the rate between them; none: there was none
};

class CollapseWatch {
public:
    // The events of a run, in order. A collapse is returned once, when it is noticed, and the next one after the
    // accuracy has recovered. For the steps the figures are means of kWindow steps: of batches; for an epoch those of
    // its validation.
    std::optional<Collapse> add(const StepDone& step);
    std::optional<Collapse> add(const EpochDone& epoch);
    void add(const SettingChanged& change);

    static constexpr std::size_t kWindow = 50; // steps

private:
    std::optional<Collapse> judge(bool collapsed, bool recovered, double before, double after);

    struct Measured {
        double loss = 0, accuracy = 0;
    };
    std::deque<Measured> window_; // the newest steps since the rate was changed
    Measured best_;               // the lowest mean loss, the highest mean accuracy; loss 0: none yet
    double bestValidation_ = 0;
    std::optional<SettingChanged> cause_; // the steepest rise of the rate since the best mean loss
    bool collapsed_ = false;
};

} // namespace belfry
