#include "ui/window/settings.h"

#include <algorithm>

namespace belfry {
namespace {

// Whole numbers from 0 to `most`; anything else is 0.
int choice(const QSettings& file, const char* key, int most) {
    bool whole = false;
    const int value = file.value(QLatin1String(key)).toInt(&whole);
    return whole && value >= 0 && value <= most ? value : 0;
}

} // namespace

Settings::Settings()
    : file_(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("belfry"), QStringLiteral("belfry")) {}

Settings::Settings(const QString& file) : file_(file, QSettings::IniFormat) {}

QByteArray Settings::geometry() const {
    return file_.value(QStringLiteral("geometry")).toByteArray();
}

void Settings::setGeometry(const QByteArray& geometry) {
    file_.setValue(QStringLiteral("geometry"), geometry);
}

Theme::Mode Settings::theme() const {
    return static_cast<Theme::Mode>(choice(file_, "theme", static_cast<int>(Theme::Mode::Dark)));
}

void Settings::setTheme(Theme::Mode mode) {
    file_.setValue(QStringLiteral("theme"), static_cast<int>(mode));
}

QString Settings::language() const {
    return file_.value(QStringLiteral("language")).toString();
}

void Settings::setLanguage(const QString& language) {
    file_.setValue(QStringLiteral("language"), language);
}

QString Settings::plan() const {
    return file_.value(QStringLiteral("plan")).toString();
}

void Settings::setPlan(const QString& json) {
    file_.setValue(QStringLiteral("plan"), json);
}

QString Settings::searchPlan() const {
    return file_.value(QStringLiteral("searchPlan")).toString();
}

void Settings::setSearchPlan(const QString& json) {
    file_.setValue(QStringLiteral("searchPlan"), json);
}

QString Settings::declinedRun() const {
    return file_.value(QStringLiteral("declinedRun")).toString();
}

void Settings::setDeclinedRun(const QString& id) {
    file_.setValue(QStringLiteral("declinedRun"), id);
}

double Settings::smoothing(double otherwise) const {
    bool number = false;
    const double factor = file_.value(QStringLiteral("smoothing")).toDouble(&number);
    return number && factor >= 0 && factor < 1 ? factor : otherwise;
}

void Settings::setSmoothing(double factor) {
    file_.setValue(QStringLiteral("smoothing"), factor);
}

XAxis Settings::xAxis() const {
    return static_cast<XAxis>(choice(file_, "xAxis", static_cast<int>(allXAxes.size()) - 1));
}

void Settings::setXAxis(XAxis axis) {
    file_.setValue(QStringLiteral("xAxis"), static_cast<int>(axis));
}

bool Settings::flag(const char* name, bool otherwise) const {
    return file_.value(QLatin1String(name), otherwise).toBool();
}

void Settings::setFlag(const char* name, bool on) {
    file_.setValue(QLatin1String(name), on);
}

QStringList Settings::dataFolders() const {
    return file_.value(QStringLiteral("dataFolders")).toStringList();
}

void Settings::setDataFolders(const QStringList& folders) {
    file_.setValue(QStringLiteral("dataFolders"), folders);
}

void Settings::save() {
    file_.sync();
}

} // namespace belfry
