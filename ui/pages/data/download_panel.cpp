#include "ui/pages/data/download_panel.h"

#include "ui/bridge/download_job.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace belfry {
namespace {
constexpr int kSteps = 1000;
} // namespace

DownloadPanel::DownloadPanel(DownloadJob& job, QWidget* parent) : QWidget(parent), job_(job) {
    setObjectName(QStringLiteral("downloadPanel"));
    const Parts parts(this);
    text_ = parts.elided("muted", "downloadText");
    bar_ = parts.progress("downloadBar", "Download", kSteps);
    pause_ = makeButton({}, "Pause download", "", this);
    parts.help(pause_, QT_TR_NOOP("Keeps what has been downloaded, even when Belfry is closed"));
    cancel_ =
        parts.button("", QT_TR_NOOP("Cancel"), QT_TR_NOOP("Discards what has been downloaded"), "Cancel download");
    fillWith(this, rowOf(12, {{columnOf(6, {text_, bar_}), 1}, pause_, cancel_}));
    connect(pause_, &QPushButton::clicked, this, [this] {
        if (job_.state() == DownloadJob::State::Paused)
            job_.resume();
        else
            job_.pause();
    });
    connect(cancel_, &QPushButton::clicked, &job_, &DownloadJob::cancel);
    connect(&job_, &DownloadJob::changed, this, &DownloadPanel::showJob);
    keepTranslated(this, [this] { showJob(); });
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
    cancel_->setEnabled(state != State::Cancelling);
}

} // namespace belfry
