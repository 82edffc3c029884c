// A network of the user's own, made with mouse and keyboard.
#include "core/base/files.h"
#include "core/model/architecture_file.h"
#include "core/model/layer_kind.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/dialogs/network_editor/layer_list.h"
#include "ui/dialogs/network_editor/network_editor.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/tables.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDropEvent>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTest>
#include <QWindow>
#include <algorithm>

namespace belfry {
namespace {

class NetworkEditorTest : public WindowTest {
protected:
    void openEditor() {
        open();
        page().setPlan(longPlan()); // LeNet
        click("editNetworkButton");
        editor_ = window().findChild<NetworkEditor*>();
        ASSERT_NE(editor_, nullptr);
        ASSERT_TRUE(QTest::qWaitForWindowExposed(editor_));
        editor_->activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(editor_)); // else no shortcut works
    }
    template <typename Kind = QWidget>
    Kind* part(const char* name) {
        auto* found = editor_->findChild<Kind*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return found;
    }
    void press(const char* name) {
        ASSERT_TRUE(part<QAbstractButton>(name)->isEnabled()) << name;
        QTest::mouseClick(part<QAbstractButton>(name), Qt::LeftButton);
    }
    LayerList& list() { return *part<LayerList>("layerList"); }
    QStringList lines() { return part<QPlainTextEdit>("networkText")->toPlainText().split('\n'); }
    QString problem() { return part<QLabel>("networkProblem")->text(); }
    bool usable() { return part<QAbstractButton>("useNetworkButton")->isEnabled(); }
    void type(const QString& text) {
        auto* edit = part<QPlainTextEdit>("networkText");
        QTest::mouseClick(edit->viewport(), Qt::LeftButton);
        edit->selectAll();
        for (const QString& line : text.split('\n')) {
            QTest::keyClicks(edit, line);
            QTest::keyClick(edit, Qt::Key_Return);
        }
        QTest::keyClick(edit, Qt::Key_Backspace);
    }

    NetworkEditor* editor_ = nullptr;
};

// The title "FLOPs" lost its last letter: a header asks for less than the style sheet takes of it.
TEST_F(NetworkEditorTest, TitlesOfColumnsFit) {
    openEditor();
    const QHeaderView& header = *list().header();
    for (int column = 0; column < header.count(); ++column)
        EXPECT_GE(header.sectionSize(column), headWidth(header, column)) << column;
}

TEST_F(NetworkEditorTest, StartsWithThePlansNetworkAndShowsEveryLayer) {
    openEditor();
    EXPECT_EQ(part<QLineEdit>("nameField")->text(), "my-lenet");
    ASSERT_EQ(list().topLevelItemCount(), 8);
    const QTreeWidgetItem* convolution = list().topLevelItem(1);
    EXPECT_EQ(convolution->text(0), QStringLiteral("2  convolution 6, 5×5, relu"));
    EXPECT_EQ(convolution->text(1), QStringLiteral("28×28×6"));
    EXPECT_EQ(convolution->text(2), "156");
    EXPECT_EQ(convolution->text(3), "235,200"); // two for each of 117,600 multiply-adds
    EXPECT_EQ(convolution->text(4), "624 B");
    EXPECT_EQ(convolution->text(5), "18.4 KiB");
    EXPECT_TRUE(usable());
    EXPECT_EQ(problem(), "");
}

TEST_F(NetworkEditorTest, LayersAreAddedMovedCopiedAndRemoved) {
    openEditor();
    list().setRow(6);
    part<QAction>("addDropout")->trigger();
    EXPECT_EQ(list().row(), 7);
    EXPECT_EQ(lines()[7], "dropout 0.5");
    press("upButton");
    EXPECT_EQ(list().row(), 6);
    EXPECT_EQ(lines()[6], "dropout 0.5");
    press("duplicateButton");
    EXPECT_EQ(list().topLevelItemCount(), 10);
    EXPECT_EQ(lines()[7], "dropout 0.5");
    press("removeButton");
    press("downButton");
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_Delete);
    EXPECT_EQ(list().topLevelItemCount(), 8);
    for (int changes = 0; changes < 6; ++changes) {
        press("undoButton");
    }
    EXPECT_EQ(lines().join('\n').toStdString() + "\n", architectureText(networkByName("lenet")));
    EXPECT_FALSE(part<QAbstractButton>("undoButton")->isEnabled());
}

