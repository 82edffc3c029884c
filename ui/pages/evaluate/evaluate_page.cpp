#include "ui/pages/evaluate/evaluate_page.h"

#include "core/base/class_figures.h"
#include "core/base/files.h"
#include "core/runs/run_list.h"
#include "ui/dialogs/run_reporter.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/evaluate/class_bars.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/errors_panel.h"
#include "ui/pages/evaluate/evaluation_choice.h"
#include "ui/pages/evaluate/image_panel.h"
#include "ui/pages/evaluate/label_dialog.h"
#include "ui/pages/evaluate/map_panel.h"
#include "ui/pages/evaluate/rejection_chart.h"
#include "ui/pages/evaluate/reliability_chart.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure.h"
#include "ui/widgets/parts.h"

#include <QCheckBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <ranges>

namespace belfry {

namespace fs = std::filesystem;

EvaluatePage::EvaluatePage(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName(QStringLiteral("evaluatePage"));
    makeWidgets(theme);
    layOut();
    connectAll();
    connectRuns();
    connectMap();
    connectErrors();
    showMap(false);
    showErrors(false);
    keepTranslated(this, [this] { showAll(); });
}

void EvaluatePage::connectAll() {
    connect(evaluate_, &QPushButton::clicked, this, &EvaluatePage::start);
    connect(cancel_, &QPushButton::clicked, this, [this] {
        job_.stop();
        watch_->setChecked(false);
        updateControls();
    });
    connect(save_, &QPushButton::clicked, this, &EvaluatePage::askExport);
    connect(label_, &QPushButton::clicked, this, &EvaluatePage::openLabelling);
    connect(&job_, &EvaluationJob::progressed, this,
            [this](double part) { progress_->setValue(static_cast<int>(part * progress_->maximum())); });
    connect(&job_, &EvaluationJob::done, this, &EvaluatePage::showReport);
    connect(&job_, &EvaluationJob::failed, this, &EvaluatePage::showProblem);
    connect(rejection_, &RejectionChart::chosen, this, [this](double confidence) {
        price_->setText(rejection_->sentence());
        Q_EMIT noneBelowChosen(confidence);
    });
    connect(matrix_, &ConfusionMatrix::cellChosen, images_, &ImagePanel::showCell);
    connect(images_, &ImagePanel::failed, banner_, &Banner::display);
    connect(images_, &ImagePanel::removeRequested, this, &EvaluatePage::removeDrawing);
    connect(watch_, &QCheckBox::toggled, this, [this](bool on) {
        if (on) {
            watched_ = {};
            readWeights();
        }
    });
}

void EvaluatePage::connectRuns() {
    connect(&loader_, &RunLoader::listed, this, [this](const std::vector<RunSummary>& runs) {
        const bool first = !std::exchange(listed_, true);
        choice_->weights().setRuns(runs);
        const RunSummary* run = choice_->weights().summary();
        if (first || watch_->isChecked() || (run != nullptr && run->state == "running"))
            readWeights();
        updateControls();
    });
    connect(&loader_, &RunLoader::failed, banner_, &Banner::display);
    connect(&loader_, &RunLoader::unreadable, banner_, &Banner::display);
    connect(&choice_->weights(), &WeightsChoice::runChosen, this, [this] {
        watch_->setChecked(false);
        readWeights();
    });
    connect(choice_, &EvaluationChoice::changed, this, &EvaluatePage::updateControls);
}

void EvaluatePage::connectMap() {
    connect(mapButton_, &QPushButton::toggled, this, &EvaluatePage::showMap);
    connect(map_, &MapPanel::chosenChanged, this, &EvaluatePage::showImages);
    connect(map_, &MapPanel::opened, images_, &ImagePanel::lookAt);
    connect(map_, &MapPanel::trainAgainRequested, this, &EvaluatePage::trainAgainRequested);
    connect(map_, &MapPanel::failed, banner_, &Banner::display);
    connect(images_, &ImagePanel::allRequested, this, [this] {
        map_->choose({});
        errors_->clearChoice();
        showImages();
    });
}

void EvaluatePage::showMap(bool on) {
    if (on)
        showErrors(false);
    mapButton_->setChecked(on);
    matrixCard_->setVisible(!on);
    side_->setVisible(!on);
    map_->setVisible(on);
    showImages();
}

void EvaluatePage::showImages() {
    const std::vector<std::int64_t> chosen = map_->isHidden() ? std::vector<std::int64_t>() : map_->chosen();
    if (!chosen.empty())
        images_->showChosen(chosen);
    else if (const auto& mistakes = errors_->chosen())
        images_->showMistakes(mistakes->images, mistakes->heading);
    else if (map_->isHidden() || images_->isOfMap())
        images_->showCell(matrix_->chosen());
}

void EvaluatePage::showDrawn(const std::shared_ptr<const Snapshot>& snapshot,
                             const std::vector<std::uint8_t>& picture) {
    map_->showDrawn(snapshot, picture);
}

void EvaluatePage::evaluateRun(const fs::path& folder) {
    startWith_ = folder;
    choice_->weights().setRun(folder);
    readWeights(); // also when it was chosen already
}

EvaluatePage::Written EvaluatePage::writtenBy(const fs::path& run) {
    Written written;
    written.all = WeightsChoice::weightsOf(run);
    if (run.empty())
        return written;
    std::vector<fs::path> files = written.all.checkpoints;
    for (const auto& file : {written.all.best, written.all.final})
        if (file)
            files.push_back(*file);
    for (const fs::path& file : files) {
        std::error_code code;
        const auto time = fs::last_write_time(file, code);
        if (!code && (written.newest.empty() || time >= written.time)) {
            written.newest = file;
            written.time = time;
        }
    }
    return written;
}

void EvaluatePage::readWeights() {
    if (!isVisible() && !startWith_)
        return; // showing the page asks again
    const fs::path run = choice_->weights().run();
    loader_.read<Written>([run] { return writtenBy(run); },
                          [this, run](const Written& written) {
                              if (choice_->weights().run() == run)
                                  showWeights(written);
                          });
}

void EvaluatePage::showWeights(const Written& written) {
    choice_->weights().setWeights(written.all);
    const std::pair newest(written.newest, written.time);
    const bool news = watch_->isChecked() && !written.newest.empty() && newest != watched_ && !job_.isRunning();
    if (news) {
        watched_ = newest;
        choice_->weights().setNewest(written.newest);
    }
    const bool asked = startWith_ == choice_->weights().run();
    if (asked)
        startWith_.reset();
    if (news || asked)
        start();
    updateControls();
}

void EvaluatePage::start() {
    problem_ = {};
    if (const auto request = choice_->request()) {
        noImages_ = false;
        progress_->setValue(0);
        job_.start(*request);
    } else {
        problem_ = Text::tr("No weights in '%1': the run ended before it saved any. Choose another run.",
                            choice_->weights().run().string());
    }
    updateControls();
}

void EvaluatePage::showReport(const std::shared_ptr<const EvaluationReport>& report) {
    noImages_ = report->evaluation.images() == 0;
    const auto cell = matrix_->chosen();
    const bool alike = report_ && report_->snapshot->classes == report->snapshot->classes;
    report_ = noImages_ ? nullptr : report;
    map_->setReport(report_);
    errors_->setReport(report_);
    problem_ = report->remark;
    images_->setReport(report_);
    if (report_) {
        const QStringList names = stringsOf(report_->snapshot->classes);
        matrix_->setCounts(names, report_->evaluation.result.confusion);
        classes_->setResults(names, figuresByClass(report_->evaluation.result.confusion));
        reliability_->setCalibration(report_->calibration);
        rejection_->setCurve(report_->rejections, report_->evaluation.images());
        matrix_->choose(alike ? cell : std::nullopt); // as before, of other weights
    }
    showAll();
}

void EvaluatePage::showProblem(const Text& sentence) {
    problem_ = sentence;
    report_.reset();
    map_->setReport(nullptr);
    errors_->setReport(nullptr);
    images_->setReport(nullptr);
    showAll();
}

void EvaluatePage::removeDrawing(const fs::path& file) {
    loader_.read<std::string>(
        [file] {
            std::string content = readFile(file);
            belfry::removeDrawing(file);
            return content;
        },
        [this, file](const std::string& content) {
            start();
            banner_->offer([] { return tr("The drawing was removed from the personal test set."); },
                           [] { return tr("Undo"); },
                           [this, file, content] {
                               loader_.read<bool>(
                                   [file, content] {
                                       makeWritableFolder(file.parent_path());
                                       writeFileAtomically(file, content);
                                       return true;
                                   },
                                   [this](bool) { start(); });
                           });
        });
}

void EvaluatePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    loader_.watch(true);
    readWeights();
}

