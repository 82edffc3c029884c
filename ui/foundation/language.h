// The window's language: installs the translations and the number format; every widget then sets its texts again.
// GUI thread only.
#pragma once

#include <QObject>
#include <QTranslator>
#include <vector>

namespace belfry {

class Language : public QObject {
    Q_OBJECT
public:
    struct Entry {
        const char* code; // "es"
        const char* name; // in itself: "Español"
    };
    static const std::vector<Entry>& all();

    using QObject::QObject;
    // "" is the system's language, English when there is no translation.
    void choose(const QString& code);
    const QString& code() const { return code_; }

Q_SIGNALS:
    void changed();

private:
    QTranslator belfry_, qt_;
    QString code_;
};

} // namespace belfry
