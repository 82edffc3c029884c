// The state that the window remembers: restored at the start, written at the end and soon after each change, as a
// program that is killed cannot save any more. The sizes of the parts of a dialog are restored when it opens. GUI
// thread only.
#pragma once

#include <QObject>
#include <QTimer>

class QWidget;

namespace belfry {

class SearchPage;
class Settings;
class TopBar;
class TrainPage;

class WindowMemory : public QObject {
    Q_OBJECT
public:
    // All must outlive it. Restores at once.
    WindowMemory(Settings& settings, QWidget& window, TopBar& top, TrainPage& train, SearchPage& search);

    void save();
    void saveSoon() { timer_.start(); } // together with what changes in the next moment

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; // a dialog opens

private:
    void restore();
    void keepSizes(QWidget& owner); // of its parts
    void connectChanges();

    Settings& settings_;
    QWidget& window_;
    TopBar& top_;
    TrainPage& train_;
    SearchPage& search_;
    QTimer timer_;
};

} // namespace belfry
