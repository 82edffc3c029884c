// Reads numbers as a person types them, in the language of QLocale() and in every
// other: 1e-3, .001, 0,001, 0.001, 60,000. Any thread.
#pragma once

#include "core/base/text.h"

#include <QString>
#include <QStringList>
#include <optional>

namespace belfry {

struct NumberEntry {
    std::optional<double> value; // none: it is not a number, and `problem` says why
    Text problem;
};

// One comma or point before exactly three digits can separate decimals or thousands: "1,000". The language decides;
// where it cannot, the text is refused. `whole`: only integers, where the language's separator of thousands comes
// first.
NumberEntry readNumber(const QString& text, bool whole);

// The parts of a list, those that are numbers with a point for decimals and no separators of thousands. Between them
// are semicolons, spaces or commas; a comma that no space follows separates decimals where the language or another
// separator says so: "0,7; 0,3", "0,7 0,3", "0.7, 0.3" and "0.7,0.3" are the same.
QStringList readNumbers(const QString& text);

// The shortest text that reads back as the same number, with the decimal point of the language: "0.001", "1e-8".
// `grouped`: with separators of thousands.
QString writeNumber(double value, bool grouped);

} // namespace belfry
