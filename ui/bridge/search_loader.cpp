#include "ui/bridge/search_loader.h"

namespace belfry {

SearchLoader::SearchLoader(QObject* parent) : QObject(parent) {
    constexpr int kLookMilliseconds = 1000;
    timer_.setInterval(kLookMilliseconds);
    connect(&timer_, &QTimer::timeout, this, &SearchLoader::read);
}

void SearchLoader::look() {
    background_.run<std::vector<SearchSummary>>(
        [] { return listSearches(); }, [this](const std::vector<SearchSummary>& found) { Q_EMIT listed(found); },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

void SearchLoader::open(const std::filesystem::path& folder) {
    open_ = folder;
    read();
}

void SearchLoader::watch(bool on) {
    on ? timer_.start() : timer_.stop();
}

void SearchLoader::read() {
    if (open_.empty() || reading_)
        return;
    reading_ = true;
    const std::filesystem::path folder = open_;
    background_.run<SearchView>([folder] { return viewOf(readSearch(folder)); },
                                [this](const SearchView& view) {
                                    reading_ = false;
                                    if (view.folder != open_) { // another was asked for meanwhile
                                        read();
                                        return;
                                    }
                                    if (view.state != "running")
                                        open_.clear(); // it does not change any more
                                    Q_EMIT opened(view);
                                },
                                [this, folder](const Text& sentence) {
                                    reading_ = false;
                                    if (folder != open_) {
                                        read();
                                        return;
                                    }
                                    open_.clear();
                                    Q_EMIT failed(sentence);
                                });
}

} // namespace belfry
