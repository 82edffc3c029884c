// Small jobs off the GUI thread (opening a data set, reading weights), so that the window never waits for the disk.
#pragma once

#include "core/base/error.h"

#include <QObject>
#include <QThreadPool>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace belfry {

class Background : public QObject {
    Q_OBJECT
public:
    explicit Background(QObject* parent = nullptr);
    ~Background() override { pool_.waitForDone(); } // waits for running jobs; their results are dropped

    // Runs `work` on another thread and passes its result to `done` on the GUI thread; an exception goes to `failed`
    // as its message.
    template <typename Result>
    void run(std::function<Result()> work, std::function<void(Result)> done, std::function<void(const Text&)> failed) {
        pool_.start([this, work = std::move(work), done = std::move(done), failed = std::move(failed)] {
            try {
                post([done, result = work()] { done(result); });
            } catch (const std::exception& error) {
                post([failed, sentence = messageOf(error)] { failed(sentence); });
            }
        });
    }

    // Calls `answer` on the GUI thread, unless this object has been destroyed by then. Any thread.
    void post(std::function<void()> answer) {
        QMetaObject::invokeMethod(this, std::move(answer), Qt::QueuedConnection);
    }

private:
    QThreadPool pool_;
};

// Gives the calling thread the lowest priority, and all threads that it creates later: training in this window keeps
// its cores. For work on a background.
void yieldToTraining();

// Only the newest job counts: starting another one stops it, and drops whatever it still reports or returns.
// Declared after its background, which then waits for the work that was asked to stop.
class LatestJob {
public:
    // The job as its work sees it, on the background's thread. It may outlive the work.
    class Token {
    public:
        std::stop_token stop;
        void
        report(std::function<void()> progress) const; // calls it on the GUI thread while the job is current; any thread
        // The same for the part that is done, at most ten times a second.
        std::function<void(double)> reportParts(std::function<void(double)> progress) const;

    private:
        friend class LatestJob;
        Background* background_ = nullptr;
        const LatestJob* job_ = nullptr; // looked at on the GUI thread alone
        std::uint64_t id_ = 0;
    };

    explicit LatestJob(Background& background) : background_(background) {}
    ~LatestJob() { cancel(); }
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;

    // As Background::run(). Work that was stopped before it began is not done.
    template <typename Result>
    void start(std::function<Result(const Token&)> work, std::function<void(Result)> done,
               std::function<void(const Text&)> failed) {
        const Token token = begin();
        background_.run<std::optional<Result>>(
            [token, work = std::move(work)] {
                return token.stop.stop_requested() ? std::nullopt : std::optional<Result>(work(token));
            },
            [this, token, done = std::move(done)](std::optional<Result> result) {
                if (end(token))
                    done(std::move(*result));
            },
            [this, token, failed = std::move(failed)](const Text& sentence) {
                if (end(token))
                    failed(sentence);
            });
    }
    void cancel();
    bool isRunning() const { return running_; }

private:
    Token begin();
    bool end(const Token& token); // false: another one was started since

    Background& background_;
    std::stop_source stop_;
    std::uint64_t id_ = 0;
    bool running_ = false;
};

} // namespace belfry
