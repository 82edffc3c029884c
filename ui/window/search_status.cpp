#include "ui/window/search_status.h"

#include "ui/bridge/search_controller.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/search/trial_text.h"

#include <QCoreApplication>

namespace belfry {
namespace {

struct SearchStatusText {
    Q_DECLARE_TR_FUNCTIONS(belfry::SearchStatusText)
};

SearchStatus::Kind kindOf(const SearchController& search) {
    using Kind = SearchStatus::Kind;
    if (search.isActive() && search.isStopping())
        return Kind::Stopping;
    if (search.isPreparing())
        return Kind::Preparing;
    if (search.isActive())
        return search.isPauseRequested() ? Kind::Paused : Kind::Running;
    if (search.view().folder.empty())
        return Kind::None;
    const std::string& state = search.view().state;
    return state == "finished" ? Kind::Finished : state == "failed" ? Kind::Failed : Kind::Stopped;
}

QString finishedText(const SearchStatus& status) {
    if (status.accuracy < 0)
        return SearchStatusText::tr("Search finished");
    const QString accuracy = percentText(status.accuracy, 2);
    return status.tested ? SearchStatusText::tr("Search finished: test %1").arg(accuracy)
                         : SearchStatusText::tr("Search finished: validation %1").arg(accuracy);
}

} // namespace

SearchStatus statusOf(const SearchController& search) {
    const SearchView& view = search.view();
    SearchStatus status{.kind = kindOf(search), .name = searchName(view)};
    if (status.kind == SearchStatus::Kind::Failed || status.kind == SearchStatus::Kind::Stopped)
        status.reason = view.reason;
    if (status.kind != SearchStatus::Kind::Finished)
        return status;
    const int winner = view.winners.empty() ? 0 : view.winners.front().trial;
    const TestFigure test = testFigure(view.winners, winner);
    const Trial* best = view.best();
    status.tested = test.runs > 0;
    status.accuracy = status.tested ? test.mean : best != nullptr ? best->accuracy : -1;
    return status;
}

QString statusText(const SearchStatus& status) {
    using Kind = SearchStatus::Kind;
    const QString reason = translated(status.reason);
    switch (status.kind) {
    case Kind::None:
        return {};
    case Kind::Preparing:
        return SearchStatusText::tr("Preparing a search…");
    case Kind::Running:
        return SearchStatusText::tr("Searching: %1").arg(translated(status.name));
    case Kind::Paused:
        return SearchStatusText::tr("Search paused: %1").arg(translated(status.name));
    case Kind::Stopping:
        return SearchStatusText::tr("Stopping the search…");
    case Kind::Finished:
        return finishedText(status);
    case Kind::Stopped:
        return SearchStatusText::tr("Search stopped: %1").arg(reason.isEmpty() ? translated(status.name) : reason);
    case Kind::Failed:
        return SearchStatusText::tr("Search failed: %1").arg(reason);
    }
    return {};
}

} // namespace belfry
