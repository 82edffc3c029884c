#include "ui/pages/evaluate/label_model.h"

#include "ui/foundation/number_text.h"

#include <filesystem>

namespace belfry {

LabelModel::LabelModel(QObject* parent) : RowModel(parent) {
    setColumns({
        {QT_TR_NOOP("Picture"), 210, false,
         [](const LabelRow& row) {
             return QString::fromStdString(std::filesystem::path(row.picture.file).filename().string());
         }},
        {QT_TR_NOOP("Proposal"), 150, false,
         [this](const LabelRow& row) {
             return QStringLiteral("%1 (%2)").arg(className(row.picture.answer),
                                                  percentText(static_cast<double>(row.picture.confidence), 0));
         }},
        {QT_TR_NOOP("Label"), 120, false,
         [this](const LabelRow& row) {
             return row.label ? className(*row.label) : row.skipped ? tr("none") : QString();
         }},
    });
}

QString LabelModel::className(int label) const {
    return QString::fromStdString(classes_.at(static_cast<std::size_t>(label)));
}

void LabelModel::setPictures(const std::vector<PictureToLabel>& pictures, const std::vector<std::string>& classes) {
    classes_ = classes;
    steps_.clear();
    std::vector<LabelRow> rows;
    for (const PictureToLabel& picture : pictures)
        rows.push_back({.picture = picture, .label = std::nullopt});
    resetRows(rows);
}

void LabelModel::put(std::size_t row, const LabelRow& content) {
    rows_.at(row) = content;
    retranslate();
}

void LabelModel::decide(std::size_t row, std::optional<int> label) {
    steps_.push_back({row, rows().at(row)});
    put(row, {.picture = rows().at(row).picture, .label = label, .skipped = !label});
}

std::optional<std::size_t> LabelModel::undo() {
    if (steps_.empty())
        return std::nullopt;
    const Step last = steps_.back();
    steps_.pop_back();
    put(last.row, last.before);
    return last.row;
}

std::vector<LabelRow> LabelModel::labelled() const {
    std::vector<LabelRow> found;
    for (const LabelRow& row : rows())
        if (row.label)
            found.push_back(row);
    return found;
}

} // namespace belfry
