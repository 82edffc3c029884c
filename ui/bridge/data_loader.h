// Opens a data set and reads it to its end off the GUI thread: what the Data page shows of it. GUI thread only.
#pragma once

#include "core/data/catalogue.h"
#include "core/data/summary.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <memory>
#include <vector>

namespace belfry {

struct DataReport {
    std::shared_ptr<const DataSet> data;
    DataSummary summary;
    std::vector<std::vector<std::uint8_t>> examples; // by label: training pictures one after another
    bool grouped = false;                            // a folder or list of pictures, which Plan::groups divides
};

class DataLoader : public QObject {
    Q_OBJECT
public:
    using QObject::QObject; // its destructor stops and waits

    // An earlier request is stopped and its answer dropped.
    void load(const std::string& nameOrPath, const DataOptions& options);
    void stop() { job_.cancel(); }

Q_SIGNALS:
    void progressed(double part); // 0 to 1, about ten times a second
    void loaded(const std::shared_ptr<const belfry::DataReport>& report);
    void missing(); // a set of the catalogue whose files are nowhere
    void failed(const belfry::Text& sentence);

private:
    Background background_; // Destroyed before the above: its jobs may still run.
    LatestJob job_{background_};
};

} // namespace belfry
