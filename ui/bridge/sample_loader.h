// Some pictures of the data that a network learnt from, read off the GUI thread at the lowest priority. GUI thread
// only.
#pragma once

#include "core/train/snapshot.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace belfry {

class SampleLoader : public QObject {
    Q_OBJECT
public:
    using Pictures = std::shared_ptr<const std::vector<std::uint8_t>>; // contiguous, of the network's shape

    using QObject::QObject; // the destructor waits

    // Validation images, evenly spread over the split; test or training images where there are none. At most `count`,
    // and fewer of large pictures. `run` is the network's folder, "" without one. Only the last request is answered.
    void load(const std::filesystem::path& run, const std::shared_ptr<const Snapshot>& snapshot, std::int64_t count);
    void stop() { job_.cancel(); }

Q_SIGNALS:
    void loaded(const std::shared_ptr<const std::vector<std::uint8_t>>& pictures, std::int64_t count);
    void failed(const belfry::Text& sentence);

private:
    struct Sample {
        Pictures pictures;
        std::int64_t count = 0;
    };
    Background background_;
    LatestJob job_{background_};
};

} // namespace belfry
