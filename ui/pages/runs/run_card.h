// Everything about one run: its state, figures, note, tags and plan, and what can be done with it.
// GUI thread only.
#pragma once

#include "core/runs/metrics_store.h"
#include "core/runs/run_list.h"
#include "core/train/plan.h"
#include "ui/pages/runs/run_facts.h"
#include "ui/widgets/card.h"

#include <QList>
#include <QTimer>
#include <optional>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace belfry {

class ElidedLabel;
class Theme;

class RunCard : public Card {
    Q_OBJECT
public:
    // `theme` must outlive the card.
    explicit RunCard(const Theme& theme, QWidget* parent = nullptr);

    // A note that is being typed stays, as long as it is the same run.
    void setRun(const RunSummary& run);
    void setContents(const RunContents& contents);
    void setChanges(const std::vector<Mark>& changes); // of settings while it was running
    const RunSummary& run() const { return run_; }
    const RunContents& contents() const { return contents_; }
    const std::optional<Plan>& plan() const { return contents_.plan; }
    void setPinned(bool pinned);
    void setExporting(bool exporting); // one at a time
    void setReporting(bool reporting); // one at a time
    void setInTrash(bool inTrash);     // only looked at
    void setBusy(bool busy);           // a run is in progress in this window: no other one can be started
    QList<QPushButton*> buttons() const {
        return {resume_, draw_, evaluate_, histograms_, branch_, usePlan_, pin_, open_, export_, report_};
    }
    void save(); // the typed note, now

Q_SIGNALS:
    void noted(const belfry::RunSummary& run, const QString& note);
    void tagged(const belfry::RunSummary& run, const QString& tags);
    void resumeRequested();
    void drawRequested();
    void evaluateRequested();
    void exportRequested();
    void reportRequested();
    void planRequested();
    void folderRequested();
    void branchRequested();
    void histogramsRequested();
    void pinned(bool on); // as baseline, by the user

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; // the note loses the focus

private:
    void makeWidgets();
    void layOut();
    void showPin();
    void showState();
    void showFacts();
    void updateButtons();
    QString whyBusy() const;
    QString whyNotResumed() const; // "" when it can be

    const Theme& theme_;
    RunSummary run_;
    RunContents contents_;
    std::vector<Mark> changes_;
    bool busy_ = false, exporting_ = false, reporting_ = false, inTrash_ = false;
    ElidedLabel* name_;
    QLabel *dot_, *state_, *reason_;
    QPlainTextEdit* note_;
    QLineEdit* tags_;
    QPushButton *resume_, *draw_, *evaluate_, *export_, *usePlan_, *open_, *branch_, *pin_, *histograms_, *report_;
    RunFacts* facts_;
    QTimer saveTimer_; // after the last key: then the note is saved
};

} // namespace belfry
