// The map of the pictures: the evaluated images laid out by what a layer of the network makes of them. What is selected
// there is shown among the images, and can be relabelled or excluded. GUI thread only.
#pragma once

#include "ui/bridge/evaluation_job.h"
#include "ui/bridge/map_job.h"
#include "ui/pages/evaluate/map_looks.h"
#include "ui/pages/evaluate/picture_cache.h"
#include "ui/widgets/card.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QMenu;
class QProgressBar;
class QPushButton;

namespace belfry {

class ChartButton;
class ComboBox;
class DecisionBar;
class ElidedLabel;
class MapLegend;
class ScatterPlot;
struct SavedMap;

class MapPanel : public Card {
    Q_OBJECT
public:
    explicit MapPanel(const Theme& theme, QWidget* parent = nullptr); // its destructor stops and waits

    // Laid out when it is seen. Null: nothing is shown.
    void setReport(const std::shared_ptr<const EvaluationReport>& report);
    // What is on the pad, as the network gets it: a ring at its place while the pad's network is the evaluated one.
    // An empty picture: nothing.
    void showDrawn(const std::shared_ptr<const Snapshot>& snapshot, const std::vector<std::uint8_t>& picture);
    void setHeading(const QString& heading) { heading_ = heading; } // of a picture that is saved
    ScatterPlot* plot() const { return plot_; }
    std::vector<std::int64_t> chosen() const; // numbers of the images that are selected
    void choose(const std::vector<std::int64_t>& images);

Q_SIGNALS:
    void chosenChanged();
    void opened(std::int64_t image); // selected, and to be looked at
    void trainAgainRequested(const belfry::Plan& plan);
    void failed(const belfry::Text& sentence);

protected:
    void showEvent(QShowEvent* event) override;

private:
    using Report = std::shared_ptr<const EvaluationReport>;
    void makeWidgets(const Theme& theme);
    void layOut();
    void connectAll();
    void connectPlot();
    void fillLayers();
    void fillColours();
    void start();
    void showLayout(const MapLayout& layout);
    void colour();
    void placeDrawn();
    bool isOfPad() const;
    void showGuest(const std::optional<MapPoint>& place);
    void showTexts();
    void showHovered(int point);
    QString noteText() const;
    QString emptyText() const;
    QString tipOf(int point) const;
    QString pictureName(std::int64_t image) const;
    MapColouring colouring() const;
    MapLooks looks() const;
    void openSaveMenu();
    void askSave(const QString& kind); // "png", "svg", "csv"
    void askProjector();
    bool isWhole() const; // every image has its point
    std::optional<SavedMap> savedMap() const;
    void write(const std::function<void()>& work, const QString& target);

    const Theme& theme_;
    Report report_;
    bool started_ = false;             // laying out this report
    std::vector<std::int64_t> images_; // of the points
    std::vector<MapLayer> layers_;
    MapLayout layout_; // the newest
    std::shared_ptr<const Snapshot> padSnapshot_;
    std::vector<std::uint8_t> drawn_; // on the pad
    Text problem_;
    QString heading_;
    bool saving_ = false;

    ComboBox *layer_, *colouring_;
    ChartButton *lasso_, *nearer_, *further_, *whole_;
    QPushButton* save_;
    QMenu* saveMenu_;
    QProgressBar* progress_;
    ElidedLabel *note_, *hovered_;
    ScatterPlot* plot_;
    MapLegend* legend_;
    DecisionBar* decisions_;
    PictureCache pictures_;
    Background background_; // writes files
    MapJob job_;            // last: what it answers needs all above
};

} // namespace belfry
