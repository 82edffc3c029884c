// What the window remembers between starts, in belfry/belfry.ini of the user's configuration folder. GUI thread only.
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

    // What is missing or foreign in the file reads as the default.
    QByteArray geometry() const;
    void setGeometry(const QByteArray& geometry);
    Theme::Mode theme() const;
    void setTheme(Theme::Mode mode);
    QString language() const; // "en", "es"; "" is the system's
    void setLanguage(const QString& language);
    QString plan() const; // JSON, "" when there is none
    void setPlan(const QString& json);
    QString searchPlan() const; // of the Search page, as plan()
    void setSearchPlan(const QString& json);
    QString declinedRun() const; // id of the interrupted run that the user did not want to go on with
    void setDeclinedRun(const QString& id);
    double smoothing(double otherwise) const;
    void setSmoothing(double factor);
    XAxis xAxis() const;
    void setXAxis(XAxis axis);
    bool flag(const char* name, bool otherwise) const; // "logPanel", "lossLog", "lossSmooth" ...
    void setFlag(const char* name, bool on);
    QStringList dataFolders() const; // of the user's own, absolute
    void setDataFolders(const QStringList& folders);
    void save(); // to the file at once; else it happens at the next turn of the event loop

private:
    QSettings file_;
};

} // namespace belfry
