// The test images of a plan's data, one after another, read off the GUI thread. GUI thread only.
#pragma once

#include "core/data/dataset.h"
#include "core/train/plan.h"
#include "ui/foundation/background.h"
#include "ui/foundation/texts.h"

#include <memory>
#include <string>
#include <vector>

namespace belfry {

struct TestPicture {
    std::vector<std::uint8_t> bytes; // of `shape`, as the data set has it
    ImageShape shape;
    std::string trueClass;
    std::int64_t index = 0; // in the test split
};

class TestPictures : public QObject {
    Q_OBJECT
public:
    explicit TestPictures(QObject* parent = nullptr) : QObject(parent) {}

    void setPlan(const Plan& plan); // other data begin with their first image
    void next();                    // read() or failed() follows; after the last image comes the first

Q_SIGNALS:
    void read(const belfry::TestPicture& picture);
    void failed(const belfry::Text& sentence);

private:
    struct Found {
        std::shared_ptr<const DataSet> data;
        TestPicture picture;
    };
    static Found load(const Plan& plan, std::shared_ptr<const DataSet> data, std::int64_t index);

    Plan plan_;
    std::shared_ptr<const DataSet> data_; // of the plan, once it has been opened
    std::int64_t next_ = 0;
    Background background_; // Destroyed before the above: its jobs may still run.
    LatestJob job_{background_};
};

} // namespace belfry
