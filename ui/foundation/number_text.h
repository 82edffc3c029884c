// Numbers as the window writes them, in the language of QLocale(). Any thread.
#pragma once

#include <QString>
#include <cstdint>

namespace belfry {

QString countText(std::int64_t count);                       // "61,706"
QString percentText(double fraction, int decimals = 1);      // 0.981 -> "98.1 %"; a dash for NaN
QString gibText(std::int64_t usedBytes, std::int64_t total); // "12 / 140 GiB", "1.5 / 16 GiB"; "" when unknown
QString decimalText(double value, int decimals);             // "16.6"
QString bytesText(std::int64_t bytes);                       // "624 B", "18.4 KiB", "1.2 GiB"
QString durationText(double seconds);                        // "0:42", "1:02:03"; seconds that have begun count
inline QString dashText() { return QStringLiteral("–"); }
inline QString countOrDash(std::int64_t count) { return count > 0 ? countText(count) : dashText(); }

} // namespace belfry
