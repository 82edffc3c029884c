// Exports a run's network for other programs (interop/package.h) off the GUI thread. GUI thread only.
#pragma once

#include "ui/foundation/background.h"

#include <QObject>
#include <QString>
#include <filesystem>

class QFileDialog;
class QWidget;

namespace belfry {

class RunExport : public QObject {
    Q_OBJECT
public:
    explicit RunExport(QObject* parent = nullptr);

    // Asks for the name of the folder to be made, then exports the run's best weights into it.
    QFileDialog* ask(const std::filesystem::path& run, const QString& name, QWidget* parent);

Q_SIGNALS:
    void begun();
    void done(const QString& folder);
    void failed(const belfry::Text& sentence);

private:
    void start(const std::filesystem::path& run, const std::filesystem::path& target);

    Background background_; // last: its jobs may use nothing above
};

} // namespace belfry
