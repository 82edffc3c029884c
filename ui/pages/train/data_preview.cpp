#include "ui/pages/train/data_preview.h"

#include "core/base/random.h"
#include "core/model/input.h"
#include "core/train/prepare.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/thumbnails.h"

#include <QLabel>

namespace belfry {
namespace {
constexpr std::size_t kPictures = 24;

// One image of each class in turn, in an order that depends on the seed alone: the images of folders are sorted by
// class.
std::vector<std::int64_t> ofEachClass(const ImageStore& images, std::size_t classes, std::uint64_t seed) {
    std::vector<std::vector<std::int64_t>> found(classes);
    for (const std::int64_t index : permutation(images.size(), RandomStream(seed, Purpose::Sample)))
        if (std::vector<std::int64_t>& same = found.at(images.label(index)); same.size() < kPictures)
            same.push_back(index);
    std::vector<std::int64_t> chosen;
    for (std::size_t turn = 0; turn < kPictures; ++turn)
        for (const std::vector<std::int64_t>& same : found)
            if (turn < same.size() && chosen.size() < kPictures)
                chosen.push_back(same[turn]);
    return chosen;
}

bool samePictures(const Plan& a, const Plan& b) {
    return haveSameData(a, b) && a.augmentation == b.augmentation && a.normalisation == b.normalisation &&
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
    if (open_)
        load();
}

void DataPreview::open() {
    open_ = true;
    if (!loaded_)
        load();
}

void DataPreview::load() {
    loaded_ = true;
    job_.start<Pictures>([plan = plan_](const LatestJob::Token&) { return read(plan); },
                         [this](const Pictures& pictures) {
                             Q_EMIT known(QString::fromStdString(plan_.data), pictures.dataShape, pictures.classes);
                             problem_->hide();
                             thumbnails_->setPictures(pictures.bytes, pictures.shape, tipsOf(pictures),
                                                      static_cast<int>(pictures.classes.size()));
                             Q_EMIT opened(pictures.trainImages);
                         },
                         [this](const Text& sentence) {
                             thumbnails_->clear();
                             showSentence(problem_, translated(sentence));
                             Q_EMIT opened(0);
                         });
}

// "7", or "60 % 7, 40 % 3" of a mixed picture.
QStringList DataPreview::tipsOf(const Pictures& pictures) {
    QStringList tips = stringsOf(pictures.labels);
    const QStringList labels = tips;
    for (std::size_t i = 0; i < pictures.shares.size(); ++i) {
        const auto own = static_cast<qsizetype>(i), next = (own + 1) % labels.size();
        const double share = static_cast<double>(pictures.shares[i]);
        if (labels[own] != labels[next])
            tips[own] = QStringLiteral("%1 %2, %3 %4")
                            .arg(percentText(share, 0), labels[own], percentText(1 - share, 0), labels[next]);
    }
    return tips;
}

DataPreview::Pictures DataPreview::read(const Plan& plan) {
    const std::shared_ptr<const DataSet> data = openDataSet(plan.data, dataOptions(plan));
    const InputStage stage = inputStageFromNames(plan.augmentation, plan.normalisation);
    const std::vector<std::int64_t> indices = ofEachClass(*data->train, data->classes.size(), plan.splitSeed);
    Pictures pictures{.bytes = {},
                      .shape = networkInput(stage, data->shape),
                      .labels = {},
                      .shares = previewShares(stage, data->shape, indices, plan.seed, 0),
                      .dataShape = data->shape,
                      .classes = data->classes};
    pictures.trainImages = data->train->size();
    for (const std::int64_t index : indices)
        pictures.labels.push_back(data->classes.at(data->train->label(index)));
    pictures.bytes = previewInput(stage, data->shape, *data->train, indices, plan.seed, 0, true);
    return pictures;
}

} // namespace belfry
