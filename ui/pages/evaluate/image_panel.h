// The images behind a cell of the confusion matrix, or behind all of it, worst first; one of them closer, with what the
// network thought of it, and with its way through the run's checkpoints. GUI thread only.
#pragma once

#include "ui/bridge/evaluation_job.h"
#include "ui/foundation/texts.h"
#include "ui/pages/evaluate/image_grid.h"
#include "ui/widgets/card.h"

#include <optional>
#include <vector>

class QPushButton;

namespace belfry {

class DigitView;
class ElidedLabel;
class HistoryChart;
class InsightBox;
class ProbabilityBars;

class ImagePanel : public Card {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxShown = 120; // images shown of a cell: the worst

    explicit ImagePanel(const Theme& theme, QWidget* parent = nullptr); // its destructor stops and waits

    void setReport(const std::shared_ptr<const EvaluationReport>& report); // null: nothing is shown
    void showCell(const std::optional<ConfusionCell>& cell);
    // Those of the map; their worst first.
    void showChosen(const std::vector<std::int64_t>& images);
    // Mistakes of one kind, the most confident first. heading: what they have in common.
    void showMistakes(const std::vector<std::int64_t>& images, const TranslatableText& heading);
    bool isOfMap() const { return ofMap_; }
    void lookAt(std::int64_t image); // closer, with the keyboard at it; ignored where it is not shown
    const std::vector<std::int64_t>& shown() const { return shown_; } // numbers of the images, in the grid's order
    InsightBox* insight() const { return insight_; }
    QSize sizeHint() const override; // of one width: what it says of an image must not move what is beside it

Q_SIGNALS:
    void removeRequested(const std::filesystem::path& file);
    void allRequested();                       // instead of those of the map, or of one kind
    void failed(const belfry::Text& sentence); // images that cannot be read

private:
    using Report = std::shared_ptr<const EvaluationReport>;
    struct Pictures {
        std::vector<std::uint8_t> bytes; // of shown_, one after another
        std::size_t each = 0;
    };
    void layOut();
    void showThese(std::vector<std::int64_t> images);
    void showShown();
    bool leavesRightOnes() const; // out
    void showTexts();
    QString captionText() const;
    void fill();
    void showImage(int place);
    void readHistory(std::int64_t image);
    QString className(int label) const;
    std::span<const std::uint8_t> bytesOf(int place) const;

    Report report_;
    std::optional<ConfusionCell> cell_;
    std::optional<TranslatableText> heading_;  // of mistakes of one kind
    std::vector<std::int64_t> listed_, shown_; // with those that the filter leaves out, without
    std::int64_t all_ = 0;                     // images of the cell, or of the map
    bool ofMap_ = false;                       // they are those of the map
    std::int64_t wanted_ = -1;                 // to be looked at when the pictures have come
    Pictures pictures_;
    ElidedLabel *caption_, *truth_, *answer_;
    ImageGrid* grid_;
    QWidget* closer_; // all about one image
    DigitView* view_;
    ProbabilityBars* bars_;
    QPushButton *remove_, *showAll_, *mistakesOnly_;
    HistoryChart* history_;
    InsightBox* insight_;
    Background background_; // Destroyed before the above: its jobs may still run.
    LatestJob readPictures_{background_}, readHistory_{background_}; // of a cell, of one picture
};

} // namespace belfry
