#include "ui/pages/train/data_preview.h"

#include "core/data/catalogue.h"
#include "core/model/input.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/thumbnails.h"

#include <QLabel>
#include <algorithm>

namespace belfry {
namespace {
constexpr std::int64_t kPictures = 12;

bool samePictures(const Plan& a, const Plan& b) {
    return a.data == b.data && a.dataDir == b.dataDir && a.pictureSize == b.pictureSize && a.splitSeed == b.splitSeed &&
           a.augmentation == b.augmentation && a.normalisation == b.normalisation &&
           (a.seed == b.seed || a.augmentation == "none");
}
} // namespace

DataPreview::DataPreview(const Theme& theme, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("dataPreview"));
    thumbnails_ = new Thumbnails(theme, this);
    problem_ = Parts(this).sentence("warning", "dataProblem");
    problem_->hide();
    fillWith(this, columnOf(0, {thumbnails_, problem_}));
}

void DataPreview::setPlan(const Plan& plan) {
    if (loaded_ && samePictures(plan, plan_))
        return;
    plan_ = plan;
    loaded_ = false;
    if (isVisible())
        load();
}

void DataPreview::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!loaded_)
        load();
}

void DataPreview::load() {
    loaded_ = true;
    job_.start<Pictures>([plan = plan_](const LatestJob::Token&) { return read(plan); },
                         [this](const Pictures& pictures) {
                             Q_EMIT known(QString::fromStdString(plan_.data), pictures.dataShape, pictures.classes);
                             problem_->hide();
                             thumbnails_->setPictures(pictures.bytes, pictures.shape, stringsOf(pictures.labels));
                             Q_EMIT opened(pictures.trainImages);
                         },
                         [this](const Text& sentence) {
                             thumbnails_->clear();
                             showSentence(problem_, translated(sentence));
                             Q_EMIT opened(0);
                         });
}

DataPreview::Pictures DataPreview::read(const Plan& plan) {
    const std::shared_ptr<const DataSet> data =
        openDataSet(plan.data, {.dataDir = plan.dataDir, .pictureSize = plan.pictureSize, .splitSeed = plan.splitSeed});
    const InputStage stage = inputStageFromNames(plan.augmentation, plan.normalisation);
    std::vector<std::int64_t> indices(static_cast<std::size_t>(std::min(kPictures, data->train->size())));
    Pictures pictures{.bytes = {},
                      .shape = networkInput(stage, data->shape),
                      .labels = {},
                      .dataShape = data->shape,
                      .classes = static_cast<int>(data->classes.size())};
    pictures.trainImages = data->train->size();
    for (std::size_t i = 0; i < indices.size(); ++i) {
        indices[i] = static_cast<std::int64_t>(i);
        pictures.labels.push_back(data->classes.at(data->train->label(indices[i])));
    }
    pictures.bytes = previewInput(stage, data->shape, *data->train, indices, plan.seed, 0, true);
    return pictures;
}

} // namespace belfry
