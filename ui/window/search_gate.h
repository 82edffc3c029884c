// Lets runs and searches wait for one another, as at the same time each would slow the other down, keeps the
// machine awake while either is in progress, and explanations of networks behind it. GUI thread only.
#pragma once

#include "ui/bridge/desktop.h"

#include <QObject>

namespace belfry {

class ScalingPage;
class SearchPage;
class TrainPage;

class SearchGate : public QObject {
    Q_OBJECT
public:
    SearchGate(TrainPage& train, SearchPage& search, ScalingPage& scaling); // which must outlive it

    bool isBusy() const; // with a run or a search

Q_SIGNALS:
    void searchChanged(); // began, ended, or waits

private:
    void update();

    TrainPage& train_;
    SearchPage& search_;
    ScalingPage& scaling_;
    KeepAwake awake_;
};

} // namespace belfry
