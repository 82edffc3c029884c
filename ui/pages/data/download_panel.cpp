#include "ui/pages/data/download_panel.h"

#include "ui/bridge/download_job.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace belfry {
namespace {
constexpr int kSteps = 1000;
} // namespace

DownloadPanel::DownloadPanel(DownloadJob& job, QWidget* parent) : QWidget(parent), job_(job) {
    setObjectName(QStringLiteral("downloadPanel"));
    text_ = new ElidedLabel({}, this);
    text_->setProperty("kind", "muted");
    text_->setObjectName(QStringLiteral("downloadText"));
    bar_ = new QProgressBar(this);
    bar_->setObjectName(QStringLiteral("downloadBar"));
    bar_->setAccessibleName(QStringLiteral("Download"));
    bar_->setRange(0, kSteps);
    bar_->setTextVisible(false);
    pause_ = makeButton({}, "Pause download", "", this);
    cancel_ = makeButton({}, "Cancel download", "", this);
    auto* column = new QVBoxLayout;
    column->setSpacing(6);
    column->addWidget(text_);
    column->addWidget(bar_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    row->addLayout(column, 1);
    row->addWidget(pause_);
    row->addWidget(cancel_);
    connect(pause_, &QPushButton::clicked, this, [this] {
        if (job_.state() == DownloadJob::State::Paused)
            job_.goOn();
        else
            job_.pause();
    });
    connect(cancel_, &QPushButton::clicked, &job_, &DownloadJob::cancel);
    connect(&job_, &DownloadJob::changed, this, &DownloadPanel::showJob);
    showJob();
}

void DownloadPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        showJob();
    QWidget::changeEvent(event);
}

void DownloadPanel::showJob() {
    using State = DownloadJob::State;
    const State state = job_.state();
    const DownloadJob::Progress& progress = job_.progress();
    setVisible(state != State::Idle);
    const double part =
        progress.total > 0 ? static_cast<double>(progress.done) / static_cast<double>(progress.total) : 0;
    bar_->setValue(static_cast<int>(part * kSteps));
    const QString amount = tr("%1 of %2")
                               .arg(bytesText(static_cast<std::int64_t>(progress.done)),
                                    bytesText(static_cast<std::int64_t>(progress.total)));
    if (state == State::Paused || state == State::Pausing) {
        text_->setText(tr("Paused at %1").arg(amount));
    } else if (progress.bytesPerSecond > 0) {
        text_->setText(
            tr("%1, %2 per second, from %3")
                .arg(amount, bytesText(static_cast<std::int64_t>(progress.bytesPerSecond)), progress.server));
    } else {
        text_->setText(progress.server.isEmpty() ? tr("Looking for a server")
                                                 : tr("%1, waiting for %2").arg(amount, progress.server));
    }
    pause_->setText(state == State::Paused ? tr("Resume") : tr("Pause"));
    pause_->setAccessibleName(state == State::Paused ? QStringLiteral("Resume") : QStringLiteral("Pause"));
    pause_->setEnabled(state == State::Running || state == State::Paused);
    cancel_->setText(tr("Cancel"));
    pause_->setToolTip(tr("Keeps what has been downloaded, even when Belfry is closed"));
    cancel_->setToolTip(tr("Discards what has been downloaded"));
    cancel_->setAccessibleName(QStringLiteral("Cancel"));
    cancel_->setEnabled(state != State::Cancelling);
}

} // namespace belfry
