// The recorded curves of the runs that are compared, read off the GUI thread: whole at first, then of a run in progress
// only what is new. GUI thread only.
#pragma once

#include "core/runs/metrics_store.h"
#include "core/runs/run_list.h"
#include "core/train/events.h"
#include "core/train/plan.h"
#include "ui/bridge/run_loader.h"

#include <QObject>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

struct RunCurve {
    std::vector<StepDone> steps; // without towers
    std::vector<EpochDone> epochs;
    std::vector<Mark> changes; // of its settings while it was running, and where it was resumed
    std::optional<Plan> plan;  // none when damaged
    Text problem;              // why there is no curve
};

class CurveLoader : public QObject {
    Q_OBJECT
public:
    // `loader` reads and must outlive the curve loader's requests.
    explicit CurveLoader(RunLoader& loader, QObject* parent = nullptr);

    // Drops curves that are no longer wanted; extends those whose runs have changed since they were read.
    void want(const std::vector<RunSummary>& runs);
    const RunCurve* find(const std::string& id) const; // null until it is read

Q_SIGNALS:
    void changed();

private:
    struct Held {
        RunSummary read; // as it was when the curve was read
        std::shared_ptr<const RunCurve> curve;
        bool reading = false;
    };
    void ask(const RunSummary& run, Held& held);

    RunLoader& loader_;
    std::map<std::string, Held> held_; // by id
};

} // namespace belfry
