#include "ui/pages/train/draw_panel.h"

#include "core/predict/network_input.h"
#include "core/predict/own_drawings.h"
#include "ui/bridge/prediction_service.h"
#include "ui/dialogs/camera_dialog.h"
#include "ui/dialogs/layers/insight_box.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/texts.h"
#include "ui/pages/train/familiar_box.h"
#include "ui/widgets/answer_panel.h"
#include "ui/widgets/confidence_chart.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/digit_view.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/pictures.h"
#include "ui/widgets/probability_bars.h"

#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

namespace belfry {
namespace {

constexpr int kMaxWidth = 512;     // of a pad of 480
constexpr int kRoomForTests = 560; // pixels of height
constexpr int kRoomForTitle = 620; // of the confidence chart, which names itself while it is empty

} // namespace

DrawPanel::DrawPanel(const Theme& theme, PredictionService& service, QWidget* parent)
    : DrawCard(theme, parent), service_(service) {
    setMinimumWidth(kWidth);
    setMaximumWidth(kMaxWidth);
    addKeep();
    answer_ = new AnswerPanel(theme, this);
    bars_ = new ProbabilityBars(theme, this);
    confidence_ = new ConfidenceChart(theme, this);
    familiar_ = new FamiliarBox(this);
    answer_->add(familiar_, familiar_->said());
    insight_ = new InsightBox(theme, "drawingInsight", this);
    const Parts parts(this);
    confidenceTitle_ = parts.caption(QT_TR_NOOP("Confidence over time"), nullptr);
    parts.help(confidenceTitle_, QT_TR_NOOP("Confidence of the network in each class during training"));
    addTests();
    append(body(), {testRow_, answer_, insight_, bars_, Placed::stretch(), confidenceTitle_, confidence_});
    connect(pad(), &DrawingPad::drawingChanged, this, &DrawPanel::drawn);
    connect(pad(), &DrawingPad::pictureDropped, this, &DrawPanel::dropped);
    connect(pad(), &DrawingPad::pictureRefused, this, &DrawPanel::refused);
    connect(pad(), &DrawingPad::cameraWanted, this, [this, &theme] { openCamera(theme); });
    pad()->offerCamera(hasCameraSupport());
    connect(&service_, &PredictionService::answered, this, &DrawPanel::showAnswer);
    connect(&service_, &PredictionService::failed, this, [this](const Text& sentence) { Q_EMIT refused(sentence); });
    keepTranslated(this, [this] {
        updateKeep();
        sayTruth();
        if (hasPicture_ && !shown_.probabilities.empty())
            showAnswer(Prediction(shown_));
        else if (!hasPicture_)
            showHint();
    });
}

void DrawPanel::setSnapshot(const std::shared_ptr<const Snapshot>& snapshot, const TranslatableText& source) {
    if (snapshot == nullptr || snapshot == snapshot_)
        return;
    // The best weights of the same run are older than its last ones: what the pad showed during the run stays.
    const bool anotherRun = source.text().isEmpty() && snapshot_ != nullptr && snapshot_->step > snapshot->step;
    const bool otherNetwork = snapshot_ == nullptr || anotherRun || snapshot_->source != snapshot->source ||
                              snapshot_->classes != snapshot->classes;
    const bool pen = readsHandwriting(*snapshot);
    const bool otherInput =
        snapshot_ == nullptr || pen != pad()->hasPen() || snapshot_->blueprint->image != snapshot->blueprint->image;
    snapshot_ = snapshot;
    source_ = source;
    familiar_->setNetwork(snapshot_);
    insight_->setNetwork(snapshot_, run_);
    sayWhoseNetwork();
    updateKeep();
    if (otherNetwork) {
        confidence_->clear();
        confidenceStep_ = -1;
        bars_->setClasses(stringsOf(snapshot->classes));
        confidence_->setClasses(stringsOf(snapshot->classes));
    }
    if (otherInput) {
        pad()->setPen(pen);
        service_.forget(); // it was made for the other network
    }
    service_.setSnapshot(snapshot);
    if (otherInput && test_)
        askForTest();
    else if (otherInput && !dropped_.isNull())
        askForDropped();
    else if (otherInput && hasPicture_)
        drawn(pad()->drawing()); // before there was a network, or for one of other pictures
    else if (!hasPicture_)
        showHint();
    if (!otherInput) // else it was asked anew
        Q_EMIT pictureChanged(snapshot_, picture_);
}

void DrawPanel::setReady(const std::shared_ptr<const Snapshot>& ready) {
    ready_ = ready;
    chooseReady();
}

void DrawPanel::setData(const QString& title, const ImageShape& shape, const std::vector<std::string>& classes) {
    data_ = {title, shape, classes};
    chooseReady();
}

// Not instead of a run's network.
void DrawPanel::chooseReady() {
    if (ready_ == nullptr || (snapshot_ != nullptr && snapshot_ != ready_))
        return;
    if (!data_ || (ready_->blueprint->image == data_->shape && ready_->classes == data_->classes))
        setSnapshot(ready_);
    else
        standWithout();
}

// The pad and the bars as a network for the chosen data will have them.
void DrawPanel::standWithout() {
    snapshot_ = nullptr;
    source_ = {};
    familiar_->setNetwork(nullptr);
    insight_->setNetwork(nullptr, {});
    sayWhoseNetwork();
    shown_ = {};
    service_.forget();
    service_.setSnapshot(nullptr);
    bars_->setClasses(stringsOf(data_->classes));
    confidence_->clear();
    confidence_->setClasses(stringsOf(data_->classes));
    confidenceStep_ = -1;
    pad()->setPen(readsHandwriting(data_->shape, data_->classes));
    noNetwork_ = [title = data_->title] { return tr("no network for %1 yet").arg(title); };
    updateKeep();
    if (test_ || !dropped_.isNull())
        ask({});
    else
        drawn(pad()->drawing());
}

void DrawPanel::setRun(const std::filesystem::path& run) {
    run_ = run;
    familiar_->setRun(run);
}

void DrawPanel::setPlan(const Plan& plan) {
    tests_.setPlan(plan);
    planned_ = {};
    attempt([&] { planned_ = architectureOf(plan); }, [](const Text&) {}); // the set-up says so
    sayWhoseNetwork();
}

// The network that answers is not the one that is being edited.
void DrawPanel::sayWhoseNetwork() {
    const bool other =
        snapshot_ != nullptr && !planned_.lines.empty() && planned_.lines != snapshot_->blueprint->architecture.lines;
    insight_->setRemark(other ? TranslatableText([] {
        return tr("The set-up has another network than the one that answers here. Press Start to train and see that "
                  "one.");
    })
                              : TranslatableText());
}

void DrawPanel::setNoneBelow(double confidence) {
    noneBelow_ = confidence;
    if (hasPicture_ && !shown_.probabilities.empty())
        showAnswer(Prediction(shown_));
}

void DrawPanel::setNoNetwork(const TranslatableText& sentence) {
    noNetwork_ = sentence;
    if (!hasPicture_)
        showHint();
}

void DrawPanel::drawn(const Drawing& drawing) {
    if (drawing.empty() && !pad()->isEmpty())
        return; // a picture took the drawing's place; dropped() or showTest() follows
    dropped_ = {};
    forgetTest();
    DigitImage digit{};
    const bool inked = renderDrawing(drawing, DrawingPad::kPenWidth, digit);
    ask(inked ? std::vector<std::uint8_t>(digit.begin(), digit.end()) : std::vector<std::uint8_t>());
}

void DrawPanel::dropped(const QImage& picture) {
    forgetTest();
    // Transparent is paper, as in files that belfry-cli reads: grey alone would make all of it black.
    dropped_ = QImage(picture.size(), QImage::Format_RGB888);
    dropped_.fill(Qt::white);
    QPainter(&dropped_).drawImage(QRect(QPoint(), picture.size()), picture);
    askForDropped();
}

void DrawPanel::askForDropped() {
    DecodedImage picture{.width = dropped_.width(), .height = dropped_.height(), .channels = 3, .pixels = {}};
    for (int y = 0; y < dropped_.height(); ++y) {
        const std::uint8_t* row = dropped_.constScanLine(y);
        picture.pixels.insert(picture.pixels.end(), row, row + 3 * dropped_.width());
    }
    ask(snapshot_ != nullptr ? pictureFor(*snapshot_, picture) : std::vector<std::uint8_t>());
}

void DrawPanel::openCamera(const Theme& theme) {
    auto* dialog = new CameraDialog(theme, systemCameras(), window());
    connect(dialog, &CameraDialog::taken, pad(), &DrawingPad::showPicture);
    dialog->open();
}

void DrawPanel::addTests() {
    const Parts parts(this);
    QPushButton* next = parts.button("quiet", QT_TR_NOOP("Next test picture"),
                                     QT_TR_NOOP("Shows the next test picture of the chosen data, and its true class"));
    truth_ = parts.elided("muted", "testPictureClass");
    testRow_ = new QWidget(this);
    fillWith(testRow_, rowOf(8, {next, {truth_, 1}}));
    connect(next, &QPushButton::clicked, &tests_, &TestPictures::next);
    connect(&tests_, &TestPictures::read, this, &DrawPanel::showTest);
    connect(&tests_, &TestPictures::failed, this, [this](const Text& sentence) { Q_EMIT refused(sentence); });
}

// In a low window the pad needs the room.
void DrawPanel::resizeEvent(QResizeEvent* event) {
    DrawCard::resizeEvent(event);
    testRow_->setVisible(height() >= kRoomForTests);
    confidenceTitle_->setVisible(height() >= kRoomForTitle);
}

void DrawPanel::showTest(const TestPicture& picture) {
    pad()->display(imageFromBytes(picture.bytes, picture.shape));
    test_ = picture;
    sayTruth();
    askForTest();
}

void DrawPanel::sayTruth() {
    truth_->setText(test_ ? tr("true class: %1").arg(QString::fromStdString(test_->trueClass)) : QString());
}

void DrawPanel::forgetTest() {
    test_.reset();
    sayTruth();
}

// Its bytes as they are, where the network takes pictures of that size: none is rendered anew as a drawing is.
void DrawPanel::askForTest() {
    if (snapshot_ == nullptr)
        return ask({});
    if (snapshot_->blueprint->image == test_->shape)
        return ask(test_->bytes);
    DecodedImage picture{
        .width = test_->shape.width, .height = test_->shape.height, .channels = test_->shape.channels, .pixels = {}};
    picture.pixels.assign(test_->bytes.begin(), test_->bytes.end());
    ask(pictureFor(*snapshot_, picture));
}

// `picture` is what the network gets; empty when there is nothing to read.
void DrawPanel::ask(std::vector<std::uint8_t> picture) {
    hasPicture_ = !picture.empty();
    picture_ = picture;
    familiar_->setPicture(picture);
    Q_EMIT pictureChanged(snapshot_, picture_);
    insight_->setPicture(picture);
    forgetKept();
    confidence_->clear();
    confidenceStep_ = -1;
    if (!hasPicture_) {
        service_.forget();
        shown_ = {};
        bars_->clear();
        showHint();
        return;
    }
    if (snapshot_ == nullptr)
        showHint();
    answer_->view()->setPicture(picture, snapshot_ != nullptr ? snapshot_->blueprint->image : ImageShape{});
    service_.ask(std::move(picture));
}

void DrawPanel::showAnswer(const Prediction& prediction) {
    if (!hasPicture_ || prediction.probabilities.empty())
        return;
    shown_ = prediction;
    const float probability = prediction.probabilities[static_cast<std::size_t>(prediction.best)];
    if (static_cast<double>(probability) < noneBelow_)
        answer_->setAnswer(tr("none of these"), probability, tr("most likely %1").arg(className(prediction.best)));
    else
        answer_->setAnswer(className(prediction.best), probability, source());
    bars_->setProbabilities(prediction.probabilities);
    if (prediction.step >= confidenceStep_) { // the same one: the last answer was to the drawing before
        confidenceStep_ = prediction.step;
        confidence_->append(prediction.step, prediction.probabilities);
    }
    Q_EMIT answered(prediction.best);
}

void DrawPanel::showHint() { answer_->clear(snapshot_ == nullptr ? noNetwork_.text() : QString()); }

QString DrawPanel::className(int label) const {
    const auto index = static_cast<std::size_t>(label);
    return snapshot_ != nullptr && index < snapshot_->classes.size() ? QString::fromStdString(snapshot_->classes[index])
                                                                     : QString::number(label);
}

QString DrawPanel::source() const {
    if (const QString said = source_.text(); !said.isEmpty())
        return said;
    return snapshot_ != nullptr && snapshot_->source == "pretrained network" ? tr("pretrained network")
                                                                             : AnswerPanel::snapshotText(shown_.step);
}

void DrawPanel::addKeep() {
    keep_ = makeButton({}, "Keep as", "quiet", this);
    keepMenu_ = new QMenu(this);
    keepMenu_->setObjectName(QStringLiteral("keepMenu"));
    titleRow()->insertWidget(titleRow()->count() - 3, keep_); // before Camera, Undo and Clear
    connect(keep_, &QPushButton::clicked, this, &DrawPanel::openKeepMenu);
}

void DrawPanel::openKeepMenu() {
    keepMenu_->clear();
    for (int label = 0; label < static_cast<int>(snapshot_->classes.size()); ++label) {
        QAction* action = keepMenu_->addAction(className(label), this, [this, label] { keep(label); });
        action->setObjectName(QStringLiteral("keepAs%1").arg(label));
        if (!shown_.probabilities.empty() && label == shown_.best)
            keepMenu_->setActiveAction(action); // often right: Enter takes it
    }
    keepMenu_->popup(keep_->mapToGlobal(QPoint(0, keep_->height())));
}

void DrawPanel::keep(int label) {
    const ImageShape& shape = snapshot_->blueprint->image;
    DecodedImage picture{.width = shape.width, .height = shape.height, .channels = shape.channels, .pixels = {}};
    picture.pixels.assign(picture_.begin(), picture_.end());
    const QString name = className(label);
    background_.run<std::filesystem::path>(
        [picture, name = name.toStdString(), before = keptFile_] {
            const std::filesystem::path file = keepDrawing(drawingsFolder(), name, picture);
            if (!before.empty() && before != file)
                removeDrawing(before);
            return file;
        },
        [this, name, asked = picture_](const std::filesystem::path& file) {
            if (asked == picture_) { // nothing else was drawn meanwhile
                keptAs_ = name;
                keptFile_ = file;
                updateKeep();
            }
            Q_EMIT kept(name);
        },
        [this](const Text& sentence) { Q_EMIT refused(sentence); });
}

void DrawPanel::forgetKept() {
    keptAs_.clear();
    keptFile_.clear();
    updateKeep();
}

void DrawPanel::updateKeep() {
    keep_->setEnabled(hasPicture_ && snapshot_ != nullptr);
    // The label's text, in English.
    keep_->setAccessibleName(keptAs_.isEmpty() ? QStringLiteral("Keep as…")
                                               : QStringLiteral("Kept as %1").arg(keptAs_));
    keep_->setText(keptAs_.isEmpty() ? tr("Keep as…") : tr("Kept as %1").arg(keptAs_));
    keep_->setToolTip(
        tr("Adds the drawing with its label to your personal test set. The Evaluate page uses it as “my drawings”."));
}

} // namespace belfry
