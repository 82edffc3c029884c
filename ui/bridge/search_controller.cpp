#include "ui/bridge/search_controller.h"

#include "core/base/stopwatch.h"
#include "ui/bridge/event_buffer.h"

#include <QCoreApplication>
#include <utility>
#include <vector>

namespace belfry {
namespace {

// The port is taken before a search is made that could not use it.
SearchOptions withHelpers(SearchOptions options, const std::string& at, const std::string& version) {
    if (!at.empty())
        options.helpers = HelperAccess{
            .listener = std::make_shared<Listener>(listenAt(endpointFrom(at, kOwnMachine, /*anyPort=*/true))),
            .version = version};
    return options;
}

} // namespace

// Filled on the search's threads, emptied on the GUI thread.
class SearchController::Watched : public SearchObserver {
public:
    Watched(const std::filesystem::path& folder, SearchOptions options)
        : view_(viewOf(readSearch(folder))), search_(folder, *this, std::move(options)) {}

    void onEvent(const SearchEvent& event) override { events_.push(event); }
    std::vector<SearchEvent> take() { return events_.take(); }

    const SearchView& view() const { return view_; } // before the search has begun
    Search& search() { return search_; }

private:
    const SearchView view_;
    EventBuffer<SearchEvent> events_;
    Search search_; // last: stops before what it fills goes
};

SearchController::SearchController(QObject* parent) : QObject(parent) {
    constexpr int kDrainMilliseconds = 100;
    timer_.setInterval(kDrainMilliseconds);
    setOptions({});
    connect(&timer_, &QTimer::timeout, this, &SearchController::drain);
}

SearchController::~SearchController() = default;

void SearchController::setOptions(SearchOptions options) {
    options_ = std::move(options);
    options_.lowPriority = true;
    clock_ = options_.clock ? options_.clock : [watch = Stopwatch()] { return watch.seconds(); };
}

void SearchController::start(const SearchPlan& plan, const std::string& helpersAt) {
    prepare(
        [plan] {
            validate(plan);
            checkWithData(plan);
            return createSearch(plan);
        },
        helpersAt);
}

void SearchController::resumeSearch(const std::filesystem::path& folder, std::optional<double> minutes,
                                    const std::string& helpersAt) {
    prepare(
        [folder, minutes] {
            if (minutes)
                giveBudget(folder, *minutes);
            return folder;
        },
        helpersAt);
}

void SearchController::prepare(std::function<std::filesystem::path()> folder, const std::string& helpersAt) {
    if (isActive())
        return;
    preparing_ = true;
    stopRequested_ = pauseRequested_ = false;
    Q_EMIT stateChanged();
    background_.run<std::shared_ptr<Watched>>(
        [folder = std::move(folder), options = options_, helpersAt,
         version = QCoreApplication::applicationVersion().toStdString()] {
            SearchOptions own = withHelpers(options, helpersAt, version);
            return std::make_shared<Watched>(folder(), std::move(own));
        },
        [this](const std::shared_ptr<Watched>& search) { launch(search); },
        [this](const Text& sentence) {
            preparing_ = stopRequested_ = false;
            Q_EMIT refused(sentence);
            Q_EMIT stateChanged();
        });
}

void SearchController::launch(const std::shared_ptr<Watched>& search) {
    preparing_ = false;
    const bool stopNow = std::exchange(stopRequested_, false);
    view_ = search->view();
    view_.state = "running";
    view_.reason = {};
    search_ = search;
    stopping_ = false;
    search_->search().start();
    reportedAt_ = clock_();
    timer_.start();
    Q_EMIT stateChanged();
    Q_EMIT changed();
    if (stopNow)
        stop();
}

void SearchController::setPaused(bool paused) {
    if (search_) {
        pauseRequested_ = paused;
        paused ? search_->search().pause() : search_->search().resume();
        Q_EMIT stateChanged();
    }
}

void SearchController::stop() {
    if (preparing_) {
        stopRequested_ = true;
        Q_EMIT stateChanged();
    }
    if (!search_ || stopping_)
        return;
    search_->search().stop();
    stopping_ = true; // on screen at once; the trials end within a step
    Q_EMIT stateChanged();
}

void SearchController::drain() {
    const std::vector<SearchEvent> events = search_->take();
    if (events.empty())
        return;
    bool over = false;
    for (const SearchEvent& event : events) {
        view_.take(event);
        if (std::visit(
                [](const auto& one) {
                    return requires { one.progress; };
                },
                event))
            reportedAt_ = clock_();
        over = over || std::holds_alternative<SearchEnded>(event);
        if (const auto* warning = std::get_if<SearchWarning>(&event))
            Q_EMIT warned(warning->text);
        if (const auto* news = std::get_if<HelperNews>(&event))
            Q_EMIT warned(news->text);
    }
    if (over) {
        timer_.stop();
        search_.reset(); // its folder can be resumed again
        stopping_ = pauseRequested_ = false;
    }
    Q_EMIT changed();
    if (over) {
        Q_EMIT stateChanged();
        Q_EMIT ended();
    }
}

} // namespace belfry
