// Texts about a run: the status line and the log's lines. GUI thread only (tr).
#pragma once

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
    int towers = 0;
    bool pausing = false; // while it is prepared: it will wait when it begins
    std::optional<StopKind> stopping;
    double test = -1;      // accuracy; negative: not evaluated
    std::int64_t step = 0; // of Stopped
    Text sentence;         // of Failed, and of Stopped when something was lost

    bool isActive() const { return kind == Kind::Preparing || kind == Kind::Running || kind == Kind::Paused; }
};

QString statusText(const RunStatus& status);

QString logText(const Started& started);
QString logText(const StepDone& step);
QString logText(const EpochDone& epoch);
QString logText(const CheckpointSaved& checkpoint);
QString logText(const Finished& finished);

} // namespace belfry
