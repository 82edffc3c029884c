// A search for the window: its verbs, and what it reports as one value that changes at most ten times a second. GUI
// thread only.
#pragma once

#include "core/search/search.h"
#include "ui/bridge/search_view.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace belfry {

class SearchController : public QObject {
    Q_OBJECT
public:
    explicit SearchController(QObject* parent = nullptr);
    ~SearchController() override; // stops a search in progress after its trials' step and waits

    // Both check, open the data and lock the search's folder on a thread of their own, then begin; or refused() comes
    // with one sentence. Nothing happens while a search is in progress. helpersAt: ADDRESS:PORT or a port, where other
    // machines may join; "": nowhere.
    void start(const SearchPlan& plan, const std::string& helpersAt = {});
    // Resumes one that was stopped, failed or was killed; its trials get so many more minutes, if given.
    void resumeSearch(const std::filesystem::path& folder, std::optional<double> minutes = {},
                      const std::string& helpersAt = {});
    void pause() { setPaused(true); }
    void resume() { setPaused(false); }
    void stop();

    bool isActive() const { return preparing_ || search_ != nullptr; }
    bool isPreparing() const { return preparing_; }
    bool isStopping() const { return stopping_ || stopRequested_; }
    bool isPauseRequested() const { return pauseRequested_; } // the trials wait after their steps, or will
    // The search in progress, or the last one; its folder is "" before the first.
    const SearchView& view() const { return view_; }
    // Seconds that it has been at work since it reported the progress that view() has; 0 unless it is running.
    double secondsSinceReport() const { return search_ && view_.state == "running" ? clock_() - reportedAt_ : 0; }
    // Of the searches that begin from now on: a test's own trainer and clock.
    void setOptions(SearchOptions options);

Q_SIGNALS:
    void refused(const belfry::Text& sentence); // nothing was begun
    void stateChanged();                        // preparing, begun, stopping, ended
    void changed();                             // view() has news
    void warned(const belfry::Text& text);      // also what helpers do
    void ended();

private:
    class Watched; // a search as it was read, and the buffer that it fills
    void prepare(std::function<std::filesystem::path()> folder, const std::string& helpersAt);
    void launch(const std::shared_ptr<Watched>& search);
    void setPaused(bool paused);
    void drain();

    SearchOptions options_;
    std::function<double()> clock_; // seconds since an arbitrary moment
    SearchView view_;
    double reportedAt_ = 0; // when the view's progress came, by the clock
    QTimer timer_;
    bool preparing_ = false;
    bool stopping_ = false;
    bool stopRequested_ = false; // while it was being prepared
    bool pauseRequested_ = false;
    std::shared_ptr<Watched> search_;
    Background background_; // Declared last: destroyed first, while its jobs may still run.
};

} // namespace belfry
