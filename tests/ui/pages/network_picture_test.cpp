// The picture of a network with blocks, in the network editor.
#include "core/base/files.h"
#include "core/model/zoo.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/dialogs/network_editor/network_editor.h"
#include "ui/widgets/network_diagram.h"
#include "ui/widgets/network_view.h"

#include <QTest>

namespace belfry {
namespace {

class NetworkPictureTest : public WindowTest {
protected:
    NetworkPictureTest() {
        editor_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&editor_));
    }
    NetworkView& view() { return *editor_.findChild<NetworkView*>(); }

    NetworkEditor editor_{theme_, networkByName("resnet-20"), {QStringLiteral("MNIST"), ImageShape{}, 10, {}}};
};

TEST_F(NetworkPictureTest, IsSavedWithTheBlocksThatAreOpen) {
    const QString file = path("net.svg");
    const auto saved = [&] {
        EXPECT_TRUE(editor_.savePicture(file));
        return QString::fromStdString(readFile(file.toStdString()));
    };
    EXPECT_FALSE(saved().contains(QStringLiteral("conv3")));
    view().diagram()->setOpened({0});
    EXPECT_TRUE(saved().contains(QStringLiteral("conv3")));
}

// What is open takes its room from the rows below.
TEST_F(NetworkPictureTest, OpenBlocksLeaveTheWindowAsItIs) {
    const QSize before = editor_.size();
    const int folded = view().height();
    view().diagram()->setOpened({0, 1, 2, 3, 4});
    ASSERT_TRUE(QTest::qWaitFor([&] { return view().height() > folded; }));
    EXPECT_EQ(editor_.size(), before);
    EXPECT_EQ(view().height(), view().sizeHint().height());
    view().diagram()->setOpened({});
    ASSERT_TRUE(QTest::qWaitFor([&] { return view().height() == folded; }));
}

} // namespace
} // namespace belfry
