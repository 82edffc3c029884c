// The right column: the pad (which takes pictures only when the network reads no handwriting), what the network gets of
// it, its answer, ten bars, and its confidence over time. It answers with the newest weights that it was given, also
// before any training. What is on the pad can be kept with its label, for the personal test set
// (predict/own_drawings.h). GUI thread only.
#pragma once

#include "core/predict/drawing.h"
#include "core/predict/predictor.h"
#include "ui/foundation/background.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/draw_card.h"

#include <QImage>
#include <filesystem>
#include <memory>

class QMenu;
class QPushButton;

namespace belfry {

class AnswerPanel;
class ConfidenceChart;
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
    const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }
    // Why there is no network to answer, shown while there is none.
    void setNoNetwork(const TranslatableText& sentence);
    bool hasPicture() const { return hasPicture_; }
    // Writes what is on the pad to the personal test set; if it was kept under another label, it moves to this one.
    void keep(int label);

Q_SIGNALS:
    void refused(const belfry::TranslatableText& sentence); // a picture that cannot be read
    void answered(int label);
    void kept(const QString& label);

private:
    void drawn(const Drawing& drawing);
    void dropped(const QImage& picture);
    void ask(std::vector<std::uint8_t> picture);
    void showAnswer(const Prediction& prediction);
    void askForDropped();
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
    ConfidenceChart* confidence_;
    std::shared_ptr<const Snapshot> snapshot_;
    QImage dropped_; // the picture on the pad, null when there is none
    TranslatableText noNetwork_, source_;
    Prediction shown_; // last answer; empty when there is none
    std::int64_t confidenceStep_ = -1;
    bool hasPicture_ = false;
    std::vector<std::uint8_t> picture_; // the network's input from the pad; empty if nothing is drawn
    QPushButton* keep_;
    QMenu* keepMenu_;
    QString keptAs_;                 // label of this very picture, "" when it is not kept
    std::filesystem::path keptFile_; // its file
    Background background_;          // Declared last: destroyed first, while its jobs may still run.
};

} // namespace belfry
