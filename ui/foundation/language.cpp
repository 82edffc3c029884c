#include "ui/foundation/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <algorithm>

namespace belfry {

const std::vector<Language::Entry>& Language::all() {
    static const std::vector<Entry> table{{"en", "English"}, {"es", "Español"}};
    return table;
}

void Language::choose(const QString& code) {
    const QString wanted = code.isEmpty() ? QLocale::system().name().section('_', 0, 0) : code;
    const bool known = std::any_of(all().begin(), all().end(),
                                   [&](const Entry& entry) { return wanted == QLatin1String(entry.code); });
    const QString chosen = known ? wanted : QStringLiteral("en");
    if (chosen == code_)
        return;
    code_ = chosen;
    QLocale::setDefault(QLocale(code_)); // before the texts are set again: they contain numbers
    QCoreApplication::removeTranslator(&qt_);
    QCoreApplication::removeTranslator(&belfry_);
    // Qt's own words (file dialogs) where Qt's translations are installed.
    if (qt_.load(QStringLiteral("qtbase_") + code_, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&qt_);
    if (belfry_.load(QStringLiteral(":/i18n/belfry_") + code_))
        QCoreApplication::installTranslator(&belfry_);
    Q_EMIT changed();
}

} // namespace belfry
