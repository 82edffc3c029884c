// Notifies a user who looks elsewhere of the end of a run or a search. GUI thread only.
#pragma once

#include <QObject>
#include <functional>

class QWidget;

namespace belfry {

class SearchPage;
class TrainPage;

class EndNotifier : public QObject {
    Q_OBJECT
public:
    using Notify = std::function<void(const QString& title, const QString& text)>;
    EndNotifier(TrainPage& train, SearchPage& search, QWidget& window); // which must outlive it

    void setNotify(Notify notify) { notify_ = std::move(notify); } // instead of the desktop, for tests

private:
    void reportRun();
    void reportSearch();

    TrainPage& train_;
    SearchPage& search_;
    QWidget& window_;
    Notify notify_;
};

} // namespace belfry