// Four kinds of lists in the window knew the kinds of layers; one that a list lacked could not be added or edited.
TEST_F(NetworkEditorTest, EveryKindOfLayerCanBeAddedAndHasItsFields) {
    openEditor();
    const auto named = [](const char* pattern, const Text& title) {
        return camelCase(QString::fromUtf8(pattern).arg(QString::fromStdString(title.english()))).toStdString();
    };
    for (const LayerKind* kind : layerKinds()) {
        const QString line = QString::fromStdString(kind->example());
        list().setRow(0);
        part<QAction>(named("Add %1", kind->title()).c_str())->trigger();
        EXPECT_EQ(lines()[1], line);
        Layer layer = *architectureFromText("n", kind->example()).lines.at(0).layer();
        for (const LayerField& field : kind->fields(layer)) { // two kinds may have fields of one title, each its own
            const QList<QWidget*> fields =
                editor_->findChildren<QWidget*>(QString::fromStdString(named("%1 field", field.title)));
            EXPECT_EQ(std::ranges::count_if(fields, &QWidget::isVisible), 1) << field.name << ", " << kind->word();
        }
        press("removeButton");
    }
}

TEST_F(NetworkEditorTest, EveryActionHasAShortcut) {
    openEditor();
    list().setFocus();
    QTest::keyClick(editor_->windowHandle(), Qt::Key_Down);
    QTest::keyClick(editor_->windowHandle(), Qt::Key_Up, Qt::AltModifier);
    EXPECT_TRUE(lines()[0].startsWith("conv 6"));
    QTest::keyClick(editor_->windowHandle(), Qt::Key_D, Qt::ControlModifier);
    EXPECT_TRUE(lines()[1].startsWith("conv 6"));
    QTest::keyClick(editor_->windowHandle(), Qt::Key_Delete);
    QTest::keyClick(editor_->windowHandle(), Qt::Key_Home);
    QTest::keyClick(editor_->windowHandle(), Qt::Key_Down, Qt::AltModifier);
    EXPECT_EQ(lines().join('\n').toStdString() + "\n", architectureText(networkByName("lenet")));
}

