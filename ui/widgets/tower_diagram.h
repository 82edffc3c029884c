// How a run is spread over the machine, drawn live: CPU and devices as boxes, towers in them, variables, mean and
// update where the exchange keeps them, and what the last step moved. GUI thread only.
#pragma once

#include "ui/widgets/themed_widget.h"
#include "ui/widgets/tower_scene.h"

#include <QRectF>
#include <vector>

class QPainter;

namespace belfry {

// Where everything stands, pixels.
struct TowerLayout {
    static constexpr int kMostTowers = 8;
    struct Box {
        QString device;
        QRectF place;
    };
    std::vector<Box> devices;             // the CPU first, round everything where all towers are on it
    QRectF data, variables, mean, update; // the last three empty where every tower has its own
    std::vector<QRectF> towers;           // by tower; empty for those that there is no room for
    QRectF others;                        // where their number stands; empty: there are none
    double lanes = 0;                     // the top of the arrows' lanes
};
TowerLayout layOutTowers(const TowerScene& scene, const QSizeF& size);

class TowerDiagram : public ThemedWidget {
    Q_OBJECT
public:
    explicit TowerDiagram(const Theme& theme, QWidget* parent = nullptr);

    void setRun(const Started& started);
    void showStep(const StepDone& step); // the picture is made when it is painted
    const TowerScene& scene() const { return scene_; }
    QString summary() const; // what it says, as a sentence; "" before a run
    QSize sizeHint() const override { return {640, 212}; }
    QSize minimumSizeHint() const override { return {480, 188}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void retranslate() override;

private:
    enum class Way { Data, Gradient, Variables };
    QColor colourOf(Way way) const;
    void paintBoxes(QPainter& painter, const TowerLayout& layout) const;
    void paintPart(QPainter& painter, const QRectF& box, const QString& name, const QString& figure) const;
    void paintTower(QPainter& painter, int tower, const QRectF& box) const;
    void paintWays(QPainter& painter, const TowerLayout& layout) const;
    void paintWay(QPainter& painter, const TowerLayout& layout, int tower, Way way) const;
    void paintLabel(QPainter& painter, const QPointF& at, double room, const QString& bytes, const QString& time) const;
    void paintHome(QPainter& painter, const TowerLayout& layout) const;
    void paintRing(QPainter& painter, const TowerLayout& layout) const;

    TowerScene scene_;
};

} // namespace belfry
