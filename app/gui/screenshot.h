// belfry --screenshot FILE: starts the plan, draws a 7 on the pad, and saves a picture of the window once the run has
// done some steps and the network has answered. For the README's picture; works without a screen
// (QT_QPA_PLATFORM=offscreen).
#pragma once

#include "core/predict/drawing.h"

#include <QObject>
#include <QString>

namespace belfry {

class MainWindow;

class Screenshot : public QObject {
    Q_OBJECT
public:
    // `window` must outlive it. Quits the application when the run has ended: with 0, or 1 when there is no picture.
    Screenshot(MainWindow& window, QString file, std::int64_t afterSteps);

private:
    void draw();
    void take();
    void quit();

    MainWindow& window_;
    QString file_;
    std::int64_t afterSteps_;
    std::int64_t steps_ = 0;
    bool drawn_ = false, answered_ = false, taken_ = false;
};

} // namespace belfry
