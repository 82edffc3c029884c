// The Search page in the window, and what a user does with it.
#pragma once

#include "tests/ui/pages/window_fixture.h"
#include "ui/pages/search/search_form.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/search/trial_table.h"
#include "ui/pages/search/trial_table_model.h"

#include <QTest>

namespace belfry {

class SearchPageTest : public WindowTest {
protected:
    static SearchPlan smallPlan() {
        SearchPlan plan;
        plan.name = "small";
        plan.strategy = "genetic";
        plan.genetic.population = 3;
        plan.genetic.generations = 2;
        plan.space = {searchedPlan(),
                      {{"width", {std::int64_t{8}, std::int64_t{16}, std::int64_t{32}}, std::nullopt},
                       {"activation", {"relu", "tanh"}, std::nullopt}}};
        plan.space.plan.trainImages = 256;
        plan.space.plan.epochs = 2;
        plan.winnerSeeds = 2;
        plan.winnerImages = 256;
        plan.parallel = 1;
        plan.towers = 1;
        return plan;
    }
    // One that lasts until it is stopped.
    static SearchPlan longPlan() {
        SearchPlan plan = smallPlan();
        plan.space.plan.trainImages = 0;
        plan.space.plan.epochs = 10'000;
        plan.space.plan.patience = 0;
        return plan;
    }
    SearchPage& search() { return *window_->searchPage(); }
    TrialTable& table() { return *find<TrialTable>("trialTable"); }
    QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
    bool isOn(const char* name) { return find<QAbstractButton>(name)->isEnabled(); }

    void openSearch(const SearchPlan& plan = smallPlan()) {
        open();
        openPage("Search");
        search().form()->setPlan(plan);
    }
    void begin(const SearchPlan& plan) {
        openSearch(plan);
        click("startSearchButton");
        ASSERT_TRUE(eventually([&] { return table().model()->rowCount() > 0; })) << qPrintable(text("searchState"));
    }
    void searchToTheEnd() {
        begin(smallPlan());
        ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
        ASSERT_EQ(search().view().state, "finished") << search().view().reason.english();
    }
    // With the mouse.
    void chooseRow(int row) {
        const QRect place = table().visualRect(table().model()->index(row, TrialTableModel::State));
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, place.center());
    }
};

} // namespace belfry
