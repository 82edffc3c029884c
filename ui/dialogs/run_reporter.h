// Writes a report of a run as one HTML file, off the GUI thread: asks where, and says in a page's banner that it is
// being written, where it is, or why not. GUI thread only.
#pragma once

#include "ui/foundation/background.h"

#include <QObject>
#include <filesystem>
#include <functional>
#include <optional>

class QUrl;
class QWidget;

namespace belfry {

class Banner;

class RunReporter : public QObject {
    Q_OBJECT
public:
    // Both must outlive it: make it a child of the page. Its destructor stops and waits.
    RunReporter(QWidget* page, Banner* banner);

    // `name`: of the run, for people. `weights`: of the run, to be evaluated; none: the best there are. A run in
    // progress is reported as far as it is.
    void ask(const std::filesystem::path& run, const QString& name,
             const std::optional<std::filesystem::path>& weights = {});
    bool isWriting() const { return job_.isRunning(); } // one at a time
    // Opens files: the desktop, or a test.
    void setOpener(std::function<bool(const QUrl&)> opener) { opener_ = std::move(opener); }

Q_SIGNALS:
    void writingChanged();

private:
    struct Asked {
        std::filesystem::path run;
        QString name;
        std::optional<std::filesystem::path> weights;
    };
    struct Written {
        Text missing; // why the run was not evaluated; else ""
    };
    void write(const Asked& asked, const QString& file);
    void announce(const QString& name, const QString& file, const Text& missing);
    void open(const QString& file);

    QWidget* page_;
    Banner* banner_;
    std::function<bool(const QUrl&)> opener_;
    Background background_; // Destroyed before the above: its jobs may still run.
    LatestJob job_{background_};
};

} // namespace belfry
