#include "ui/window/settings.h"

namespace belfry {

Settings::Settings()
    : file_(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("belfry"), QStringLiteral("belfry")) {}

Settings::Settings(const QString& file) : file_(file, QSettings::IniFormat) {}

int Settings::choice(const char* key, int max) const {
    bool whole = false;
    const int found = value(key).toInt(&whole);
    return whole && found >= 0 && found <= max ? found : 0;
}

double Settings::noneBelow() const {
    bool number = false;
    const double confidence = value("noneBelow").toDouble(&number);
    return number && confidence >= 0 && confidence <= 1 ? confidence : 0;
}

double Settings::smoothing(double otherwise) const {
    bool number = false;
    const double factor = value("smoothing").toDouble(&number);
    return number && factor >= 0 && factor < 1 ? factor : otherwise;
}

} // namespace belfry
