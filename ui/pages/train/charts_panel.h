// Loss, accuracy and images per second during a run, over the towers' stage strip and a sentence that says what
// holds them back. GUI thread only.
#pragma once

#include "core/runs/distribution_history.h"
#include "core/study/bottleneck.h"
#include "core/train/events.h"
#include "ui/charts/chart_group.h"
#include "ui/foundation/texts.h"

#include <QWidget>
#include <memory>
#include <optional>

namespace belfry {

class ChartButton;
class HistogramsDialog;
class SpeedLines;
class SteadyLabel;
class StageStrip;
class Theme;

class ChartsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ChartsPanel(const Theme& theme, QWidget* parent = nullptr);
    ~ChartsPanel() override;

    void forget();                      // what the last run has drawn
    void start(const Started& started); // forgets the last run
    void addSteps(const std::vector<StepDone>& steps);
    void addEpoch(const EpochDone& epoch);
    void addDistributions(const Distributions& distributions);
    void finish(); // the run has ended: its best epoch stays the best
    void markSetting(const SettingChanged& change);
    void markPause();
    void endOffers(); // of the run that has ended

    ChartGroup& group() { return group_; }
    LiveChart* loss() const { return loss_; }
    LiveChart* accuracy() const { return accuracy_; }
    LiveChart* rate() const { return rate_; } // shown where there is room, of runs whose rate changes
    LiveChart* speed() const { return speed_; }
    StageStrip* strip() const { return strip_; }
    HistogramsDialog* histograms() const { return dialog_; } // null until it is opened

Q_SIGNALS:
    void undoRequested(const belfry::SettingChanged& change); // by the button beside its mark

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeCharts();
    void addLines();
    void retranslate();
    void showWhyEmpty();
    void addStep(const StepDone& step);
    void updateVerdict(const StepDone& newest);
    void showRate();
    void openHistograms();
    void showHistograms();
    TranslatableText whyNoHistograms() const;

    const Theme& theme_;
    ChartGroup group_;
    LiveChart *loss_, *accuracy_, *rate_, *speed_;
    StageStrip* strip_;
    SteadyLabel* verdict_;
    Text verdictText_;
    double verdictAt_ = 0; // seconds of the run
    int lossLine_ = 0, lossDots_ = 0, accuracyLine_ = 0, accuracyDots_ = 0, rateLine_ = 0;
    int balancedDots_ = 0, macroF1Dots_ = 0; // of runs that are after rare classes
    std::unique_ptr<SpeedLines> speedLines_;
    std::vector<TowerPlacement> towers_;
    StepSettings settings_;    // of the run, that what is advised may be new to it
    bool rareClasses_ = false; // the plan weighs them, repeats them, or judges by them
    bool dropout_ = false;     // the run's network has some
    bool rateChanges_ = false; // over the run, by its plan or by hand
    float newestRate_ = 0;
    XPoint newest_;
    std::optional<XPoint> best_;
    DistributionHistory history_; // of what is inside the network
    QString runName_;
    bool started_ = false, ended_ = false;
    ChartButton* open_;
    HistogramsDialog* dialog_ = nullptr;
};

} // namespace belfry
