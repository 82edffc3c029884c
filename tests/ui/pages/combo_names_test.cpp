// Every menu of the window says what it is for, and not only what it is set to. On Linux Qt named menus by their value.
#include "tests/ui/pages/evaluate_page_fixture.h"

#include <QAccessible>
#include <QFileDialog>
#include <QTabBar>
#include <set>

namespace belfry {
namespace {

class ComboNamesTest : public EvaluatePageTest {
protected:
    void expectNames(const QWidget& within) {
        for (QComboBox* box : within.findChildren<QComboBox*>()) {
            if (qobject_cast<QFileDialog*>(box->window()) != nullptr)
                continue; // Qt's own, where the system has none
            const std::string where = box->objectName().toStdString() + " showing " + box->currentText().toStdString();
            const QAccessibleInterface* access = QAccessible::queryAccessibleInterface(box);
            ASSERT_NE(access, nullptr) << where;
            EXPECT_FALSE(box->accessibleName().isEmpty()) << where;
            EXPECT_EQ(access->text(QAccessible::Name), box->accessibleName()) << where;
            EXPECT_EQ(access->text(QAccessible::Value), box->currentText()) << where;
            EXPECT_EQ(access->role(), QAccessible::ComboBox) << where;
            seen_.insert(box);
        }
    }
    void closeDialogs() {
        for (QDialog* dialog : window().findChildren<QDialog*>())
            if (dialog->isVisible())
                dialog->done(QDialog::Rejected);
    }
    std::set<const QComboBox*> seen_;
};

TEST_F(ComboNamesTest, AreOnEveryPageAndInTheirDialogs) {
    trained("lenet", 1'700'000'000, {100});
    open();
    page().setPlan(longPlan());
    auto* tabs = find<QTabBar>("pages");
    for (int at = 0; at < tabs->count(); ++at) {
        tabs->setCurrentIndex(at);
        QCoreApplication::processEvents();
        for (QAbstractButton* button : window().findChildren<QAbstractButton*>()) {
            const bool opens = button->isVisible() && button->isEnabled() && button->window() == &window() &&
                               button->text().endsWith(QChar(0x2026));
            if (!opens)
                continue;
            QTest::mouseClick(button, Qt::LeftButton);
            expectNames(window()); // with the dialog, which is its child
            closeDialogs();
        }
        expectNames(window());
    }
    EXPECT_GT(seen_.size(), 30U);
}

TEST_F(ComboNamesTest, AMenuIsOpenedAndReadThroughItsInterface) {
    openEvaluate();
    auto* box = find<QComboBox>("evaluatedSplitField");
    QAccessibleInterface* access = QAccessible::queryAccessibleInterface(box);
    EXPECT_EQ(access->text(QAccessible::Name), "Images");
    ASSERT_NE(access->textInterface(), nullptr);
    EXPECT_EQ(access->textInterface()->text(0, access->textInterface()->characterCount()), "test");
    EXPECT_FALSE(access->state().expanded);
    access->actionInterface()->doAction(QAccessibleActionInterface::showMenuAction());
    EXPECT_TRUE(access->state().expanded);
    ASSERT_GE(access->childCount(), 1);
    EXPECT_EQ(access->indexOfChild(access->child(0)), 0);
    access->actionInterface()->doAction(QAccessibleActionInterface::showMenuAction());
    EXPECT_FALSE(access->state().expanded);
    box->setCurrentIndex(1);
    EXPECT_EQ(access->text(QAccessible::Name), "Images");
    EXPECT_EQ(access->text(QAccessible::Value), "validation");
}

} // namespace
} // namespace belfry