void EvaluatePage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    loader_.watch(false);
}

void EvaluatePage::updateControls() {
    const bool running = job_.isRunning();
    const RunSummary* run = choice_->weights().summary();
    const bool watchable = watch_->isChecked() || (run != nullptr && run->state == "running");
    setAllowed(watch_, watchable ? QString() : tr("Only a run in progress writes new checkpoints: choose one."));
    evaluate_->setEnabled(!running && choice_->request().has_value());
    cancel_->setVisible(running);
    setAllowed(save_, saving_ ? tr("The evaluation is being saved.") : QString());
    setAllowed(runReport_, reporter_->isWriting()                    ? tr("A report is being written.")
                           : report_ && report_->request.run.empty() ? tr("The pretrained network belongs to no run.")
                                                                     : QString());
    progress_->setVisible(running);
    showSentence(problemText_, translated(problem_));
    content_->setVisible(report_ != nullptr);
    hint_->setText(hintText());
    hint_->setVisible(report_ == nullptr);
}

QString EvaluatePage::hintText() const {
    if (job_.isRunning())
        return tr("Evaluating…");
    if (noImages_) {
        return tr("There are no saved drawings of this network's classes yet. Draw on the Train page's pad, click Keep "
                  "as… and choose a label; then evaluate again.");
    }
    if (listed_ && choice_->weights().runs() == 0) {
        return tr("No runs yet: start one on the Train page. The network that ships with Belfry can be evaluated "
                  "meanwhile.");
    }
    return tr("Choose a run, its weights and the images, then click Evaluate.");
}

