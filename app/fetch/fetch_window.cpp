#include "app/fetch/fetch_window.h"

#include <unistd.h>

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <csignal>

namespace belfry {
namespace {

constexpr int kPatience = 3000; // milliseconds, from the request to end to the end

} // namespace

FetchWindow::FetchWindow(const QString& script, QWidget* parent)
    : QWidget(parent), script_(script), what_(new QLabel), state_(new QLabel), bar_(new QProgressBar),
      again_(new QPushButton(tr("Try again"))), cancel_(new QPushButton(tr("Cancel"))), process_(new QProcess(this)) {
    setWindowTitle(tr("Belfry: first start"));
    what_->setText(tr("Belfry computes with LibTorch, which is no part of its package. It is fetched once, into your "
                      "cache folder. What has come is kept when you cancel."));
    what_->setWordWrap(true);
    state_->setObjectName(QStringLiteral("state"));
    state_->setWordWrap(true);
    state_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    bar_->setAccessibleName(tr("Progress"));
    again_->setObjectName(QStringLiteral("again"));
    cancel_->setObjectName(QStringLiteral("cancel"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(again_);
    buttons->addWidget(cancel_);
    auto* column = new QVBoxLayout(this);
    for (QWidget* const part :
         {static_cast<QWidget*>(what_), static_cast<QWidget*>(bar_), static_cast<QWidget*>(state_)})
        column->addWidget(part);
    column->addStretch();
    column->addLayout(buttons);
    resize(480, 200);
    connect(again_, &QPushButton::clicked, this, &FetchWindow::start);
    connect(cancel_, &QPushButton::clicked, this, &FetchWindow::giveUp);
    process_->setProcessChannelMode(QProcess::MergedChannels);
    process_->setChildProcessModifier([] { ::setsid(); }); // with what it starts, it is one group that can be ended
    connect(process_, &QProcess::readyRead, this, [this] {
        while (process_->canReadLine())
            take(QString::fromUtf8(process_->readLine()).trimmed());
    });
    connect(process_, &QProcess::finished, this, &FetchWindow::ended);
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) { // finished() does not come
            lastLine_ = process_->errorString();
            ended(1, QProcess::NormalExit);
        }
    });
}

FetchWindow::~FetchWindow() {
    process_->disconnect(this);
    stopScript();
}

void FetchWindow::start() {
    lastLine_.clear();
    again_->hide();
    bar_->setRange(0, 0); // not known yet
    state_->setText(tr("Starting…"));
    process_->start(script_, {QStringLiteral("--progress")});
}

void FetchWindow::take(const QString& line) {
    static const QRegularExpression form(QStringLiteral("^progress (\\d+) (\\d+) (\\S+)$"));
    const QRegularExpressionMatch match = form.match(line);
    if (!match.hasMatch()) {
        if (!line.isEmpty())
            lastLine_ = line;
        return;
    }
    const int total = match.captured(2).toInt();
    const int fetched = qMin(match.captured(1).toInt(), total);
    bar_->setRange(0, total);
    bar_->setValue(fetched);
    state_->setText(
        tr("%1 of %2 MB: %3").arg(QLocale().toString(fetched), QLocale().toString(total), match.captured(3)));
}

void FetchWindow::ended(int status, QProcess::ExitStatus how) {
    if (over_)
        return;
    if (how == QProcess::NormalExit && status == 0) {
        over_ = true;
        Q_EMIT done(true);
        return;
    }
    bar_->setRange(0, 1);
    bar_->reset();
    state_->setText(lastLine_.isEmpty() ? tr("It ended early.") : lastLine_);
    again_->show();
    again_->setFocus(); // which Cancel had
}

void FetchWindow::stopScript() {
    const auto group = static_cast<pid_t>(process_->processId());
    if (group <= 0)
        return;
    ::kill(-group, SIGTERM);
    if (!process_->waitForFinished(kPatience)) {
        ::kill(-group, SIGKILL);
        process_->waitForFinished(kPatience);
    }
}

void FetchWindow::giveUp() {
    if (over_)
        return;
    over_ = true;
    stopScript();
    Q_EMIT done(false);
}

void FetchWindow::closeEvent(QCloseEvent* event) {
    giveUp();
    QWidget::closeEvent(event);
}

} // namespace belfry
