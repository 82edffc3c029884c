// The dialog of the space over a form, and what a user does in it.
#pragma once

#include "tests/ui/pages/search_setup_fixture.h"
#include "ui/pages/search/gene_list.h"
#include "ui/pages/search/space_dialog.h"

#include <QCheckBox>
#include <QPushButton>
#include <QTemporaryDir>

namespace belfry {

class SpaceDialogTest : public SearchSetupTest {
protected:
    SpaceDialogTest() {
        form().setPlan(searchPresetByName("genetic-mnist").plan);
        openDialog();
    }
    void openDialog() {
        QTest::mouseClick(find<QPushButton>("editSpaceButton"), Qt::LeftButton);
        dialog_ = host_->findChild<SpaceDialog*>();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(dialog_));
        dialog_->activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(dialog_)); // else no shortcut works
    }
    void press(const char* name) {
        ASSERT_TRUE(find<QPushButton>(name)->isEnabled()) << name;
        QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton);
    }
    GeneList& list() { return *find<GeneList>("geneList"); }
    void clickRow(int row) {
        const QRect place = list().visualItemRect(list().topLevelItem(row));
        QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, place.center());
    }
    void clickValue(const char* name) { QTest::mouseClick(find<QCheckBox>(name), Qt::LeftButton, {}, QPoint(8, 11)); }
    void type(const char* field, const char* text) {
        QWidget* edit = find(field);
        edit->setFocus();
        QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClicks(edit, QLatin1String(text));
    }
    QStringList genes() {
        QStringList names;
        for (const Gene& gene : dialog_->space().genes) {
            names << QString::fromStdString(gene.name);
        }
        return names;
    }
    std::string text(const char* name) { return find<QLabel>(name)->text().toStdString(); }
    bool usable() { return find<QPushButton>("useSpaceButton")->isEnabled(); }

    QTemporaryDir folder_;
    SpaceDialog* dialog_ = nullptr;
};

} // namespace belfry
