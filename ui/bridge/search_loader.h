// The searches on the disk, looked at off the GUI thread: all of them as a list, and one of them whole, again and again
// while another process works on it. GUI thread only.
#pragma once

#include "ui/bridge/search_view.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <vector>

namespace belfry {

class SearchLoader : public QObject {
    Q_OBJECT
public:
    explicit SearchLoader(QObject* parent = nullptr);

    void refresh();                                 // listed() follows
    void open(const std::filesystem::path& folder); // opened() follows; "" opens none
    // An open search that has not ended is read again every second.
    void watch(bool on) { on ? timer_.start() : timer_.stop(); }

Q_SIGNALS:
    void listed(const std::vector<belfry::SearchSummary>& searches); // newest first
    void opened(const belfry::SearchView& view);
    void failed(const belfry::Text& sentence);

private:
    void read();
    std::filesystem::path open_;
    QTimer timer_;
    Background background_; // Destroyed before the above: its jobs may still run.
    LatestJob reading_{background_};
};

} // namespace belfry
