// What the Data page is made of, and where it stands.
#include "ui/pages/data/class_table.h"
#include "ui/pages/data/data_facts.h"
#include "ui/pages/data/data_page.h"
#include "ui/pages/data/data_set_list.h"
#include "ui/pages/data/download_panel.h"
#include "ui/pages/data/split_legend.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/scrolled.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace belfry {
namespace {

constexpr int kSetsWidth = 264, kFactsWidth = 312, kSizeWidth = 96;

} // namespace

void DataPage::makeWidgets(const Theme& theme) {
    setsCard_ = new Card({}, this);
    setsCard_->setFixedWidth(kSetsWidth);
    sets_ = new DataSetList(this);
    add_ = makeButton({}, "Add folder", "", this);
    remove_ = makeButton({}, "Remove", "quiet", this);
    use_ = makeButton({}, "Use for training", "primary", this);
    download_ = makeButton({}, "Download", "primary", this);
    title_ = makeLabel({}, "figure", this);
    title_->setObjectName(QStringLiteral("dataTitle"));
    summary_ = new ElidedLabel({}, this);
    summary_->setProperty("kind", "muted");
    summary_->setObjectName(QStringLiteral("dataSummary"));
    sizeLabel_ = makeLabel({}, "muted", this);
    size_ = new QLineEdit(this);
    size_->setObjectName(QStringLiteral("pictureSizeField"));
    size_->setAccessibleName(QStringLiteral("Picture size"));
    size_->setFixedWidth(kSizeWidth);
    sizeLabel_->setBuddy(size_);
    problemText_ = makeLabel({}, "warning", this);
    problemText_->setObjectName(QStringLiteral("dataPageProblem"));
    problemText_->setWordWrap(true);
    hint_ = makeLabel({}, "muted", this);
    hint_->setObjectName(QStringLiteral("dataHint"));
    hint_->setWordWrap(true);
    progress_ = new QProgressBar(this);
    progress_->setObjectName(QStringLiteral("readingBar"));
    progress_->setAccessibleName(QStringLiteral("Reading"));
    progress_->setRange(0, 1000);
    progress_->setTextVisible(false);
    panel_ = new DownloadPanel(job_, this);
    classesCard_ = new Card({}, this);
    classes_ = new ClassTable(theme);
    classesCard_->titleRow()->addWidget(new SplitLegend(theme, this));
    classesCard_->body()->addWidget(scrolled(classes_, "classesScroll", this), 1);
    factsCard_ = new Card({}, this);
    factsCard_->setFixedWidth(kFactsWidth);
    facts_ = new DataFacts;
    factsCard_->body()->addWidget(scrolled(facts_, "factsScroll", this), 1);
}

void DataPage::layOut() {
    auto* own = new QHBoxLayout;
    own->setSpacing(8);
    own->addWidget(add_);
    own->addWidget(remove_);
    own->addStretch();
    setsCard_->body()->addWidget(sets_, 1);
    setsCard_->body()->addLayout(own);

    auto* names = new QVBoxLayout;
    names->setSpacing(0);
    names->addWidget(title_);
    names->addWidget(summary_);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addLayout(names, 1);
    head->addWidget(sizeLabel_);
    head->addWidget(size_);
    head->addWidget(download_);
    head->addWidget(use_);
    auto* cards = new QHBoxLayout;
    cards->setSpacing(8);
    cards->addWidget(classesCard_, 1);
    cards->addWidget(factsCard_);
    auto* right = new QVBoxLayout;
    right->setSpacing(8);
    right->addLayout(head);
    right->addWidget(panel_);
    right->addWidget(problemText_);
    right->addWidget(hint_);
    right->addWidget(progress_);
    right->addLayout(cards, 1);
    right->addStretch();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 12, 16, 12);
    row->setSpacing(16);
    row->addWidget(setsCard_);
    row->addLayout(right, 1);
}

} // namespace belfry
