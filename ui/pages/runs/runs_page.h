// The Runs page: every recorded run in a live table, with one run's card beside it. Does not depend on other pages:
// requests that another page must serve are signals. GUI thread only.
#pragma once

#include "core/train/plan.h"
#include "ui/bridge/run_loader.h"
#include "ui/foundation/theme.h"
#include "ui/pages/runs/run_colours.h"

#include <QUrl>
#include <QWidget>
#include <functional>
#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace belfry {

class Banner;
class Card;
class CompareCard;
class CompareCharts;
class CurveLoader;
class FiguresLoader;
class HistogramsDialog;
class PreparedBranch;
class RunCard;
class RunExporter;
class RunFilter;
class RunParallelPlot;
class RunReporter;
class RunTable;
class RunTableModel;
struct BranchChoice;

class RunsPage : public QWidget {
    Q_OBJECT
public:
    // `theme` must outlive the page.
    explicit RunsPage(const Theme& theme, QWidget* parent = nullptr);
    ~RunsPage() override;

    RunTable* table() const { return table_; }
    CompareCharts* charts() const { return charts_; }
    HistogramsDialog* histograms() const { return histograms_; } // null until it is opened
    const QString& baseline() const { return baseline_; }        // id; "" when none is pinned
    // Opens folders: the desktop, or a test.
    void setOpener(std::function<bool(const QUrl&)> opener);
    RunReporter* reporter() const { return reporter_; }
    // Asks for a folder and writes the run's best weights there; `name` is proposed.
    void exportOf(const std::filesystem::path& run, const QString& name);
    void setBusy(bool busy);           // a run is in progress in this window
    void setQueued(std::size_t plans); // that wait
    // Selects the runs, when the list has come if need be; several are compared.
    void choose(const QStringList& ids);
    void refresh(); // soon, not only at the next tick: a run has begun or ended here

Q_SIGNALS:
    void queueRequested();
    void resumeRequested(const std::filesystem::path& folder);
    void branchPrepared(const std::shared_ptr<belfry::PreparedBranch>& branch); // to be started
    void drawRequested(const std::filesystem::path& folder);
    void evaluateRequested(const std::filesystem::path& folder);
    void planRequested(const belfry::Plan& plan); // without its run's name

protected:
    void showEvent(QShowEvent* event) override; // nothing is read before
    void hideEvent(QHideEvent* event) override;

private:
    void makeWidgets(const Theme& theme);
    void layOut();
    void connectAll();
    void connectCard();
    void showQueued();
    void showRuns(const std::vector<RunSummary>& runs);
    void showChosen();
    void updateButtons();
    void readContents(const RunSummary& run);
    void connectComparison();
    void showCurves();
    void drawCurves();
    void showSide(bool comparison);
    void connectParallel();
    bool isParallel() const;
    void showParallel();
    std::vector<RunSummary> drawnRuns() const;
    void drawParallel(const std::vector<RunSummary>& runs);
    void pick(const QString& id);
    const RunSummary& detailed(const std::vector<RunSummary>& runs) const;
    void pin(bool on);
    void askBranch();
    void openHistograms();
    void showHistograms(); // of the run on the card, if the dialog is open
    void branch(const std::filesystem::path& folder, const BranchChoice& choice);
    void removeChosen();
    void offerUndo(const RunRemoval& removal);
    void showCounts();
    void openFolder();
    void draw();
    void connectMenu();
    void openMenu(const QPoint& position); // of what can be done with the selected runs
    void showTrash(bool on);
    void showTrashCount();
    void showListTitle();
    std::vector<std::filesystem::path> chosenFolders() const;
    void restoreChosen();
    void askErase(); // of the chosen ones
    bool inTrash() const;
    std::vector<RunSummary> chosen() const; // in the table's order

    const Theme& theme_;
    RunTableModel* model_;
    RunFilter* filter_;
    std::function<bool(const QUrl&)> opener_;
    QString baseline_;
    RunColours colours_;
    QStringList wanted_;               // ids to be selected when they are listed
    std::vector<RunSummary> compared_; // whose curves are drawn
    std::string picked_;               // id of the selected run whose line was clicked; "": none
    bool several_ = false;             // are chosen
    bool listed_ = false;              // the first answer has come
    bool busy_ = false;
    std::size_t queued_ = 0;  // plans that wait
    std::size_t trashed_ = 0; // runs in the trash
    Banner* banner_;
    RunTable* table_;
    QLineEdit* search_;
    QLabel *count_, *empty_;
    QPushButton *queue_, *rename_, *delete_, *restore_, *erase_, *trash_;
    RunCard* card_;
    RunReporter* reporter_;
    RunExporter* exporter_;
    CompareCard* compare_;
    CompareCharts* charts_;
    Card *list_, *parallelCard_;
    RunParallelPlot* parallel_;
    QWidget* lower_; // the curves, or the parallel coordinates
    QWidget* side_;  // the cards, under the buttons that choose between them
    QPushButton *detailsChip_, *compareChip_, *parallelChip_;
    HistogramsDialog* histograms_ = nullptr;
    std::optional<RunSummary> inside_; // whose histograms were asked for, as it was then
    std::unique_ptr<CurveLoader> curves_;
    std::unique_ptr<FiguresLoader> figures_;
    RunLoader loader_; // last: its answers need all above
};

} // namespace belfry
