// Plans that wait to be run, one after another. Every change is kept in a file: closing the window loses none, and
// opening it starts none. GUI thread only.
#pragma once

#include "core/train/plan.h"

#include <QObject>
#include <filesystem>
#include <optional>
#include <vector>

namespace belfry {

class PlanQueue : public QObject {
    Q_OBJECT
public:
    explicit PlanQueue(std::filesystem::path file, QObject* parent = nullptr);

    void load(); // the plans that waited when the window was last closed
    const std::vector<Plan>& plans() const { return plans_; }
    void add(const Plan& plan); // to the end
    void remove(std::size_t place);
    void move(std::size_t from, std::size_t to);
    std::optional<Plan> takeFirst();

    // Whether the next plan begins when a run ends.
    bool isRunning() const { return running_; }
    void setRunning(bool running);

Q_SIGNALS:
    void changed();
    void failed(const belfry::Text& sentence); // of the file; what is shown stays

private:
    void keep();

    std::filesystem::path file_;
    std::vector<Plan> plans_;
    bool running_ = false;
};

} // namespace belfry
