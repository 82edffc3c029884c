// The progress of a download, with Pause and Cancel. Hidden while there is none. GUI thread only.
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace belfry {

class DownloadJob;

class DownloadPanel : public QWidget {
    Q_OBJECT
public:
    // `job` must outlive the panel.
    explicit DownloadPanel(DownloadJob& job, QWidget* parent = nullptr);

private:
    void showJob();

    DownloadJob& job_;
    QLabel* text_;
    QProgressBar* bar_;
    QPushButton *pause_, *cancel_;
};

} // namespace belfry
