#include "ui/window/search_gate.h"

#include "ui/bridge/explain_service.h"
#include "ui/pages/scaling/scaling_page.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/train_page.h"

namespace belfry {

SearchGate::SearchGate(TrainPage& train, SearchPage& search, ScalingPage& scaling)
    : train_(train), search_(search), scaling_(scaling) {
    connect(&train, &TrainPage::statusChanged, this, [this] {
        search_.setBusy(train_.controller().isActive());
        update();
    });
    connect(&search, &SearchPage::activeChanged, this, [this] {
        const SearchController& controller = search_.controller();
        train_.form()->setSearching(controller.isActive() && !controller.isPauseRequested());
        update();
        Q_EMIT searchChanged();
    });
}

bool SearchGate::isBusy() const { return train_.controller().isActive() || search_.controller().isActive(); }

void SearchGate::update() {
    scaling_.setBusy(isBusy());
    awake_.set(isBusy());
    ExplainService::setTraining(isBusy());
}

} // namespace belfry
