// Settings kept between starts, in belfry/belfry.ini of the user's configuration folder. GUI thread only.
#pragma once

#include "ui/charts/x_columns.h"
#include "ui/foundation/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace belfry {

class Settings {
public:
    Settings();                             // $XDG_CONFIG_HOME/belfry/belfry.ini
    explicit Settings(const QString& file); // for tests

    // Missing or unknown values in the file read as the default.
    QByteArray geometry() const { return value("geometry").toByteArray(); }
    void setGeometry(const QByteArray& geometry) { set("geometry", geometry); }
    Theme::Mode theme() const { return static_cast<Theme::Mode>(choice("theme", static_cast<int>(Theme::Mode::Dark))); }
    void setTheme(Theme::Mode mode) { set("theme", static_cast<int>(mode)); }
    QString language() const { return value("language").toString(); } // "en", "es"; "" is the system's
    void setLanguage(const QString& language) { set("language", language); }
    QString plan() const { return value("plan").toString(); } // JSON, "" when there is none
    void setPlan(const QString& json) { set("plan", json); }
    QString searchPlan() const { return value("searchPlan").toString(); } // of the Search page, as plan()
    void setSearchPlan(const QString& json) { set("searchPlan", json); }
    QString hosts() const { return value("hosts").toString(); } // of the set-up's list (HostPicker::list)
    void setHosts(const QString& list) { set("hosts", list); }
    // Id of the interrupted run that the user did not want to resume.
    QString declinedRun() const { return value("declinedRun").toString(); }
    void setDeclinedRun(const QString& id) { set("declinedRun", id); }
    // The confidence below which an answer is "none of these", 0 to 1.
    double noneBelow() const;
    void setNoneBelow(double confidence) { set("noneBelow", confidence); }
    double smoothing(double otherwise) const;
    void setSmoothing(double factor) { set("smoothing", factor); }
    XAxis xAxis() const { return static_cast<XAxis>(choice("xAxis", static_cast<int>(kAllXAxes.size()) - 1)); }
    void setXAxis(XAxis axis) { set("xAxis", static_cast<int>(axis)); }
    // "logPanel", "lossLog", "lossSmooth" ...
    bool flag(const char* name, bool otherwise) const { return value(name, otherwise).toBool(); }
    void setFlag(const char* name, bool on) { set(name, on); }
    // Of a splitter, by its name: the sizes that the user has set, or nothing.
    QByteArray sizes(const QString& name) const { return file_.value(name).toByteArray(); }
    void setSizes(const QString& name, const QByteArray& sizes) { file_.setValue(name, sizes); }
    QStringList dataFolders() const { return value("dataFolders").toStringList(); } // of the user's own, absolute
    void setDataFolders(const QStringList& folders) { set("dataFolders", folders); }
    // Used last for that kind of file ("plan"); "" when none was.
    QString folder(const QString& kind) const { return file_.value("folders/" + kind).toString(); }
    void setFolder(const QString& kind, const QString& folder) { file_.setValue("folders/" + kind, folder); }
    QString runColumns() const { return value("runColumns").toString(); } // JSON; "" for those of the first start
    void setRunColumns(const QString& json) { set("runColumns", json); }
    void save() { file_.sync(); } // at once; else it happens at the next turn of the event loop

private:
    QVariant value(const char* key, const QVariant& otherwise = {}) const {
        return file_.value(QLatin1String(key), otherwise);
    }
    void set(const char* key, const QVariant& value) { file_.setValue(QLatin1String(key), value); }
    int choice(const char* key, int max) const; // a whole number from 0 to `max`; anything else is 0

    QSettings file_;
};

} // namespace belfry