// What was undone was lost: nothing brought it back but the text's own keys, while the text had the focus.
TEST_F(NetworkEditorTest, WhatIsUndoneCanBeRedone) {
    openEditor();
    EXPECT_FALSE(part<QAbstractButton>("redoButton")->isEnabled());
    list().setFocus();
    QTest::keyClick(editor_->windowHandle(), Qt::Key_D, Qt::ControlModifier);
    list().setRow(3);
    press("removeButton");
    list().setFocus();
    const QStringList changed = lines();
    const auto undoBoth = [&] {
        QTest::keyClick(editor_->windowHandle(), Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(editor_->windowHandle(), Qt::Key_Z, Qt::ControlModifier);
        EXPECT_EQ(lines().join('\n').toStdString() + "\n", architectureText(networkByName("lenet")));
    };
    undoBoth();
    press("redoButton");
    press("redoButton");
    EXPECT_EQ(lines(), changed);
    EXPECT_FALSE(part<QAbstractButton>("redoButton")->isEnabled());
    undoBoth();
    QTest::keyClick(editor_->windowHandle(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(editor_->windowHandle(), Qt::Key_Y, Qt::ControlModifier);
    EXPECT_EQ(lines(), changed);
}

// Esc, Cancel and the window's cross threw away whatever had been edited, without a question.
TEST_F(NetworkEditorTest, ChangesAreDiscardedOnlyWhenThatIsConfirmed) {
    openEditor();
    const Plan before = page().plan();
    press("duplicateButton");
    const QStringList changed = lines();
    const std::vector<std::function<void()>> waysOut{[this] { QTest::keyClick(editor_, Qt::Key_Escape); },
                                                     [this] { press("cancelButton"); }, [this] { editor_->close(); }};
    for (const auto& leave : waysOut) {
        leave();
        auto* question = part<QDialog>("discardDialog");
        ASSERT_NE(question, nullptr);
        EXPECT_TRUE(question->isVisible());
        QTest::keyClick(question, Qt::Key_Escape); // Keep editing
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        EXPECT_TRUE(editor_->isVisible());
        EXPECT_EQ(lines(), changed);
    }
    QTest::keyClick(editor_, Qt::Key_Escape);
    press("keepEditingButton");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_TRUE(editor_->isVisible());
    const QPointer<NetworkEditor> editor = editor_;
    QTest::keyClick(editor_, Qt::Key_Escape);
    press("discardButton");
    EXPECT_TRUE(eventually([&] { return editor.isNull(); }));
    EXPECT_EQ(page().plan(), before);
}

TEST_F(NetworkEditorTest, EscClosesWhenNothingIsChanged) {
    openEditor();
    press("duplicateButton");
    press("undoButton");
    const QPointer<NetworkEditor> editor = editor_;
    QTest::keyClick(editor_, Qt::Key_Escape);
    EXPECT_TRUE(eventually([&] { return editor.isNull(); }));
}

// Ctrl-C and SIGTERM: nobody will answer.
TEST_F(NetworkEditorTest, TheQuestionDoesNotKeepTheProgramOpen) {
    openEditor();
    press("duplicateButton");
    QTest::keyClick(editor_, Qt::Key_Escape);
    const QPointer<NetworkEditor> editor = editor_;
    window().saveAndClose();
    EXPECT_TRUE(eventually([&] { return editor.isNull(); }));
    EXPECT_FALSE(window().isVisible());
}

TEST_F(NetworkEditorTest, RowsCanBeDragged) {
    openEditor();
    list().setRow(1);
    const QRect target = list().visualItemRect(list().topLevelItem(4));
    QMimeData nothing;
    QDropEvent drop(target.center() + QPoint(0, target.height() / 3), Qt::MoveAction, &nothing, Qt::LeftButton, {});
    struct Open : LayerList { // a real drag has a loop of its own
        using LayerList::dropEvent;
    };
    (list().*(&Open::dropEvent))(&drop);
    QCoreApplication::processEvents();
    EXPECT_TRUE(list().dragEnabled());
    EXPECT_EQ(list().row(), 4);
    EXPECT_TRUE(lines()[4].startsWith("conv 6"));
    EXPECT_TRUE(lines()[1].startsWith("maxpool"));
}

TEST_F(NetworkEditorTest, FieldsAndTextAreInStep) {
    openEditor();
    list().setRow(1);
    EXPECT_TRUE(part("kernelField")->isVisible());
    EXPECT_FALSE(part("unitsField")->isVisible());
    part<SpinBox>("filtersField")->setNumber(12);
    part<QComboBox>("activationField")->setCurrentIndex(3);
    part<QComboBox>("paddingField")->setCurrentIndex(1);
    EXPECT_EQ(lines()[1], "conv 12 5x5 same tanh deviation 0.1");
    EXPECT_EQ(list().topLevelItem(1)->text(1), QStringLiteral("32×32×12"));
    part<NumberField>("deviationField")->setFocus();
    part<NumberField>("deviationField")->selectAll();
    QTest::keyClicks(part("deviationField"), "0.25");
    EXPECT_EQ(lines()[1], "conv 12 5x5 same tanh deviation 0.25");
    QTest::keyClicks(part("deviationField"), "x");
    EXPECT_EQ(lines()[1], "conv 12 5x5 same tanh deviation 0.1"); // as before the edit
    EXPECT_TRUE(part("deviationField")->property("wrong").toBool());
    QTest::mouseClick(part<QCheckBox>("fanInField"), Qt::LeftButton, {}, QPoint(8, 11));
    EXPECT_EQ(lines()[1], "conv 12 5x5 same tanh fan-in");
    EXPECT_FALSE(part("deviationField")->isVisible());
    type("# mine\ndense 30 elu\n\ndense classes linear");
    ASSERT_EQ(list().topLevelItemCount(), 2);
    EXPECT_EQ(list().topLevelItem(0)->text(2), "23,550");
    list().setRow(0);
    EXPECT_EQ(part<SpinBox>("unitsField")->value(), 30);
    part<SpinBox>("unitsField")->setNumber(40);
    EXPECT_EQ(lines(), QStringList({"# mine", "dense 40 elu", "", "dense classes linear"})); // comments stay
}

TEST_F(NetworkEditorTest, ErrorsAreShownAtTheirLayer) {
    openEditor();
    type("maxpool 2x2\nconv 6 15x15 relu\ndense classes linear");
    EXPECT_TRUE(problem().contains("layer 2 (conv 6 15x15 relu) gets 14x14x1")) << problem().toStdString();
    EXPECT_TRUE(list().topLevelItem(1)->text(0).contains(QStringLiteral("⚠")));
    EXPECT_EQ(list().topLevelItem(1)->toolTip(0), problem());
    EXPECT_EQ(list().topLevelItem(0)->text(1), QStringLiteral("14×14×1")); // what fits is still told
    EXPECT_FALSE(usable());
    type("dense 5 relu\ndens 10");
    EXPECT_TRUE(problem().contains("line 2, layer 2: Unknown layer 'dens'; did you mean 'dense'?"));
    EXPECT_TRUE(list().topLevelItem(1)->text(0).contains(QStringLiteral("dens 10")));
    type("dense 5 relu");
    EXPECT_TRUE(problem().contains("the last layer must give 1x1x10, as 'dense classes linear' does."));
    EXPECT_TRUE(list().topLevelItem(0)->text(0).contains(QStringLiteral("⚠")));
    type("#");
    EXPECT_TRUE(problem().contains("has no layers"));
    part<QAction>("addDense")->trigger();
    part<SpinBox>("unitsField")->setNumber(0);
    part<QComboBox>("activationField")->setCurrentIndex(0);
    EXPECT_EQ(problem(), "");
    EXPECT_TRUE(usable());
    part<QLineEdit>("nameField")->setText("tower");
    EXPECT_TRUE(problem().contains("named 'tower'"));
    EXPECT_FALSE(usable());
}

TEST_F(NetworkEditorTest, ThePlanUsesItAndTheMenuKeepsIt) {
    openEditor();
    auto* start = part<QComboBox>("startFromField");
    start->setCurrentIndex(start->findData("sonnet"));
    Q_EMIT start->activated(start->currentIndex());
    part<QLineEdit>("nameField")->setText("bell");
    press("useNetworkButton");
    const Plan plan = page().plan();
    EXPECT_EQ(plan.model, "bell");
    EXPECT_EQ(plan.layers, layerLines(networkByName("sonnet")));
    auto* menu = find<QComboBox>("networkField");
    EXPECT_EQ(menu->currentText(), "bell");
    EXPECT_TRUE(text("networkTitle").startsWith("bell"));
    menu->setCurrentIndex(menu->findData("tower"));
    EXPECT_TRUE(page().plan().layers.empty());
    menu->setCurrentIndex(menu->findData("bell"));
    EXPECT_EQ(page().plan(), plan);
    ASSERT_TRUE(page().savePlan(path("plan.json")));
    page().setPlan(Plan{});
    ASSERT_TRUE(page().openPlan(path("plan.json")));
    EXPECT_EQ(page().plan(), plan);
}

TEST_F(NetworkEditorTest, FilesAreReadAndWritten) {
    openEditor();
    type("# a comment\ndense 30 elu\ndense classes linear");
    const QString text = path("own.txt"), json = path("own.json");
    ASSERT_TRUE(editor_->saveFile(text));
    ASSERT_TRUE(editor_->saveFile(json));
    EXPECT_TRUE(readFile(text.toStdString()).starts_with("# a comment\n"));
    EXPECT_EQ(readArchitectureFile(json.toStdString()), editor_->architecture());
    type("dense classes linear");
    ASSERT_TRUE(editor_->openFile(text));
    EXPECT_EQ(lines()[0], "# a comment");
    EXPECT_EQ(part<QLineEdit>("nameField")->text(), "own");
    ASSERT_TRUE(editor_->openFile(json));
    EXPECT_EQ(lines()[0], "dense 30 elu");
    writeFileAtomically(path("bad.txt").toStdString(), "dens 3\n");
    EXPECT_FALSE(editor_->openFile(path("bad.txt")));
    EXPECT_TRUE(problem().contains("did you mean 'dense'?"));
    EXPECT_FALSE(editor_->saveFile(path("none") + "/own.txt"));
    EXPECT_TRUE(problem().startsWith("Cannot"));
}

TEST_F(NetworkEditorTest, TheDiagramIsSavedWithEveryLabel) {
    openEditor();
    ASSERT_TRUE(editor_->savePicture(path("net.svg")));
    ASSERT_TRUE(editor_->savePicture(path("net.png")));
    const QString svg = QString::fromStdString(readFile(path("net.svg").toStdString()));
    for (const char* label : {"my-lenet", "conv2", "dense8", "28×28×6"}) {
        EXPECT_TRUE(svg.contains(QString::fromUtf8(label))) << label;
    }
    const QImage png(path("net.png"));
    EXPECT_GT(png.width(), 1500);
    EXPECT_GT(png.height(), 300);
    EXPECT_FALSE(editor_->savePicture(path("none") + "/net.svg"));
}

TEST_F(NetworkEditorTest, ControlsAreNamedAsTheirLabelsAndFit) {
    openEditor();
    EXPECT_LE(editor_->width(), 1280);
    EXPECT_LE(editor_->height(), 720);
    std::map<QString, QString> english;
    for (const char* code : {"en", "es"}) {
        speak(code);
        delete editor_;
        click("editNetworkButton");
        editor_ = window().findChild<NetworkEditor*>();
        list().setRow(1);
        QCoreApplication::processEvents();
        EXPECT_LE(editor_->width(), 1280) << code;
        EXPECT_LE(editor_->height(), 720) << code;
        for (QAbstractButton* button : editor_->findChildren<QAbstractButton*>()) {
            if (button->objectName().startsWith("qt_") || !button->isVisible()) {
                continue;
            }
            const std::string what = button->objectName().toStdString();
            EXPECT_FALSE(button->objectName().isEmpty());
            EXPECT_FALSE(button->toolTip().isEmpty()) << what;
            EXPECT_GE(button->width(), button->minimumSizeHint().width()) << what << code;
            if (english.count(button->objectName()) == 0) {
                english[button->objectName()] = button->text();
                EXPECT_TRUE(button->text().isEmpty() || button->text() == button->accessibleName()) << what;
            } else if (!button->text().isEmpty()) {
                EXPECT_NE(button->text(), english[button->objectName()]) << what;
            }
        }
        for (const QLabel* label : editor_->findChildren<QLabel*>()) {
            EXPECT_TRUE(!label->isVisible() || label->wordWrap() || label->width() >= label->sizeHint().width())
                << label->text().toStdString() << " " << code;
        }
    }
}

} // namespace
} // namespace belfry
