#include "ui/pages/data/data_facts.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QLabel>

namespace belfry {
namespace {

QString perChannel(const std::vector<double>& values) {
    return textsOf(
               values, [](double value) { return decimalText(value, 1); })
        .join(QStringLiteral(" · "));
}

} // namespace

DataFacts::DataFacts(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("dataFacts"));
    setProperty("transparent", "true");
    column_ = columnOf(0, {});
    fillWith(this, column_);
    keepTranslated(this, [this] { fill(); });
}

void DataFacts::setReport(const std::shared_ptr<const DataReport>& report) {
    report_ = report;
    fill();
}

void DataFacts::addFact(const QString& name, const char* objectName, const QString& value) {
    if (value.isEmpty())
        return;
    auto* caption = makeLabel(name, "group", content_);
    caption->setWordWrap(true);
    auto* text = makeLabel(value, "", content_);
    text->setObjectName(QLatin1String(objectName));
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setFocusPolicy(Qt::NoFocus);
    caption->setBuddy(text);
    rows_->addWidget(caption);
    rows_->addWidget(text);
    rows_->addSpacing(8);
}

// Each with its count and its sentence: nothing odd is passed over.
void DataFacts::addIssues() {
    const std::vector<DataIssue>& issues = report_->summary.issues;
    if (issues.empty())
        return;
    std::int64_t count = 0;
    for (const DataIssue& issue : issues)
        count += issue.count;
    rows_->addWidget(makeLabel(tr("Suspicious: %1").arg(countText(count)), "group", content_));
    for (const DataIssue& issue : issues) {
        auto* text = makeLabel(translated(issue.sentence), "warning", content_);
        text->setObjectName(QStringLiteral("dataIssue"));
        text->setWordWrap(true);
        rows_->addWidget(text);
    }
    rows_->addSpacing(8);
}

void DataFacts::fill() {
    delete content_;
    content_ = nullptr;
    if (!report_)
        return;
    content_ = new QWidget(this);
    content_->setProperty("transparent", "true");
    rows_ = columnOf(0, {});
    fillWith(content_, rows_, {0, 0, 8, 0});
    const DataSet& set = *report_->data;
    const DataSummary& summary = report_->summary;
    addIssues();
    addFact(tr("Images"), "splitFact",
            tr("%1 training, %2 validation, %3 test")
                .arg(countText(summary.images(0)), countText(summary.images(1)), countText(summary.images(2))));
    addFact(tr("Pictures"), "shapeFact",
            set.shape.channels == 1 ? tr("%1 × %2 pixels, grey").arg(set.shape.width).arg(set.shape.height)
                                    : tr("%1 × %2 pixels, colour").arg(set.shape.width).arg(set.shape.height));
    addFact(tr("Mean (0–255)"), "meanFact", perChannel(summary.mean));
    addFact(tr("Standard deviation"), "deviationFact", perChannel(summary.deviation));
    addFact(tr("Test images that are also training images"), "duplicatesFact", countText(summary.trainInTest));
    addFact(tr("Training images that repeat another"), "repeatedFact", countText(summary.repeated));
    addFact(tr("Size on disk"), "sizeFact", bytesText(summary.diskBytes));
    addFact(tr("Folder"), "folderFact", QString::fromStdString(set.folder.string()));
    addFact(tr("Source"), "sourceFact", QString::fromStdString(set.origin));
    addFact(tr("Licence"), "licenceFact", translated(set.licence));
    addFact(tr("Note"), "noteFact", translated(set.remark));
    rows_->addStretch();
    column_->addWidget(content_);
}

} // namespace belfry
