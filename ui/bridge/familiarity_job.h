// Says whether pictures are like those that a network learnt from, off the GUI thread and at the lowest priority:
// training in this window keeps its cores. GUI thread only.
#pragma once

#include "core/predict/familiarity.h"
#include "core/train/snapshot.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace belfry {

class FamiliarityJob : public QObject {
    Q_OBJECT
public:
    using QObject::QObject; // the destructor stops and waits

    // Looks at the training pictures of the network; `run` is its folder, "" without one. Earlier work is stopped, and
    // its answer dropped.
    void prepare(const std::filesystem::path& run, const std::shared_ptr<const Snapshot>& snapshot);
    bool isReady() const { return known_ != nullptr; }
    // A picture of the network's shape (height x width x channels). Only of a job that is ready; the newest counts.
    void ask(const std::vector<std::uint8_t>& picture);
    void stop();                            // and forgets the network
    void forgetAsked() { asked_.cancel(); } // no answer follows

Q_SIGNALS:
    void progressed(double part); // 0 to 1, about ten times a second
    void ready();
    // `familiarity` is at most 1; less than `threshold` is unlike anything seen (predict/familiarity.h).
    void answered(float familiarity, float threshold);
    void failed(const belfry::Text& sentence);

private:
    std::shared_ptr<const Familiarity> known_; // null: not prepared
    Background background_;                    // Destroyed before the above: its jobs may still run.
    LatestJob preparing_{background_}, asked_{background_};
};

} // namespace belfry
