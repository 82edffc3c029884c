// The plans that wait: add, reorder, take out, and let them run one after another. It stays open beside the window.
// GUI thread only.
#pragma once

#include "core/train/plan.h"

#include <QDialog>
#include <functional>

class QLabel;
class QListWidget;
class QPushButton;

namespace belfry {

class Banner;
class PlanQueue;

class QueueDialog : public QDialog {
    Q_OBJECT
public:
    // `queue` must outlive the dialog. present: the Train page's plan.
    QueueDialog(PlanQueue& queue, std::function<Plan()> present, QWidget* parent);

    bool addFile(const QString& file); // refuses with a sentence in the dialog

Q_SIGNALS:
    void runRequested(); // the queue was set running

private:
    void layOut();
    void askFiles();
    void moveChosen(int by);
    void removeChosen();
    void toggleRunning();
    void refresh();
    void updateButtons();

    PlanQueue& queue_;
    std::function<Plan()> present_;
    Banner* banner_;
    QListWidget* list_;
    QLabel* state_;
    QPushButton *add_, *addFiles_, *up_, *down_, *remove_, *run_;
};

} // namespace belfry
