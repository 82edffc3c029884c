#include "ui/bridge/search_loader.h"

namespace belfry {

SearchLoader::SearchLoader(QObject* parent) : QObject(parent) {
    constexpr int kLookMilliseconds = 1000;
    timer_.setInterval(kLookMilliseconds);
    connect(&timer_, &QTimer::timeout, this, &SearchLoader::read);
}

void SearchLoader::refresh() {
    background_.run<std::vector<SearchSummary>>(
        [] { return listSearches(); }, [this](const std::vector<SearchSummary>& found) { Q_EMIT listed(found); },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

void SearchLoader::open(const std::filesystem::path& folder) {
    open_ = folder;
    reading_.cancel();
    read();
}

void SearchLoader::read() {
    if (open_.empty() || reading_.isRunning())
        return;
    reading_.start<SearchView>([folder = open_](const LatestJob::Token&) { return viewOf(readSearch(folder)); },
                               [this](const SearchView& view) {
                                   if (view.state != "running")
                                       open_.clear(); // it does not change any more
                                   Q_EMIT opened(view);
                               },
                               [this](const Text& sentence) {
                                   open_.clear();
                                   Q_EMIT failed(sentence);
                               });
}

} // namespace belfry
