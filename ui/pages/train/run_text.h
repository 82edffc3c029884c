// Texts about a run: the status line and the log's lines. GUI thread only (tr).
#pragma once

#include "core/train/collapse_watch.h"
#include "core/train/events.h"
#include "core/train/session.h"
#include "ui/foundation/texts.h"

#include <QString>
#include <optional>

namespace belfry {

// All inputs of the status line, kept so that it can be shown again in another language.
struct RunStatus {
    enum class Kind { Ready, Preparing, Running, Paused, Finished, Stopped, Failed };
    Kind kind = Kind::Ready;
    TranslatableText name; // of the run
    int towers = 0;        // 0: it has not begun yet
    bool pausing = false;  // while it is prepared: it will wait when it begins
    std::optional<StopKind> stopping;
    double test = -1;           // accuracy of the best weights; negative: not evaluated
    std::int64_t bestEpoch = 0; // that these weights are of
    std::int64_t step = 0;      // of Stopped
    Text phase;                 // while it starts: what it waits for
    Text sentence;              // of Failed, and of Stopped when something was lost

    bool isStarting() const { return kind == Kind::Preparing || (kind == Kind::Running && towers == 0); }
    bool isActive() const { return kind == Kind::Preparing || kind == Kind::Running || kind == Kind::Paused; }
};

RunStatus endOf(const Finished& finished, RunStatus status = {}); // with the name and towers of `status`
QString statusText(const RunStatus& status);
// "test 95.27 % with the best weights (epoch 4)": the charts end with the last weights, which may be others.
QString testText(double accuracy, std::int64_t bestEpoch);
QString bestWeightsText(std::int64_t epoch); // "best weights, epoch 4": where the pad's answer comes from

QString endText(const Finished& finished); // sentences: how long it took, and what was reached
QString collapseText(const Collapse& collapse);
QString logText(const Started& started);
QString logText(const StepDone& step);
QString logText(const EpochDone& epoch);
QString logText(const CheckpointSaved& checkpoint);
QString logText(const Finished& finished);

} // namespace belfry
