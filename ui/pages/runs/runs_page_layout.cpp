// Widgets and layout of the Runs page.
#include "ui/dialogs/run_reporter.h"
#include "ui/pages/runs/compare_card.h"
#include "ui/pages/runs/compare_charts.h"
#include "ui/pages/runs/run_card.h"
#include "ui/pages/runs/run_exporter.h"
#include "ui/pages/runs/run_parallel_plot.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/run_table_model.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/splitter.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace belfry {
namespace {

constexpr int kSearchWidth = 240;

} // namespace

void RunsPage::makeWidgets(const Theme& theme) {
    const Parts parts(this);
    model_ = new RunTableModel(theme, this);
    filter_ = new RunFilter(*model_, this);
    banner_ = new Banner(this, QStringLiteral("runsBanner"));
    table_ = new RunTable(*filter_, this);
    search_ = parts.field(new QLineEdit(this), "Filter runs", "runFilterField");
    search_->setFixedWidth(kSearchWidth);
    parts.translate(search_, QT_TR_NOOP("Filter by name, tag, note, network, data, state"),
                    [this](const QString& hint) { search_->setPlaceholderText(hint); });
    count_ = parts.label("muted", "runCount");
    empty_ = parts.sentence("muted", "runsEmpty");
    empty_->setAlignment(Qt::AlignCenter);
    queue_ = makeButton({}, "Queue", "quiet", this);
    queue_->setAccessibleName(QStringLiteral("Queue…"));
    parts.help(queue_, QT_TR_NOOP("Plans that run one after another: add, reorder and run them"));
    rename_ = parts.button("quiet", QT_TR_NOOP("Rename"), QT_TR_NOOP("Renames the run (F2)"), "Rename run");
    delete_ =
        parts.button("quiet", QT_TR_NOOP("Delete"),
                     QT_TR_NOOP("Moves the selected runs to the trash (Delete); this can be undone"), "Delete runs");
    restore_ = parts.button("quiet", QT_TR_NOOP("Restore"),
                            QT_TR_NOOP("Moves the selected runs from the trash back to the others"), "Restore runs");
    erase_ = parts.button("quiet", QT_TR_NOOP("Delete for good…"),
                          QT_TR_NOOP("Deletes the selected runs from the disk"), "Delete for good");
    trash_ = makeButton({}, "Trash", "chip", this);
    trash_->setCheckable(true);
    parts.help(trash_, QT_TR_NOOP("Runs that were deleted: they can be restored"));
    card_ = new RunCard(theme, this);
    reporter_ = new RunReporter(this, banner_);
    exporter_ = new RunExporter(this, banner_);
    compare_ = new CompareCard(theme, this);
    charts_ = new CompareCharts(theme, this);
    parallel_ = new RunParallelPlot(theme, this);
    parallelCard_ = parts.card(QT_TR_NOOP("Parallel coordinates"));
    parallelCard_->setObjectName(QStringLiteral("parallelCard"));
    lower_ = new QWidget(this);
    side_ = new QWidget(this);
    side_->setObjectName(QStringLiteral("runSide"));
    detailsChip_ =
        parts.chip(QT_TR_NOOP("Details"), QT_TR_NOOP("The first selected run, or the one whose line was clicked"));
    compareChip_ =
        parts.chip(QT_TR_NOOP("Compare"), QT_TR_NOOP("Differences between the selected runs and the baseline"));
    parallelChip_ = parts.chip(QT_TR_NOOP("Parallel"),
                               QT_TR_NOOP("A line per selected run through its settings and results, instead of the "
                                          "curves; drag along an axis to select some"));
}

void RunsPage::layOut() {
    list_ = new Card({}, this); // of the runs, or of the trash
    list_->setObjectName(QStringLiteral("runTableCard"));
    list_->titleRow()->insertWidget(1, count_);
    list_->titleRow()->insertSpacing(1, 8);
    append(list_->titleRow(), {trash_, queue_, rename_, delete_, restore_, erase_, search_});
    append(list_->body(), {{table_, 1}, {empty_, 1}});
    fillWith(side_, columnOf(8, {rowOf(4, {detailsChip_, compareChip_, Placed::stretch(), parallelChip_}),
                                 {card_, 1},
                                 {compare_, 1}}));
    append(parallelCard_->body(), {{parallel_, 1}});
    fillWith(lower_, columnOf(0, {{charts_, 1}, {parallelCard_, 1}}));
    auto* left = new Splitter(Qt::Vertical, "runsSplitter", 8, this);
    left->add(list_, 5)->add(lower_, 4);
    auto* row = new Splitter(Qt::Horizontal, "runsSideSplitter", 16, this);
    row->add(left, 1)->add(side_);
    fillWith(this, columnOf(12, {banner_, {row, 1}}), kPageMargins);
}

} // namespace belfry
