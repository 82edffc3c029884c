// What the parallel coordinates of runs need beyond their summaries, read off the GUI thread: of any number of runs,
// and again of those that have changed. GUI thread only.
#pragma once

#include "core/runs/run_list.h"
#include "ui/bridge/run_loader.h"

#include <QObject>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

struct ParallelFigures {
    Plan plan;
    std::optional<double> validationLoss; // the lowest
    bool operator==(const ParallelFigures&) const = default;
};

class FiguresLoader : public QObject {
    Q_OBJECT
public:
    // `loader` reads and must outlive the requests.
    explicit FiguresLoader(RunLoader& loader, QObject* parent = nullptr);

    // Reads all that are new or have changed in one job. Runs that are no longer wanted are forgotten.
    void want(const std::vector<RunSummary>& runs);
    const ParallelFigures* find(const std::string& id) const; // null until they are read, and of a damaged run

Q_SIGNALS:
    void changed();

private:
    struct Held {
        RunSummary read; // as it was then
        std::optional<ParallelFigures> figures;
    };
    using Answer = std::vector<Held>;
    bool isWanted(const std::string& id) const;
    void readStale();

    RunLoader& loader_;
    std::vector<RunSummary> wanted_;
    std::map<std::string, Held> held_; // by id
    bool reading_ = false;
};

} // namespace belfry
