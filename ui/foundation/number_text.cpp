#include "ui/foundation/number_text.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace belfry {
namespace {

// The C locale (no LANG set) writes 61706 without separators; Belfry's own language is English.
QLocale locale() {
    const QLocale system;
    return system.language() == QLocale::C ? QLocale(QLocale::English, QLocale::UnitedStates) : system;
}

QString gib(std::int64_t bytes) {
    const double value = static_cast<double>(bytes) / (1024.0 * 1024.0 * 1024.0);
    return decimalText(value, value < 9.95 && bytes > 0 ? 1 : 0);
}

} // namespace

// By hand: in Spanish, where four digits stay together, Qt 6.4 writes 1195018 as "1195.018".
QString countText(std::int64_t count) {
    const QLocale language = locale();
    QString text = QString::number(count);
    if (std::abs(count) < 10'000)
        return language.toString(static_cast<qlonglong>(count));
    const qsizetype sign = count < 0 ? 1 : 0;
    for (qsizetype place = text.size() - 3; place > sign; place -= 3)
        text.insert(place, language.groupSeparator());
    return text;
}

QString decimalText(double value, int decimals) { return locale().toString(value, 'f', decimals); }

QString percentText(double fraction, int decimals) {
    return std::isfinite(fraction) ? decimalText(100.0 * fraction, decimals) + QStringLiteral(" %") : dashText();
}

QString bytesText(std::int64_t bytes) {
    double value = static_cast<double>(bytes);
    if (bytes < 1024)
        return QStringLiteral("%1 B").arg(bytes);
    const char* unit = "B";
    for (const char* next : {"KiB", "MiB", "GiB", "TiB"}) {
        if (value < 1024)
            break;
        value /= 1024;
        unit = next;
    }
    return QStringLiteral("%1 %2").arg(decimalText(value, value < 99.95 ? 1 : 0), QLatin1String(unit));
}

QString durationText(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::ceil(std::max(0.0, seconds)));
    const auto two = [](std::int64_t number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); };
    if (whole >= 3600)
        return QStringLiteral("%1:%2:%3").arg(QString::number(whole / 3600), two(whole / 60 % 60), two(whole % 60));
    return QStringLiteral("%1:%2").arg(QString::number(whole / 60), two(whole % 60));
}

QString gibText(std::int64_t usedBytes, std::int64_t total) {
    if (usedBytes < 0 || total <= 0)
        return {};
    return QStringLiteral("%1 / %2 GiB").arg(gib(usedBytes), gib(total));
}

} // namespace belfry
