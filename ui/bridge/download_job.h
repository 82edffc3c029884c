// A download on a thread of its own, which can be paused, resumed and cancelled. GUI thread only.
#pragma once

#include "core/data/data_download.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <QString>

namespace belfry {

class DownloadJob : public QObject {
    Q_OBJECT
public:
    enum class State { Idle, Running, Pausing, Paused, Cancelling };
    struct Progress {
        std::uint64_t done = 0, total = 0; // bytes, all files
        double bytesPerSecond = 0;         // since the job was started or resumed; 0 until data arrives
        QString server;
    };

    using QObject::QObject;
    ~DownloadJob() override { stop_.request_stop(); } // and waits, at most about a second; what came stays

    State state() const { return state_; }
    const Progress& progress() const { return progress_; }
    const std::string& name() const { return name_; } // of the data set, "" at first

    void start(const std::string& name, const DownloadPlan& plan);
    void pause();
    void resume(); // when paused
    void cancel();

Q_SIGNALS:
    void changed(); // state or progress
    void finished();
    void failed(const belfry::Text& sentence);

private:
    void run();
    void end(bool whole, const Text& problem);
    void setState(State state);

    State state_ = State::Idle;
    std::string name_;
    DownloadPlan plan_;
    Progress progress_;
    std::stop_source stop_;
    Background background_; // Declared last: destroyed first, while its jobs may still run.
};

} // namespace belfry
