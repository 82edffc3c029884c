#include "ui/window/log_panel.h"

#include "ui/widgets/parts.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QTextDocument>
#include <QTime>
#include <QVBoxLayout>

namespace belfry {
namespace {
constexpr std::size_t kMaxLines = 5000;
constexpr int kMinLines = 4; // in sight
constexpr int kFrame = 2;    // pixels above and below the lines
} // namespace

LogPanel::LogPanel(QWidget* parent) : Card({}, parent) {
    setObjectName(QStringLiteral("logPanel"));
    layout()->setContentsMargins(16, 4, 16, 8);
    layout()->setSpacing(4);
    lines_ = new QPlainTextEdit(this);
    lines_->setObjectName(QStringLiteral("logLines"));
    lines_->setAccessibleName(QStringLiteral("Log"));
    lines_->setReadOnly(true);
    lines_->setMaximumBlockCount(static_cast<int>(kMaxLines));
    lines_->setFrameShape(QFrame::NoFrame);
    lines_->setLineWrapMode(QPlainTextEdit::NoWrap);
    lines_->document()->setDocumentMargin(0); // the lines begin below the title
    auto* close = Parts(this).button("quiet", QT_TR_NOOP("Hide"), QT_TR_NOOP("Hides the log; it is still written"));
    titleRow()->addWidget(close);
    body()->addWidget(lines_);
    connect(close, &QPushButton::clicked, this, &LogPanel::closeRequested);
    keepTranslated(this, [this] {
        setTitle(tr("Log"));
        lines_->setToolTip(
            tr("What has happened since the window opened; each run's folder keeps its own log in log.txt"));
        lines_->setPlainText(textsOf(entries_, &Entry::text).join('\n'));
        lines_->moveCursor(QTextCursor::End);
    });
}

// Only now does the style sheet's font hold.
void LogPanel::showEvent(QShowEvent* event) {
    Card::showEvent(event);
    lines_->setMinimumHeight(kMinLines * lines_->fontMetrics().lineSpacing() + kFrame);
}

void LogPanel::append(const TranslatableText& lines) {
    entries_.push_back({QTime::currentTime().toString(QStringLiteral("HH:mm:ss")), lines});
    if (entries_.size() > kMaxLines)
        entries_.pop_front();
    lines_->appendPlainText(entries_.back().text());
}

} // namespace belfry
