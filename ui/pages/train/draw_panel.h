// The right column: the pad (which takes pictures only when the network reads no handwriting), what the network gets of
// it, its answer, ten bars, and its confidence over time. It answers with the newest weights that it was given, before
// any training the pretrained network's, unless other pictures are chosen. What is on the pad can be kept with its
// label, for the personal test set (predict/own_drawings.h). The next test picture of the chosen data can take the
// drawing's place. GUI thread only.
#pragma once

#include "core/predict/drawing.h"
#include "core/predict/predictor.h"
#include "ui/foundation/background.h"
#include "ui/foundation/texts.h"
#include "ui/pages/train/test_pictures.h"
#include "ui/widgets/draw_card.h"

#include <QImage>
#include <filesystem>
#include <memory>
#include <optional>

class QLabel;
class QMenu;
class QPushButton;

namespace belfry {

class AnswerPanel;
class ConfidenceChart;
class ElidedLabel;
class FamiliarBox;
class InsightBox;
class PredictionService;
class ProbabilityBars;
class Theme;

class DrawPanel : public DrawCard {
    Q_OBJECT
public:
    // `service` must outlive the panel.
    DrawPanel(const Theme& theme, PredictionService& service, QWidget* parent = nullptr);

    // `source`: which weights of its run they are, instead of their step.
    void setSnapshot(const std::shared_ptr<const Snapshot>& snapshot, const TranslatableText& source = {});
    // The pretrained network answers until there is another one, where it reads pictures like those of the chosen data.
    void setReady(const std::shared_ptr<const Snapshot>& ready);
    void setData(const QString& title, const ImageShape& shape, const std::vector<std::string>& classes);
    const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }
    // The folder of the run whose snapshots follow, "" without one.
    void setRun(const std::filesystem::path& run);
    // Why there is no network to answer, shown while there is none.
    void setNoNetwork(const TranslatableText& sentence);
    // Of the set-up: whose data the test pictures are of, and whose network may be another one than the pad's.
    void setPlan(const Plan& plan);
    bool hasPicture() const { return hasPicture_; }
    InsightBox* insight() const { return insight_; }
    // Less confident answers are "none of these".
    void setNoneBelow(double confidence);
    QSize sizeHint() const override { return {kWidth, DrawCard::sizeHint().height()}; }
    // Writes what is on the pad to the personal test set; if it was kept under another label, it moves to this one.
    void keep(int label);

Q_SIGNALS:
    void refused(const belfry::TranslatableText& sentence); // a picture that cannot be read
    void answered(int label);
    // What the network gets of the pad, and which weights read it; an empty picture: there is nothing to read.
    void pictureChanged(const std::shared_ptr<const belfry::Snapshot>& snapshot,
                        const std::vector<std::uint8_t>& picture);
    void kept(const QString& label);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int kWidth = 312; // pixels, the least

    struct Data {
        QString title;
        ImageShape shape;
        std::vector<std::string> classes;
    };
    void chooseReady();
    void standWithout();
    void addTests();
    void showTest(const TestPicture& picture);
    void askForTest();
    void forgetTest();
    void sayTruth();
    void sayWhoseNetwork();
    void drawn(const Drawing& drawing);
    void dropped(const QImage& picture);
    void ask(std::vector<std::uint8_t> picture);
    void showAnswer(const Prediction& prediction);
    void askForDropped();
    void openCamera(const Theme& theme);
    void showHint();
    void addKeep();
    void openKeepMenu();
    void forgetKept();
    void updateKeep();
    QString source() const;
    QString className(int label) const;

    PredictionService& service_;
    AnswerPanel* answer_;
    ProbabilityBars* bars_;
    FamiliarBox* familiar_;
    InsightBox* insight_;
    ConfidenceChart* confidence_;
    std::shared_ptr<const Snapshot> snapshot_, ready_;
    std::optional<Data> data_; // the chosen data, once they are known
    TestPictures tests_;
    std::optional<TestPicture> test_; // on the pad
    Architecture planned_;            // of the set-up; without lines: not known
    std::filesystem::path run_;
    QWidget* testRow_;
    QLabel* confidenceTitle_;
    ElidedLabel* truth_;
    QImage dropped_; // the picture on the pad, or the part that its frame takes; null when there is none
    TranslatableText noNetwork_, source_;
    Prediction shown_; // last answer; empty when there is none
    std::int64_t confidenceStep_ = -1;
    double noneBelow_ = 0;
    bool hasPicture_ = false;
    std::vector<std::uint8_t> picture_; // the network's input from the pad; empty if nothing is drawn
    QPushButton* keep_;
    QMenu* keepMenu_;
    QString keptAs_;                 // label of this very picture, "" when it is not kept
    std::filesystem::path keptFile_; // its file
    Background background_;          // Declared last: destroyed first, while its jobs may still run.
};

} // namespace belfry
