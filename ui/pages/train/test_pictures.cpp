#include "ui/pages/train/test_pictures.h"

#include "core/base/error.h"
#include "core/train/prepare.h"

namespace belfry {

void TestPictures::setPlan(const Plan& plan) {
    const bool same = haveSameData(plan, plan_);
    plan_ = plan;
    if (same)
        return;
    job_.cancel();
    data_.reset();
    next_ = 0;
}

void TestPictures::next() {
    job_.start<Found>(
        [plan = plan_, data = data_, index = next_](const LatestJob::Token&) { return load(plan, data, index); },
        [this](const Found& found) {
            data_ = found.data;
            next_ = found.picture.index + 1;
            Q_EMIT read(found.picture);
        },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

TestPictures::Found TestPictures::load(const Plan& plan, std::shared_ptr<const DataSet> data, std::int64_t index) {
    if (data == nullptr)
        data = openDataSet(plan.data, dataOptions(plan));
    if (data->test->size() == 0)
        throw usageError(Text::tr("%1 has no test images; choose a data set with a test split.", data->title));
    TestPicture picture{.bytes = std::vector<std::uint8_t>(static_cast<std::size_t>(data->shape.bytes())),
                        .shape = data->shape,
                        .trueClass = {},
                        .index = index % data->test->size()};
    data->test->read(std::span(&picture.index, 1), picture.bytes.data());
    picture.trueClass = data->classes.at(data->test->label(picture.index));
    return {std::move(data), std::move(picture)};
}

} // namespace belfry
