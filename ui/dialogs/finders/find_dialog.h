// The common part of the finders' dialogs: a chart that grows while a thread works, what is known so far in words,
// Apply and Cancel. Cancel hides the dialog at once; it deletes itself when the thread has ended. GUI thread only.
#pragma once

#include "ui/charts/curve_plot.h"

#include <QDialog>
#include <functional>
#include <stop_token>
#include <thread>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace belfry {

class FindDialog : public QDialog {
    Q_OBJECT
public:
    ~FindDialog() override; // stops the work and waits for its step
    void done(int result) override;
    CurvePlot* plot() const { return plot_; }

protected:
    // `name`: of the object ("findRateDialog"). `intro`: one sentence about what is being done.
    FindDialog(const Theme& theme, const QString& name, const QString& title, const QString& intro, QWidget* parent);

    // Once, at the end of the constructor. Runs on a thread of its own; a throw is shown as its sentence. `work` may
    // touch the dialog through post() alone.
    void begin(std::function<void(std::stop_token)> work);
    // From the thread: something to do on the GUI thread; dropped when the dialog has been closed.
    void post(std::function<void()> work);

    QVBoxLayout* body() const { return body_; } // below the chart
    void display(const QString& sentence);      // what is known
    void setProblem(const Text& problem);       // empty: none
    void setApplicable(bool applicable);
    virtual void finish() = 0; // the work has ended by itself

private:
    void end(const Text& problem);

    CurvePlot* plot_;
    QVBoxLayout* body_;
    QLabel *status_, *problem_;
    QPushButton* apply_;
    bool working_ = false, closed_ = false;
    std::jthread worker_; // last
};

} // namespace belfry
