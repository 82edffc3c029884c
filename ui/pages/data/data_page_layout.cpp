// Widgets and layout of the Data page.
#include "core/train/plan_fields.h"
#include "ui/pages/data/class_table.h"
#include "ui/pages/data/data_facts.h"
#include "ui/pages/data/data_page.h"
#include "ui/pages/data/data_set_list.h"
#include "ui/pages/data/download_panel.h"
#include "ui/pages/data/split_legend.h"
#include "ui/widgets/card.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/scrolled.h"
#include "ui/widgets/splitter.h"

#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>

namespace belfry {
namespace {

constexpr int kSetsWidth = 264, kFactsWidth = 312, kSizeWidth = 96, kReadingSteps = 1000;

} // namespace

void DataPage::makeWidgets(const Theme& theme) {
    const Parts parts(this);
    setsCard_ = parts.card(QT_TR_NOOP("Data sets"));
    setsCard_->setMinimumWidth(kSetsWidth);
    sets_ = new DataSetList(this);
    add_ = parts.button(
        "", QT_TR_NOOP("Add folder…"),
        QT_TR_NOOP("A folder with one sub-folder of pictures per class, or TFRecord files; you can also drop it here"),
        "Add folder");
    remove_ =
        parts.button("quiet", QT_TR_NOOP("Remove"), QT_TR_NOOP("Removes the folder from this list; its files stay"));
    use_ = parts.button("primary", QT_TR_NOOP("Use for training"),
                        QT_TR_NOOP("Sets it in the plan and opens the Train page"));
    doctor_ = parts.button(
        "", QT_TR_NOOP("Doctor…"),
        QT_TR_NOOP("Finds labels that are probably wrong, near copies, and pictures that look wrong"), "Doctor");
    download_ =
        parts.button("primary", QT_TR_NOOP("Download"),
                     QT_TR_NOOP("Downloads it from the first server that has all of it and verifies its checksum"));
    title_ = parts.label("figure", "dataTitle");
    summary_ = parts.elided("muted", "dataSummary");
    size_ = parts.field(
        new QLineEdit(this), "Picture size", "pictureSizeField",
        QT_TR_NOOP("All pictures are resized to this: 32, 64x48, or 28x28x1 for greyscale. Enter reads them again."));
    size_->setFixedWidth(kSizeWidth);
    parts.translate(size_, QT_TR_NOOP("their own"), [this](const QString& size) { size_->setPlaceholderText(size); });
    sizeLabel_ = parts.caption(QT_TR_NOOP("Picture size"), size_);
    groups_ =
        parts.field(new ChoiceBox(ChoiceBox::itemsOf(groupingChoices()), this), "Keep together", "groupsField",
                    QT_TR_NOOP("Pictures that stay in one split, so that the test has none that is nearly "
                               "trained on. Where the folder has its own splits, groups in several are reported."));
    groups_->setSizeAdjustPolicy(QComboBox::AdjustToContents); // in each language
    groupsLabel_ = parts.caption(QT_TR_NOOP("Keep together"), groups_);
    problemText_ = parts.sentence("warning", "dataPageProblem");
    hint_ = parts.sentence("muted", "dataHint");
    progress_ = parts.progress("readingBar", "Reading", kReadingSteps);
    panel_ = new DownloadPanel(job_, this);
    classesCard_ = parts.card(QT_TR_NOOP("Classes"));
    classes_ = new ClassTable(theme);
    classesCard_->titleRow()->addWidget(new SplitLegend(theme, this));
    classesCard_->body()->addWidget(scrolled(classes_, "classesScroll", this), 1);
    factsCard_ = parts.card(QT_TR_NOOP("Details"));
    factsCard_->setMinimumWidth(kFactsWidth);
    facts_ = new DataFacts;
    factsCard_->body()->addWidget(scrolled(facts_, "factsScroll", this), 1);
}

void DataPage::layOut() {
    append(setsCard_->body(), {{sets_, 1}, rowOf(8, {add_, remove_, Placed::stretch()})});
    auto* head = rowOf(8, {{columnOf(0, {title_, summary_}), 1}, doctor_, download_, use_});
    auto* reading = rowOf(8, {sizeLabel_, size_, groupsLabel_, groups_, Placed::stretch()});
    auto* details = new Splitter(Qt::Horizontal, "dataDetailsSplitter", 8, this);
    details->add(classesCard_, 1)->add(factsCard_);
    auto* right = new QWidget(this);
    fillWith(right,
             columnOf(8, {head, reading, panel_, problemText_, hint_, progress_, {details, 1}, Placed::stretch()}));
    auto* row = new Splitter(Qt::Horizontal, "dataSplitter", 16, this);
    row->add(setsCard_)->add(right, 1);
    fillWith(this, columnOf(0, {{row, 1}}), kPageMargins);
}

} // namespace belfry
