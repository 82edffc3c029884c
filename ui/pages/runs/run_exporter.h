// Writes a run's network for other programs (interop/package.h), off the GUI thread: asks for a folder and the
// precision, and says in a page's banner how far it is, where the network is, or why not. GUI thread only.
#pragma once

#include "ui/foundation/background.h"

#include <QObject>
#include <filesystem>
#include <functional>

class QUrl;
class QWidget;

namespace belfry {

class Banner;
struct Packaged;

class RunExporter : public QObject {
    Q_OBJECT
public:
    // Both must outlive it: make it a child of the page. Its destructor stops and waits.
    RunExporter(QWidget* page, Banner* banner);

    // The run's best weights. `name` is proposed for the folder. While one is exported, says how far it is instead.
    void ask(const std::filesystem::path& run, const QString& name);
    bool isExporting() const { return job_.isRunning(); } // one at a time
    // Opens folders: the desktop, or a test.
    void setOpener(std::function<bool(const QUrl&)> opener) { opener_ = std::move(opener); }

Q_SIGNALS:
    void exportingChanged();

private:
    struct Asked {
        std::filesystem::path run, target;
        QString name;
        bool int8 = false;
    };
    void write(const Asked& asked);
    void showProgress();
    void announce(const std::filesystem::path& target, const Packaged& packaged);

    QWidget* page_;
    Banner* banner_;
    std::function<bool(const QUrl&)> opener_;
    Asked now_; // what is exported
    double part_ = 0;
    Background background_; // Destroyed before the above: its jobs may still run.
    LatestJob job_{background_};
};

} // namespace belfry
