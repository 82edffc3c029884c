// What the Runs page is made of, and where it stands.
#include "ui/bridge/curve_loader.h"
#include "ui/pages/runs/compare_card.h"
#include "ui/pages/runs/compare_charts.h"
#include "ui/pages/runs/run_card.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/run_table_model.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace belfry {
namespace {

constexpr int kSearchWidth = 300;

} // namespace

void RunsPage::makeWidgets(const Theme& theme) {
    model_ = new RunTableModel(theme, this);
    filter_ = new RunFilter(*model_, this);
    banner_ = new Banner(this, QStringLiteral("runsBanner"));
    tableCard_ = new Card({}, this);
    tableCard_->setObjectName(QStringLiteral("runTableCard"));
    table_ = new RunTable(*filter_, this);
    search_ = new QLineEdit(this);
    search_->setObjectName(QStringLiteral("runFilterField"));
    search_->setAccessibleName(QStringLiteral("Filter runs"));
    search_->setFixedWidth(kSearchWidth);
    count_ = makeLabel({}, "muted", this);
    count_->setObjectName(QStringLiteral("runCount"));
    empty_ = makeLabel({}, "muted", this);
    empty_->setObjectName(QStringLiteral("runsEmpty"));
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    queue_ = makeButton({}, "Queue", "quiet", this);
    rename_ = makeButton({}, "Rename run", "quiet", this);
    delete_ = makeButton({}, "Delete runs", "quiet", this);
    rename_->setAccessibleName(QStringLiteral("Rename")); // as their labels say
    delete_->setAccessibleName(QStringLiteral("Delete"));
    card_ = new RunCard(theme, this);
    compare_ = new CompareCard(theme, this);
    charts_ = new CompareCharts(theme, this);
    side_ = new QWidget(this);
    side_->setObjectName(QStringLiteral("runSide"));
    detailsChip_ = makeButton({}, "Details", "chip", this);
    compareChip_ = makeButton({}, "Compare", "chip", this);
    for (QPushButton* chip : {detailsChip_, compareChip_})
        chip->setCheckable(true);
}

void RunsPage::layOut() {
    tableCard_->titleRow()->insertWidget(1, count_);
    tableCard_->titleRow()->insertSpacing(1, 8);
    for (QWidget* widget : std::initializer_list<QWidget*>{queue_, rename_, delete_, search_})
        tableCard_->titleRow()->addWidget(widget);
    tableCard_->body()->addWidget(table_, 1);
    tableCard_->body()->addWidget(empty_, 1);
    auto* chips = new QHBoxLayout;
    chips->setSpacing(4);
    chips->addWidget(detailsChip_);
    chips->addWidget(compareChip_);
    chips->addStretch();
    auto* side = new QVBoxLayout(side_);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(8);
    side->addLayout(chips);
    side->addWidget(card_, 1);
    side->addWidget(compare_, 1);
    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(tableCard_, 5);
    left->addWidget(charts_, 4);
    auto* row = new QHBoxLayout;
    row->setSpacing(16);
    row->addLayout(left, 1);
    row->addWidget(side_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(12);
    column->addWidget(banner_);
    column->addLayout(row, 1);
}

} // namespace belfry
