// The parts of the Evaluate page about errors, and the files that it writes.
#include "ui/dialogs/run_reporter.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/errors_panel.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/evaluate/evaluation_export.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/save_file.h"

#include <QPushButton>

namespace belfry {

void EvaluatePage::makeErrors(const Theme& theme) {
    const Parts parts(this);
    errorsButton_ = parts.chip(QT_TR_NOOP("Errors"),
                               QT_TR_NOOP("Confused pairs, slices that are worse than the rest, and the classes "
                                          "over the run, in the place of the bars"));
    runReport_ = parts.button("quiet", QT_TR_NOOP("Report…"),
                              QT_TR_NOOP("All about the run as one HTML file: plan, curves, results and errors with "
                                         "these weights. The paths of the data and the machine's name are in it."),
                              "Report of evaluated run");
    errors_ = new ErrorsPanel(theme, content_);
    reporter_ = new RunReporter(this, banner_);
}

void EvaluatePage::connectErrors() {
    connect(errorsButton_, &QPushButton::toggled, this, &EvaluatePage::showErrors);
    connect(matrix_, &ConfusionMatrix::cellChosen, errors_, &ErrorsPanel::showCell);
    connect(errors_, &ErrorsPanel::cellChosen, this, [this](const ConfusionCell& cell) { matrix_->choose(cell); });
    connect(errors_, &ErrorsPanel::chosenChanged, this, [this] {
        matrix_->choose(std::nullopt); // whose images they are not
        showImages();
    });
    connect(runReport_, &QPushButton::clicked, this, [this] {
        const EvaluationRequest& request = report_->request;
        reporter_->ask(request.run, QString::fromStdString(report_->snapshot->source), request.weights);
    });
    connect(reporter_, &RunReporter::writingChanged, this, &EvaluatePage::updateControls);
}

void EvaluatePage::showErrors(bool on) {
    if (on)
        showMap(false);
    errorsButton_->setChecked(on);
    bars_->setVisible(!on);
    errors_->setVisible(on);
}

void EvaluatePage::askExport() {
    askEvaluationFile(
        this, [this](const QString& file, const std::optional<ErrorList>& list) { exportTo(file, list); });
}

void EvaluatePage::exportTo(const QString& file, const std::optional<ErrorList>& list) {
    if (!report_) // a new evaluation may have failed since the dialog opened
        return;
    const auto setSaving = [this](bool saving) {
        saving_ = saving;
        updateControls();
    };
    setSaving(true);
    background_.run<bool>(
        [write = list ? errorListWriter(report_, *list, errors_->known(), file)
                      : evaluationWriter(report_, theme_, aboutText(), file)] {
            write();
            return true;
        },
        [this, setSaving, file](bool) {
            setSaving(false);
            showSaved(this, file);
        },
        [this, setSaving](const Text& sentence) {
            setSaving(false);
            banner_->display(sentence);
        });
}

} // namespace belfry
