#include "ui/bridge/run_loader.h"

#include "core/base/error.h"
#include "core/runs/run_edit.h"

namespace belfry {
namespace {

constexpr int kEveryMilliseconds = 1000;

} // namespace

RunLoader::RunLoader(QObject* parent) : QObject(parent), index_(std::make_shared<RunIndex>()) {
    timer_.setInterval(kEveryMilliseconds);
    connect(&timer_, &QTimer::timeout, this, &RunLoader::refreshIfIdle);
}

void RunLoader::watch(bool on) {
    if (on) {
        refresh();
        timer_.start();
    } else {
        timer_.stop();
    }
}

// A disk that is slow to answer is not asked again meanwhile.
void RunLoader::refreshIfIdle() {
    if (!looking_)
        refresh();
}

void RunLoader::refresh() {
    looking_ = true;
    background_.run<std::vector<RunSummary>>([index = index_] { return index->runs(); },
                                             [this, changes = changes_](const std::vector<RunSummary>& runs) {
                                                 looking_ = false;
                                                 if (changes == changes_) // else another refresh follows
                                                     Q_EMIT listed(runs);
                                             },
                                             [this](const Text& sentence) {
                                                 looking_ = false;
                                                 timer_.stop(); // said once; showing the page again asks again
                                                 Q_EMIT unreadable(sentence);
                                             });
}

void RunLoader::change(std::function<void()> work) {
    ++changes_;
    background_.run<bool>(
        [work = std::move(work)] {
            work();
            return true;
        },
        [](bool) {}, [this](const Text& sentence) { Q_EMIT failed(sentence); });
    refresh();
}

void RunLoader::remove(const std::vector<std::filesystem::path>& folders) {
    background_.run<RunRemoval>(
        [folders] {
            RunRemoval removal;
            for (const std::filesystem::path& folder : folders) {
                try {
                    const QString name = QString::fromStdString(summarise(folder).name);
                    removal.trashed.push_back(deleteRun(folder));
                    removal.name = name;
                } catch (const std::exception& error) {
                    removal.problem = messageOf(error);
                }
            }
            return removal;
        },
        [this](const RunRemoval& removal) { Q_EMIT removed(removal); },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
    refresh();
}

void RunLoader::restore(const std::vector<std::filesystem::path>& trashed) {
    change([trashed] {
        for (const std::filesystem::path& folder : trashed)
            restoreRun(folder);
    });
}

} // namespace belfry
