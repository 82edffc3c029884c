// Small jobs off the GUI thread (opening a data set, reading weights), so that the window never waits for the disk.
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <functional>

namespace belfry {

class Background : public QObject {
    Q_OBJECT
public:
    explicit Background(QObject* parent = nullptr);
    ~Background() override; // waits for the jobs at work; their answers are dropped

    // Runs `work` on another thread and hands its result to `done` on the GUI thread; a throw becomes `failed` with
    // its sentence.
    template <typename Result>
    void run(std::function<Result()> work, std::function<void(Result)> done,
             std::function<void(const QString&)> failed) {
        pool_.start([this, work = std::move(work), done = std::move(done), failed = std::move(failed)] {
            try {
                post([done, result = work()] { done(result); });
            } catch (const std::exception& error) {
                post([failed, sentence = QString::fromUtf8(error.what())] { failed(sentence); });
            }
        });
    }

private:
    void post(std::function<void()> answer);
    QThreadPool pool_;
};

} // namespace belfry
