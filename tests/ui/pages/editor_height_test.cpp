// The height of the network editor, at first and from layer to layer.
#include "core/model/zoo.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/dialogs/network_editor/layer_list.h"
#include "ui/dialogs/network_editor/network_editor.h"

#include <QPlainTextEdit>
#include <QTest>
#include <QWindow>
#include <algorithm>

namespace belfry {
namespace {

class EditorHeightTest : public WindowTest {};

// It opened higher than it is when its fields are beside their labels: they had been arranged before they had a width.
TEST_F(EditorHeightTest, OpensNoHigherThanItsFieldsNeed) {
    open();
    NetworkEditor editor(theme_, networkByName("tower"), {QStringLiteral("MNIST"), ImageShape{}, 10, {}}, &window());
    editor.findChild<LayerList*>()->setRow(3); // a convolution, which has the most fields
    editor.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&editor));
    EXPECT_EQ(editor.height(), std::max(660, editor.minimumSizeHint().height()));
}

// The fields of two kinds of layer were shown together for a moment, and the window grew to hold them, and stayed so.
TEST_F(EditorHeightTest, StaysFromLayerToLayer) {
    open();
    page().setPlan(longPlan()); // LeNet
    click("editNetworkButton");
    auto* editor = window().findChild<NetworkEditor*>();
    ASSERT_NE(editor, nullptr);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(editor));
    editor->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(editor));
    auto* list = editor->findChild<LayerList*>(QStringLiteral("layerList"));
    const auto layers =
        editor->findChild<QPlainTextEdit*>(QStringLiteral("networkText"))->toPlainText().split('\n').size();
    list->setFocus();
    const auto goThrough = [&](const auto& visit) {
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Up})
            for (qsizetype i = 0; i < layers; ++i) {
                QTest::keyClick(editor->windowHandle(), key);
                QCoreApplication::processEvents(); // laid out
                visit();
            }
    };
    int needed = 0; // by the layer with the most fields
    goThrough([&] { needed = std::max(needed, editor->minimumSizeHint().height()); });
    editor->resize(editor->width(), needed);
    goThrough([&] { EXPECT_EQ(editor->height(), needed); });
}

} // namespace
} // namespace belfry
