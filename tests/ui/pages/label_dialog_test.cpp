// Labelling what the network would learn most from, by keys.
#include "core/base/files.h"
#include "core/runs/weights_file.h"
#include "tests/support/digit_bars.h"
#include "tests/ui/pages/evaluate_page_fixture.h"
#include "ui/dialogs/discard_dialog.h"
#include "ui/pages/evaluate/label_dialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>

namespace belfry {
namespace {

class LabelDialogTest : public EvaluatePageTest {
protected:
    LabelDialogTest() {
        for (int column = 4; column < 16; ++column)
            writeBar(inFolder("pool") / (std::to_string(column) + ".png"), column);
    }
    fs::path inFolder(const char* name) const { return path(name).toStdString(); }
    // Those of the classes "0" and "1", with one picture each.
    fs::path classFolders() const {
        for (const char* name : {"0", "1"})
            writeBar(inFolder("set") / name / "known.png", 5);
        return inFolder("set");
    }
    std::shared_ptr<const Snapshot> network(const fs::path& data) const {
        auto snapshot = std::make_shared<Snapshot>(*loadSnapshot(readyNetworkFile()));
        snapshot->data = data.string();
        return snapshot;
    }
    static QPushButton* button(QWidget& dialog, const char* name) {
        auto* found = dialog.findChild<QPushButton*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return found;
    }
    static QString said(QWidget& dialog, const char* name) {
        return dialog.findChild<QLabel*>(QLatin1String(name))->text();
    }
    void findIn(QWidget& dialog, const fs::path& folder) {
        auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("labelFolder"));
        field->setText(QString::fromStdString(folder.string()));
        QTest::keyClick(field, Qt::Key_Return);
        auto* bar = dialog.findChild<QProgressBar*>();
        EXPECT_TRUE(eventually([&] { return bar->isHidden(); }));
    }
    static void press(QWidget& dialog, int key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(dialog.findChild<QTableView*>(), static_cast<Qt::Key>(key), modifiers);
    }
    static std::size_t filesIn(const fs::path& folder) {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
    }
};

TEST_F(LabelDialogTest, KeysLabelAndCopiesGoToTheClasses) {
    const fs::path set = classFolders();
    LabelDialog dialog(network(set), nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    EXPECT_FALSE(button(dialog, "findPicturesButton")->isEnabled()) << "no folder is named";
    findIn(dialog, inFolder("pool"));
    auto* table = dialog.findChild<QTableView*>();
    const int rows = table->model()->rowCount();
    ASSERT_GE(rows, 4);
    press(dialog, Qt::Key_0); // the class of this name
    press(dialog, Qt::Key_1);
    press(dialog, Qt::Key_X);
    press(dialog, Qt::Key_1);
    EXPECT_EQ(said(dialog, "labelStatus"), QStringLiteral("3 of %1 have a label.").arg(rows));
    press(dialog, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(table->currentIndex().row(), 3);
    EXPECT_EQ(said(dialog, "labelStatus"), QStringLiteral("2 of %1 have a label.").arg(rows));
    EXPECT_FALSE(button(dialog, "trainWithNewLabelsButton")->isEnabled());
    button(dialog, "keepLabelsButton")->click();
    EXPECT_TRUE(said(dialog, "labelStatus").contains(QLatin1String("2 were added")))
        << said(dialog, "labelStatus").toStdString();
    EXPECT_EQ(filesIn(set / "0"), 2U);
    EXPECT_EQ(filesIn(set / "1"), 2U);
    EXPECT_EQ(filesIn(inFolder("pool")), 12U);
    bool again = false;
    QObject::connect(&dialog, &LabelDialog::trainAgain, &dialog, [&again] { again = true; });
    button(dialog, "trainWithNewLabelsButton")->click();
    EXPECT_TRUE(again);
}

// The first copy stayed in the former class beside the new one.
TEST_F(LabelDialogTest, APictureWithAnotherLabelLeavesItsFormerClass) {
    const fs::path set = classFolders();
    LabelDialog dialog(network(set), nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    findIn(dialog, inFolder("pool"));
    const std::size_t zeros = filesIn(set / "0"), ones = filesIn(set / "1");
    const auto relabel = [&](Qt::Key key) {
        auto* table = dialog.findChild<QTableView*>();
        table->setCurrentIndex(table->model()->index(0, 0));
        press(dialog, key);
        button(dialog, "keepLabelsButton")->click();
        return std::pair(filesIn(set / "0") - zeros, filesIn(set / "1") - ones);
    };
    EXPECT_EQ(relabel(Qt::Key_0), (std::pair<std::size_t, std::size_t>(1, 0)));
    EXPECT_EQ(relabel(Qt::Key_1), (std::pair<std::size_t, std::size_t>(0, 1)));
    EXPECT_EQ(relabel(Qt::Key_1), (std::pair<std::size_t, std::size_t>(0, 1)));
    EXPECT_EQ(relabel(Qt::Key_0), (std::pair<std::size_t, std::size_t>(1, 0)));
    EXPECT_EQ(filesIn(inFolder("pool")), 12U);
}

TEST_F(LabelDialogTest, SaysWhatCannotBeDone) {
    LabelDialog dialog(network(inFolder("set")), nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    EXPECT_EQ(button(dialog, "keepLabelsButton")->text(), "Save list…") << "there are no class folders";
    findIn(dialog, inFolder("gone"));
    EXPECT_TRUE(said(dialog, "labelHint").contains(QLatin1String("gone")));
}

// They were lost without a word, also where other pictures were looked for.
TEST_F(LabelDialogTest, AsksBeforeLabelsAreDiscarded) {
    const fs::path set = classFolders();
    LabelDialog dialog(network(set), nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    findIn(dialog, inFolder("pool"));
    const auto asked = [&dialog] {
        auto* question = dialog.findChild<DiscardDialog*>();
        const bool found = question != nullptr;
        delete question;
        return found;
    };
    press(dialog, Qt::Key_0);
    button(dialog, "findPicturesButton")->click();
    EXPECT_TRUE(asked());
    EXPECT_EQ(said(dialog, "labelStatus").left(4), QLatin1String("1 of"));
    dialog.reject();
    EXPECT_TRUE(asked());
    EXPECT_TRUE(dialog.isVisible());
    button(dialog, "keepLabelsButton")->click(); // they are copied
    dialog.reject();
    EXPECT_FALSE(asked());
    EXPECT_FALSE(dialog.isVisible());
}

// A folder that loses a class while the dialog is open.
TEST_F(LabelDialogTest, SaysThatAClassFolderIsGone) {
    const fs::path set = classFolders();
    LabelDialog dialog(network(set), nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    findIn(dialog, inFolder("pool"));
    press(dialog, Qt::Key_0);
    fs::remove_all(set / "0");
    button(dialog, "keepLabelsButton")->click();
    EXPECT_TRUE(said(dialog, "labelHint").contains(QLatin1String("'0'"))) << said(dialog, "labelHint").toStdString();
}

TEST_F(LabelDialogTest, TheEvaluatedNetworkIsAsked) {
    openEvaluate();
    evaluateReady();
    ASSERT_TRUE(evaluated(5000));
    button(evaluatePage(), "labelNextButton")->click();
    EXPECT_NE(evaluatePage().findChild<LabelDialog*>(), nullptr);
}

} // namespace
} // namespace belfry
