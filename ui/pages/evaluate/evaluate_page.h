// The Evaluate page: any weights of any run on a split or on drawings of one's own, with the confusion matrix, the
// images behind its cells, accuracy by class and calibration; in their place the map of the images. Does not depend on
// other pages. GUI thread only.
#pragma once

#include "ui/bridge/evaluation_job.h"
#include "ui/bridge/run_loader.h"
#include "ui/foundation/background.h"
#include "ui/foundation/theme.h"

#include <QWidget>
#include <filesystem>
#include <optional>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace belfry {

class Banner;
class ClassBars;
class ConfusionMatrix;
class ElidedLabel;
class ErrorsPanel;
class EvaluationChoice;
class Figure;
class ImagePanel;
class MapPanel;
class RejectionChart;
class ReliabilityChart;
class RunReporter;
enum class ErrorList;

class EvaluatePage : public QWidget {
    Q_OBJECT
public:
    // `theme` must outlive the page.
    explicit EvaluatePage(const Theme& theme, QWidget* parent = nullptr);

    // Chooses the run's best weights and evaluates them on the images that are chosen.
    void evaluateRun(const std::filesystem::path& folder);
    ConfusionMatrix* matrix() const { return matrix_; }
    ImagePanel* images() const { return images_; }
    MapPanel* map() const { return map_; }
    ErrorsPanel* errors() const { return errors_; }
    RunReporter* reporter() const { return reporter_; }
    void showMap(bool on);    // in the place of the figures by class
    void showErrors(bool on); // in the place of the bars
    // What is on the pad, for the map; an empty picture: nothing.
    void showDrawn(const std::shared_ptr<const Snapshot>& snapshot, const std::vector<std::uint8_t>& picture);
    const std::shared_ptr<const EvaluationReport>& report() const { return report_; } // null: none is shown

    // The confidence below which the answer is "none of these", 0 to 1.
    void setNoneBelow(double confidence);

Q_SIGNALS:
    void noneBelowChosen(double confidence);
    // Pictures were labelled, relabelled or excluded: a run like the evaluated one.
    void trainAgainRequested(const belfry::Plan& plan);

protected:
    void showEvent(QShowEvent* event) override; // nothing is read before
    void hideEvent(QHideEvent* event) override;

private:
    struct Written { // a run's weights files
        RunWeights all;
        std::filesystem::path newest;
        std::filesystem::file_time_type time; // of the newest
    };
    void makeWidgets(const Theme& theme);
    void makeErrors(const Theme& theme);
    void layOut();
    void connectAll();
    void connectRuns();
    void connectMap();
    void connectErrors();
    void showAll();
    void readWeights();
    void showWeights(const Written& written);
    static Written writtenBy(const std::filesystem::path& run);
    void start();
    void showReport(const std::shared_ptr<const EvaluationReport>& report);
    void showProblem(const Text& sentence);
    void showImages(); // of the cell, of the map, or of one kind of mistakes
    void showFigures();
    void removeDrawing(const std::filesystem::path& file);
    void updateControls();
    QString hintText() const;
    QString aboutText() const;
    void openLabelling();
    void askExport();
    // Off the GUI thread; the banner reports a failure.
    void exportTo(const QString& file, const std::optional<ErrorList>& list);

    const Theme& theme_;
    bool listed_ = false;                            // the runs have come
    std::optional<std::filesystem::path> startWith_; // the run to be evaluated as soon as its weights are known
    bool noImages_ = false;                          // the split is empty
    bool saving_ = false;                            // a file is being written
    Text problem_;
    std::pair<std::filesystem::path, std::filesystem::file_time_type> watched_; // evaluated last
    std::shared_ptr<const EvaluationReport> report_;

    Banner* banner_;
    EvaluationChoice* choice_;
    QCheckBox* watch_;
    QPushButton *evaluate_, *cancel_, *mapButton_, *errorsButton_, *label_, *runReport_, *save_;
    QProgressBar* progress_;
    QLabel *problemText_, *note_, *hint_;
    QWidget* content_; // all that is about a report
    Figure *accuracy_, *count_, *balancedAccuracy_, *macroF1_, *loss_, *calibrationError_, *step_;
    ElidedLabel* about_;
    ConfusionMatrix* matrix_;
    ClassBars* classes_;
    ReliabilityChart* reliability_;
    RejectionChart* rejection_;
    ElidedLabel* price_; // of the confidence chosen there
    ImagePanel* images_;
    MapPanel* map_;
    ErrorsPanel* errors_;
    RunReporter* reporter_;
    QWidget *matrixCard_, *side_; // hidden while the map is seen
    QWidget* bars_;               // beside the matrix, or the errors
    EvaluationJob job_;
    Background background_; // writes files
    RunLoader loader_;      // last: what it answers needs all above
};

} // namespace belfry
