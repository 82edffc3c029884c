// Manages the folders of runs off the GUI thread: lists them every second while they are watched, including those
// that other processes write, and changes them. Requests are carried out in order. GUI thread only.
#pragma once

#include "core/runs/run_index.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <vector>

namespace belfry {

struct RunRemoval {
    std::vector<std::filesystem::path> trashed; // where they lie now: those that could be moved, perhaps none
    QString name;                               // of the last one
    Text problem;                               // why not all
};

class RunLoader : public QObject {
    Q_OBJECT
public:
    explicit RunLoader(QObject* parent = nullptr);

    void watch(bool on); // looks at once, and every second while on
    void refresh();
    void showTrash(bool on); // lists the runs of the trash instead, at once

    // Then looks again. A throw becomes failed().
    void change(std::function<void()> work);
    void remove(const std::vector<std::filesystem::path>& folders);
    void restore(const std::vector<std::filesystem::path>& trashed);
    void erase(const std::vector<std::filesystem::path>& trashed); // from the disk
    // Reads something of a run's folder; `done` gets it here. A throw becomes failed(), or `otherwise` when given.
    template <typename Result>
    void read(std::function<Result()> work, std::function<void(Result)> done,
              std::function<void(const Text&)> otherwise = {}) {
        background_.run<Result>(
            std::move(work), std::move(done),
            [this, otherwise](const Text& sentence) { otherwise ? otherwise(sentence) : Q_EMIT failed(sentence); });
    }

Q_SIGNALS:
    void listed(const std::vector<belfry::RunSummary>& runs);
    void removed(const belfry::RunRemoval& removal);
    void trashCounted(std::size_t runs);           // with each list
    void failed(const belfry::Text& sentence);     // of a change
    void unreadable(const belfry::Text& sentence); // the folder of runs; it is not looked at again until asked

private:
    void refreshIfIdle();

    std::shared_ptr<RunIndex> index_, trashIndex_; // used by the background's thread alone
    bool trash_ = false;                           // is listed
    QTimer timer_;
    bool looking_ = false;
    std::uint64_t changes_ = 0; // an answer from before the last one is out of date
    Background background_;     // Declared last: destroyed first, while its jobs may still run.
};

} // namespace belfry
