// A button that opens a dialog says so: its text ends in an ellipsis, and no other's does.
#include "tests/ui/pages/window_fixture.h"

#include <QApplication>
#include <QDialog>
#include <QTabBar>
#include <QTest>
#include <set>

namespace belfry {
namespace {

class EllipsisTest : public WindowTest {
protected:
    QDialog* openDialog() {
        for (QDialog* dialog : window().findChildren<QDialog*>())
            if (dialog->isVisible())
                return dialog;
        return nullptr;
    }
    void closeAll() {
        while (QWidget* popup = QApplication::activePopupWidget())
            popup->close();
        for (QDialog* dialog = openDialog(); dialog != nullptr; dialog = openDialog())
            dialog->done(QDialog::Rejected);
    }
    // Clicks every button of the window that can be, but those that start work.
    void clickEverything(const std::string& page) {
        static const std::set<QString> working{"startButton", "startSearchButton", "measureButton", "downloadButton"};
        for (QAbstractButton* button : window().findChildren<QAbstractButton*>()) {
            if (button->window() != &window() || !button->isVisible() || !button->isEnabled() ||
                button->text().isEmpty() || working.contains(button->objectName()))
                continue;
            const QString said = button->text();
            QTest::mouseClick(button, Qt::LeftButton);
            EXPECT_EQ(openDialog() != nullptr, said.endsWith(QChar(0x2026))) << page << ": " << qPrintable(said);
            closeAll();
            ++clicked_;
        }
    }
    int clicked_ = 0;
};

// "Add folder", "Edit", "Save table", "Queue" and nine others opened dialogs without saying so.
TEST_F(EllipsisTest, IsAtWhatOpensADialogOnEveryPage) {
    open();
    page().setPlan(longPlan());
    auto* tabs = find<QTabBar>("pages");
    for (int at = 0; at < tabs->count(); ++at) {
        tabs->setCurrentIndex(at);
        QCoreApplication::processEvents();
        clickEverything(tabs->accessibleTabName(at).toStdString());
    }
    EXPECT_GT(clicked_, 30);
}

TEST_F(EllipsisTest, IsInTheNetworkEditor) {
    open();
    page().setPlan(longPlan());
    click("editNetworkButton");
    QDialog* editor = openDialog();
    ASSERT_NE(editor, nullptr);
    for (const char* name : {"openButton", "saveButton", "savePictureButton"})
        EXPECT_TRUE(editor->findChild<QAbstractButton*>(QLatin1String(name))->text().endsWith(QChar(0x2026))) << name;
}

} // namespace
} // namespace belfry
