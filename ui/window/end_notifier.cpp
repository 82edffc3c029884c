#include "ui/window/end_notifier.h"

#include "ui/bridge/desktop.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/search/trial_text.h"
#include "ui/pages/train/train_page.h"

namespace belfry {

EndNotifier::EndNotifier(TrainPage& train, SearchPage& search, QWidget& window)
    : train_(train), search_(search), window_(window), notify_(notifyDesktop) {
    connect(&train, &TrainPage::runEnded, this, &EndNotifier::reportRun, Qt::QueuedConnection);
    connect(&search, &SearchPage::ended, this, &EndNotifier::reportSearch);
}

void EndNotifier::reportRun() {
    const RunStatus& status = train_.status();
    const bool failed = status.kind == RunStatus::Kind::Failed;
    if ((!failed && status.kind != RunStatus::Kind::Finished) || window_.isActiveWindow())
        return;
    const QString text = failed             ? translated(status.sentence)
                         : status.test >= 0 ? tr("Test accuracy %1 with the best weights (epoch %2)")
                                                  .arg(percentText(status.test, 2), countText(status.bestEpoch))
                                            : tr("No test result.");
    notify_(failed ? tr("%1 failed").arg(status.name.text()) : tr("%1 is finished").arg(status.name.text()), text);
}

void EndNotifier::reportSearch() {
    const SearchView& view = search_.controller().view();
    const bool asked = view.state == "stopped" && view.reason.empty(); // the user knows
    if (asked || window_.isActiveWindow())
        return;
    const QString name = translated(searchName(view));
    if (const Trial* best = view.best(); view.state == "failed") {
        notify_(tr("%1 failed").arg(name), translated(view.reason));
    } else if (best != nullptr) {
        const QString end = view.state == "stopped" ? tr("%1 has used up its budget") : tr("%1 is finished");
        notify_(end.arg(name), tr("Best validation accuracy %1").arg(percentText(best->accuracy, 2)));
    }
}

} // namespace belfry
