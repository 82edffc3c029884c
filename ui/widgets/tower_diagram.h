// A live diagram of a run on the machine: CPU and devices as boxes, towers in them, variables, mean and
// update where the exchange keeps them, and what the last step moved. GUI thread only.
#pragma once

#include "ui/widgets/themed_widget.h"
#include "ui/widgets/tower_scene.h"

#include <QRectF>
#include <vector>

class QPainter;

namespace belfry {

// Positions of everything, pixels.
struct TowerLayout {
    static constexpr int kMaxTowers = 8;
    struct Box {
        QString device;
        QRectF place;
    };
    std::vector<Box> devices;             // the CPU first, round everything where all towers are on it
    QRectF data, variables, mean, update; // the last three empty where every tower has its own
    std::vector<QRectF> towers;           // by tower; empty for those that there is no room for
    QRectF others;                        // where their number stands; empty: there are none
    double lanes = 0;                     // the top of the arrows' lanes
    bool labelled = true;                 // there is room for words beside the arrows
};
TowerLayout layOutTowers(const TowerScene& scene, const QSizeF& size);

// Transfers to and from a tower. Where every tower has its own variables, gradients go round in a ring.
enum class TowerFlow { Data, Gradient, Variables };
// The arrow's corners; empty: there is none.
std::vector<QPointF> flowPath(const TowerScene& scene, const TowerLayout& layout, int tower, TowerFlow flow);

class TowerDiagram : public ThemedWidget {
    Q_OBJECT
public:
    explicit TowerDiagram(const Theme& theme, QWidget* parent = nullptr);

    void setRun(const Started& started);
    void showStep(const StepDone& step); // the picture is made when it is painted
    const TowerScene& scene() const { return scene_; }
    QString summary() const; // its contents as a sentence; "" before a run
    // The transfer or work drawn at a point, with its bytes and milliseconds; "" if there is none.
    QString textAt(const QPointF& point) const;
    QSize sizeHint() const override { return {640, scene_.towers.empty() ? kEmpty : 212}; }
    QSize minimumSizeHint() const override { return {480, scene_.towers.empty() ? kEmpty : 188}; }

protected:
    std::optional<QString> tipAt(const QPoint& position) const override { return textAt(position); }
    void paintEvent(QPaintEvent* event) override;
    void describe() override { setAccessibleDescription(summary()); }

private:
    struct Line { // of a tower's box
        QString text;
        int rank = 0;  // the lowest goes first where there is no room
        QString arrow; // before the text, in the colour of its way
        TowerFlow flow = TowerFlow::Data;
    };
    static QString timeText(float milliseconds, int fewer = 0); // decimals
    QColor colourOf(TowerFlow flow) const;
    bool isMeasured(int tower) const;
    QString bytesOf(int tower, TowerFlow flow) const;
    float millisecondsOf(int tower, TowerFlow flow) const;
    QString timeOf(int tower, TowerFlow flow) const; // "" where there is none
    QString flowText(int tower, TowerFlow flow) const;
    QString towerText(int tower) const;
    QString partText(const QPointF& point, const TowerLayout& layout) const;
    QString sumText() const; // of an all-reduce
    std::vector<Line> linesOf(int tower, const QSizeF& room, bool labelled) const;
    void addFlows(std::vector<Line>& lines, int tower, double room) const;
    void paintBoxes(QPainter& painter, const TowerLayout& layout) const;
    void paintPart(QPainter& painter, const QRectF& box, const QString& name,
                   const QStringList& figures) const; // the first that fits
    void paintTower(QPainter& painter, const TowerLayout& layout, int tower) const;
    void paintFlows(QPainter& painter, const TowerLayout& layout) const;
    void paintFlow(QPainter& painter, const TowerLayout& layout, int tower, TowerFlow flow) const;
    void paintLabel(QPainter& painter, const QPointF& at, double room, const QString& bytes, const QString& time) const;
    void paintVariables(QPainter& painter, const TowerLayout& layout) const;

    static constexpr int kEmpty = 44; // high: a sentence
    TowerScene scene_;
};

} // namespace belfry
