#include "ui/widgets/run_state_text.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QPainter>

namespace belfry {
namespace {

struct RunWords {
    Q_DECLARE_TR_FUNCTIONS(belfry::RunWords)
};

constexpr int kSide = 16, kFineness = 3; // pixels of an icon, and of the picture it is shrunk from

QPixmap emptyIcon() {
    QPixmap picture(kSide * kFineness, kSide * kFineness);
    picture.fill(Qt::transparent);
    return picture;
}

// Unchanged in selected rows too: the style would tint it.
QIcon iconOf(const QPixmap& picture) {
    QIcon icon(picture);
    icon.addPixmap(picture, QIcon::Selected);
    return icon;
}

QString timeText(std::int64_t seconds, const QString& clock) {
    const QDateTime time = QDateTime::fromSecsSinceEpoch(seconds);
    const bool thisYear = time.date().year() == QDate::currentDate().year();
    return QLocale().toString(time, (thisYear ? QStringLiteral("d MMM ") : QStringLiteral("d MMM yyyy ")) + clock);
}

} // namespace

QString stateText(const std::string& state) {
    if (state == "running")
        return RunWords::tr("Running");
    if (state == "finished")
        return RunWords::tr("Finished");
    if (state == "stopped")
        return RunWords::tr("Stopped");
    if (state == "failed")
        return RunWords::tr("Failed");
    return state == "interrupted" ? RunWords::tr("Interrupted") : RunWords::tr("Damaged");
}

QColor stateColour(const Palette& palette, const std::string& state) {
    if (state == "running")
        return palette.good;
    if (state == "finished")
        return palette.accent;
    if (state == "interrupted")
        return palette.series[1];
    return state == "stopped" ? palette.faint : palette.warning;
}

QIcon dotIcon(const QColor& colour, const QColor& ground) {
    QPixmap picture = emptyIcon();
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(kFineness, kFineness);
    painter.setPen(QPen(ground, 1.5));
    painter.setBrush(colour);
    painter.drawEllipse(QPointF(kSide / 2.0, kSide / 2.0), 4.75, 4.75);
    return iconOf(picture);
}

QIcon lineIcon(const LineMark& mark, const QColor& ground) {
    QPixmap picture = emptyIcon();
    QPainter painter(&picture);
    painter.scale(kFineness, kFineness);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(0, 3, kSide, 10), ground);
    painter.setPen(QPen(mark.colour, mark.thick ? 6 : 3, mark.dash, Qt::FlatCap));
    painter.drawLine(QPointF(0, kSide / 2.0), QPointF(kSide, kSide / 2.0));
    return iconOf(picture);
}

QString momentText(std::int64_t seconds) {
    return seconds == 0 ? dashText() : timeText(seconds, QStringLiteral("HH:mm"));
}

QString accuracyText(const std::optional<double>& accuracy, std::int64_t epoch) {
    return accuracy ? QStringLiteral("%1 (%2)").arg(percentText(*accuracy, 2), countText(epoch)) : dashText();
}

QString runTitle(const RunSummary& run) {
    QStringList parts{QString::fromStdString(run.name)};
    if (run.started > 0)
        parts << momentText(run.started);
    if (const auto& accuracy = run.test ? run.test : run.bestValidation)
        parts << percentText(*accuracy);
    return parts.join(QStringLiteral(" · "));
}

QString distinctMoment(const RunSummary& run, const std::vector<RunSummary>& among) {
    bool named = false, sameMinute = false;
    for (const RunSummary& other : among) {
        if (other.id == run.id || other.name != run.name)
            continue;
        named = true;
        sameMinute = sameMinute || momentText(other.started) == momentText(run.started);
    }
    if (!named)
        return {};
    return sameMinute && run.started > 0 ? timeText(run.started, QStringLiteral("HH:mm:ss")) : momentText(run.started);
}

QString distinctName(const RunSummary& run, const std::vector<RunSummary>& among) {
    const QString name = QString::fromStdString(run.name), moment = distinctMoment(run, among);
    return moment.isEmpty() ? name : name + QStringLiteral(", ") + moment;
}

QString tagsText(const std::vector<std::string>& tags) { return stringsOf(tags).join(QStringLiteral(", ")); }

bool canResume(const RunSummary& run) {
    return run.state == "stopped" || run.state == "failed" || run.state == "interrupted";
}

} // namespace belfry
