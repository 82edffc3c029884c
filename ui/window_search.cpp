// Searches beside runs: one waits for the other, and what a search ends with goes to the other pages.
#include "core/base/error.h"
#include "ui/log_panel.h"
#include "ui/main_window.h"
#include "ui/pages/scaling_page/scaling_page.h"
#include "ui/pages/search_page/search_form.h"
#include "ui/pages/search_page/search_page.h"
#include "ui/pages/train_page/engine_text.h"
#include "ui/pages/train_page/setup_form.h"
#include "ui/pages/train_page/train_page.h"
#include "ui/settings.h"
#include "ui/status_strip.h"
#include "ui/top_bar.h"
#include "ui/widgets/text.h"

#include <nlohmann/json.hpp>

namespace belfry {

void MainWindow::connectSearch() {
    connect(train_, &TrainPage::momentChanged, this, [this] { search_->setBusy(train_->controller().isActive()); });
    connect(search_, &SearchPage::activeChanged, this, [this] {
        scaling_->setBusy(isBusy());
        awake_.set(isBusy());
        const SearchController& search = search_->controller();
        train_->form()->setSearching(search.isActive() && !search.isPauseAsked());
        status_->setSearch(search.isActive() ? QString::fromStdString(search.view().folder.filename().string())
                                             : QString());
        if (leaving_ && !isBusy()) {
            close();
        }
    });
    connect(search_, &SearchPage::logged, log_, &LogPanel::append);
    connect(search_, &SearchPage::ended, this, &MainWindow::tellSearchEnd);
    connect(search_, &SearchPage::trainAsked, this, [this](const Plan& plan) {
        top_->setPage(0);
        train_->setPlan(plan);
        train_->start();
        // The next run is another one, with a name of its own.
        connect(
            train_, &TrainPage::runEnded, this,
            [this] {
                Plan unnamed = train_->plan();
                unnamed.name.clear();
                train_->setPlan(unnamed);
            },
            Qt::SingleShotConnection);
    });
    connect(search_, &SearchPage::planAsked, this, [this](const Plan& plan) {
        top_->setPage(0);
        train_->setPlan(plan);
    });
    connect(search_, &SearchPage::drawAsked, this, [this](const std::filesystem::path& run) {
        top_->setPage(0);
        train_->drawOn(run);
    });
    connect(search_->form(), &SearchForm::changed, this, &MainWindow::rememberSoon);
}

void MainWindow::tellSearchEnd() {
    const SearchView& view = search_->controller().view();
    const bool asked = view.state == "stopped" && view.reason.empty(); // the user knows
    if (asked || isActiveWindow()) {
        return;
    }
    const QString name = QString::fromStdString(view.folder.filename().string());
    if (const Trial* best = view.best(); view.state == "failed") {
        notify_(tr("%1 failed").arg(name), engineSentence(QString::fromStdString(view.reason)));
    } else if (best != nullptr) {
        const QString end = view.state == "stopped" ? tr("%1 has used up its budget") : tr("%1 is finished");
        notify_(end.arg(name), tr("Best validation accuracy %1").arg(percentText(best->accuracy, 2)));
    }
}

bool MainWindow::isBusy() const {
    return train_->controller().isActive() || search_->controller().isActive();
}

void MainWindow::restoreSearch() {
    try {
        if (const QString json = settings_.searchPlan(); !json.isEmpty()) {
            const SearchPlan plan = searchPlanFromJson(nlohmann::json::parse(json.toStdString()));
            validate(plan);
            search_->form()->setPlan(plan);
            return;
        }
    } catch (const std::exception&) { // one that can no longer be is forgotten without a word
    }
    search_->form()->setPlan(searchPresetByName("genetic-mnist").plan);
}

} // namespace belfry
