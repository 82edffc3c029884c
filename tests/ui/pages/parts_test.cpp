// The parts of every page have the sizes that the user gives them.
#include "tests/ui/pages/runs_page_fixture.h"
#include "ui/pages/evaluate/evaluate_page.h"

#include <QComboBox>
#include <QSplitter>

namespace belfry {
namespace {

class PartsTest : public RunsPageTest {
protected:
    // With the arrow keys on the handle between the first two parts, either way: one of them may have its least size.
    bool canBeSized(const char* splitter) {
        auto* parts = find<QSplitter>(splitter);
        if (parts == nullptr)
            return false;
        QSplitterHandle* handle = parts->handle(1);
        if (!eventually([handle] { return handle->isVisible(); }))
            return false;
        const bool beside = parts->orientation() == Qt::Horizontal;
        const QList<int> before = parts->sizes();
        QTest::keyClick(handle, beside ? Qt::Key_Right : Qt::Key_Down);
        if (parts->sizes() == before)
            QTest::keyClick(handle, beside ? Qt::Key_Left : Qt::Key_Up);
        return parts->sizes() != before;
    }
};

// On a large screen columns of fixed widths stood beside room that nothing used.
TEST_F(PartsTest, OfEveryPageAreSizedByTheUser) {
    ended("one", 1'700'000'000);
    open();
    window().resize(1920, 1080);
    EXPECT_TRUE(canBeSized("trainSplitter"));
    openPage("Evaluate");
    auto* run = find<QComboBox>("evaluatedRunField");
    ASSERT_TRUE(eventually([&] { return run->count() == 2; }));
    run->setCurrentIndex(1);                                    // the pretrained network
    find<QComboBox>("evaluatedSplitField")->setCurrentIndex(1); // the smallest
    ASSERT_TRUE(eventually([&] { return find("evaluateButton")->isEnabled(); }));
    click("evaluateButton");
    ASSERT_TRUE(eventually([&] { return window().evaluatePage()->report() != nullptr; }));
    // The hint had half of the room; the parts have it all when they are laid out anew.
    auto* classes = find<QSplitter>("classesSplitter");
    ASSERT_TRUE(eventually([&] { return classes->height() > classes->minimumSizeHint().height(); }));
    EXPECT_TRUE(canBeSized("evaluateSplitter"));
    EXPECT_TRUE(canBeSized("classesSplitter"));
    openPage("Runs");
    ASSERT_TRUE(eventually([&] { return rows() == 1 && find("runCard")->isVisible(); }));
    EXPECT_TRUE(canBeSized("runsSideSplitter"));
    EXPECT_TRUE(canBeSized("runsSplitter"));
    openPage("Search");
    EXPECT_TRUE(canBeSized("searchSplitter"));
    EXPECT_TRUE(canBeSized("searchResultsSplitter"));
    openPage("Scaling");
    EXPECT_TRUE(canBeSized("scalingSplitter"));
    openPage("Data");
    ASSERT_TRUE(eventually([&] { return find("dataFacts")->isVisible(); }));
    EXPECT_TRUE(canBeSized("dataSplitter"));
    EXPECT_TRUE(canBeSized("dataDetailsSplitter"));
}

} // namespace
} // namespace belfry