// "lenet baseline, best, on MNIST test"
QString EvaluatePage::aboutText() const {
    const EvaluationRequest& request = report_->request;
    const QString source =
        request.run.empty() ? tr("Pretrained network") : QString::fromStdString(report_->snapshot->source);
    const QString set = report_->data ? QString::fromStdString(report_->data->title) : QString();
    const QString weights = choice_->weights().weightsText(request.weights);
    switch (request.split) {
    case EvaluationSplit::Test:
        return tr("%1, %2, on the test images of %3").arg(source, weights, set);
    case EvaluationSplit::Validation:
        return tr("%1, %2, on the validation images of %3").arg(source, weights, set);
    case EvaluationSplit::Train:
        return tr("%1, %2, on the training images of %3").arg(source, weights, set);
    case EvaluationSplit::All:
        return tr("%1, %2, on all images of %3").arg(source, weights, set);
    case EvaluationSplit::Drawings:
        return tr("%1, %2, on my drawings").arg(source, weights);
    }
    return {};
}

void EvaluatePage::openLabelling() {
    auto* dialog = new LabelDialog(report_->snapshot, this);
    connect(dialog, &LabelDialog::trainAgain, this, [this, run = report_->request.run, snapshot = report_->snapshot] {
        background_.run<Plan>(
            [run, snapshot] {
                Plan plan = dataPlan(run, *snapshot);
                plan.name.clear(); // another run, with a name of its own
                return plan;
            },
            [this](const Plan& plan) { Q_EMIT trainAgainRequested(plan); },
            [this](const Text& sentence) { banner_->display(sentence); });
    });
    dialog->show();
}

void EvaluatePage::showFigures() {
    const EvaluationResult& result = report_->evaluation.result;
    accuracy_->setValue(percentText(result.accuracy(), 2));
    count_->setValue(QStringLiteral("%1 / %2").arg(countText(result.correct), countText(result.images)));
    const auto share = [](const std::optional<double>& mean) { return mean ? percentText(*mean, 2) : dashText(); };
    balancedAccuracy_->setValue(share(result.means.balancedAccuracy));
    macroF1_->setValue(share(result.means.macroF1));
    loss_->setValue(decimalText(result.loss, 4));
    calibrationError_->setValue(percentText(report_->calibration.expectedError, 2));
    step_->setValue(countText(report_->snapshot->step));
    about_->setText(aboutText());
    map_->setHeading(aboutText());
    showSentence(note_, translatedAll(report_->issues | std::views::transform(&DataIssue::sentence)).join(' '));
}

void EvaluatePage::setNoneBelow(double confidence) { rejection_->choose(confidence); }

void EvaluatePage::showAll() {
    if (report_)
        showFigures();
    price_->setText(rejection_->sentence());
    updateControls();
}

} // namespace belfry
