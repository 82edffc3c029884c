// The network editor with a network of branches and blocks, and what a user does with it.
#pragma once

#include "tests/ui/pages/window_fixture.h"
#include "ui/dialogs/network_editor/layer_list.h"
#include "ui/dialogs/network_editor/network_editor.h"
#include "ui/widgets/number_field.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <algorithm>

namespace belfry {

constexpr const char* kResidual = "conv 16 3x3 same relu\n"
                                  "block residual 16 x2 {\n"
                                  "  conv width 3x3 same linear\n"
                                  "  add input relu\n"
                                  "}\n"
                                  "global-avgpool\n"
                                  "dense classes linear";

class NetworkBlocksTest : public WindowTest {
protected:
    void edit(const char* lines) {
        editor_ = std::make_unique<NetworkEditor>(theme_, architectureFromText("own", lines),
                                                  NetworkData{QStringLiteral("MNIST"), ImageShape{}, 10, {}});
        editor_->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(editor_.get()));
        editor_->activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(editor_.get())); // else no shortcut works
    }
    template <typename Kind = QWidget>
    Kind* part(const char* name) {
        auto* found = editor_->findChild<Kind*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return found;
    }
    LayerList& list() { return *part<LayerList>("layerList"); }
    void select(int row, Qt::KeyboardModifiers keys = {}) {
        const QRect item = list().visualItemRect(list().topLevelItem(row));
        QTest::mouseClick(list().viewport(), Qt::LeftButton, keys, item.center());
    }
    void press(const char* name) {
        ASSERT_TRUE(part<QAbstractButton>(name)->isEnabled()) << name;
        QTest::mouseClick(part<QAbstractButton>(name), Qt::LeftButton);
    }
    void key(int code, Qt::KeyboardModifiers keys) { QTest::keyClick(editor_->windowHandle(), Qt::Key(code), keys); }
    void typeInto(const char* field, const char* keys) {
        auto* edit = part<QWidget>(field);
        edit->setFocus();
        QTest::keySequence(edit, QKeySequence::SelectAll);
        QTest::keyClicks(edit, QLatin1String(keys));
        EXPECT_TRUE(edit->hasFocus()) << field;
    }
    void choose(const char* field, const char* title) {
        auto* box = part<QComboBox>(field);
        const int index = box->findText(QLatin1String(title));
        ASSERT_GE(index, 0) << title;
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        for (int i = 0; i < index; ++i)
            QTest::keyClick(box, Qt::Key_Down);
    }
    void unfold() {
        if (!part("lineNameField")->isVisible())
            press("connectionsButton");
    }
    std::string text() { return part<QPlainTextEdit>("networkText")->toPlainText().toStdString(); }
    std::string line(int number) {
        return part<QPlainTextEdit>("networkText")->toPlainText().split('\n').at(number).toStdString();
    }
    std::string problem() { return part<QLabel>("networkProblem")->text().toStdString(); }
    std::string problemAt(const char* field) {
        const auto* label = editor_->findChild<QLabel*>(QLatin1String(field) + QStringLiteral("Problem"));
        return label != nullptr && label->isVisible() ? label->text().toStdString() : std::string();
    }
    bool usable() { return part<QAbstractButton>("useNetworkButton")->isEnabled(); }
    QStringList inputs() {
        QStringList titles;
        for (int i = 0; i < part<QComboBox>("lineInputField")->count(); ++i)
            titles << part<QComboBox>("lineInputField")->itemText(i);
        return titles;
    }
    // What the layers compute, without the names of lines and blocks.
    std::string computed() {
        std::string all;
        for (const BlueprintLayer& layer : makeBlueprint(editor_->architecture(), ImageShape{}, 10).layers) {
            all += layer.name + " of";
            for (const int input : layer.inputs)
                all += " " + std::to_string(input);
            all += " " + layer.out.text() + " " + std::to_string(layer.parameters) + "\n";
        }
        return all;
    }
    bool bracketsMatch() {
        int depth = 0, least = 0;
        for (const Line& each : architectureFromText("own", text()).lines) {
            depth += std::holds_alternative<BlockStart>(each.content) ? 1 : 0;
            depth -= std::holds_alternative<BlockEnd>(each.content) ? 1 : 0;
            least = std::min(least, depth);
        }
        return depth == 0 && least == 0;
    }

    std::unique_ptr<NetworkEditor> editor_;
};

} // namespace belfry
