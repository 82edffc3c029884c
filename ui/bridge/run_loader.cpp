#include "ui/bridge/run_loader.h"

#include "core/base/error.h"
#include "core/runs/run_edit.h"

namespace belfry {
namespace {

constexpr int kEveryMilliseconds = 1000;

struct Listing {
    std::vector<RunSummary> runs;
    std::size_t trashed = 0;
};

} // namespace

RunLoader::RunLoader(QObject* parent)
    : QObject(parent), index_(std::make_shared<RunIndex>()),
      trashIndex_(std::make_shared<RunIndex>(trashOf(index_->root()))) {
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
    const auto list = [index = trash_ ? trashIndex_ : index_, trash = trashIndex_->root()] {
        return Listing{index->runs(), runFolders(trash).size()};
    };
    const auto take = [this, changes = changes_](const Listing& listing) {
        looking_ = false;
        if (changes != changes_) // another refresh follows
            return;
        Q_EMIT trashCounted(listing.trashed);
        Q_EMIT listed(listing.runs);
    };
    background_.run<Listing>(list, take, [this](const Text& sentence) {
        looking_ = false;
        timer_.stop(); // said once; showing the page again asks again
        Q_EMIT unreadable(sentence);
    });
}

void RunLoader::showTrash(bool on) {
    trash_ = on;
    ++changes_; // an answer that is under way is of the other list
    refresh();
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

void RunLoader::erase(const std::vector<std::filesystem::path>& trashed) {
    change([trashed] {
        for (const std::filesystem::path& folder : trashed)
            eraseRun(folder);
    });
}

} // namespace belfry
