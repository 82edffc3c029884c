#include "ui/pages/train_page/data_preview.h"

#include "core/data/catalogue.h"
#include "ui/pages/train_page/engine_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/thumbnails.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

namespace belfry {
namespace {
constexpr std::int64_t kPictures = 12;
} // namespace

DataPreview::DataPreview(const Theme& theme, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("dataPreview"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    thumbnails_ = new Thumbnails(theme, this);
    problem_ = makeLabel({}, "warning", this);
    problem_->setObjectName(QStringLiteral("dataProblem"));
    problem_->setWordWrap(true);
    problem_->hide();
    column->addWidget(thumbnails_);
    column->addWidget(problem_);
}

void DataPreview::setDataSet(const std::string& name, const std::optional<std::filesystem::path>& folder) {
    if (loaded_ && name == name_ && folder == folder_) {
        return;
    }
    name_ = name;
    folder_ = folder;
    loaded_ = false;
    if (isVisible()) {
        load();
    }
}

void DataPreview::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!loaded_ && !name_.empty()) {
        load();
    }
}

void DataPreview::load() {
    loaded_ = true;
    const std::uint64_t request = ++request_;
    background_.run<Pictures>(
        [name = name_, folder = folder_, request] {
            Pictures pictures = read(name, folder);
            pictures.request = request;
            return pictures;
        },
        [this](const Pictures& pictures) {
            if (pictures.request != request_) {
                return;
            }
            QStringList labels;
            for (const std::string& label : pictures.labels) {
                labels << QString::fromStdString(label);
            }
            problem_->hide();
            thumbnails_->setPictures(pictures.bytes, pictures.shape, labels);
        },
        [this, request](const QString& sentence) {
            if (request == request_) {
                thumbnails_->clear();
                problem_->setText(engineSentence(sentence));
                problem_->show();
            }
        });
}

DataPreview::Pictures DataPreview::read(const std::string& name, const std::optional<std::filesystem::path>& folder) {
    const std::shared_ptr<const DataSet> data = openDataSet(name, folder);
    std::vector<std::int64_t> indices(static_cast<std::size_t>(std::min(kPictures, data->train->size())));
    Pictures pictures{.bytes = {}, .shape = data->shape, .labels = {}};
    for (std::size_t i = 0; i < indices.size(); ++i) {
        indices[i] = static_cast<std::int64_t>(i);
        pictures.labels.push_back(data->classes.at(data->train->label(indices[i])));
    }
    pictures.bytes.resize(indices.size() * static_cast<std::size_t>(data->shape.bytes()));
    data->train->read(indices, pictures.bytes.data());
    return pictures;
}

} // namespace belfry
