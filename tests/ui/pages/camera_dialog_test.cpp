// The dialog that takes a picture, with cameras that are made up: none of this computer is opened.
#include "ui/dialogs/camera_dialog.h"
#include "ui/foundation/theme.h"
#include "ui/widgets/fields.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QWidget>

namespace belfry {
namespace {

// What the test sees of them, and when they are closed.
struct MadeUp {
    std::vector<CameraEntry> cameras;
    std::vector<QByteArray> opened;
    QString refusal; // of the next one that is opened
};

class MadeUpCameras : public CameraSource {
public:
    explicit MadeUpCameras(MadeUp& state) : state_(state) {}

    std::vector<CameraEntry> cameras() const override { return state_.cameras; }
    void open(const QByteArray& id) override {
        state_.opened.push_back(id);
        if (!state_.refusal.isEmpty())
            Q_EMIT failed(state_.refusal);
    }

private:
    MadeUp& state_;
};

class CameraDialogTest : public testing::Test {
protected:
    ~CameraDialogTest() override { delete dialog_; }

    void open(std::vector<CameraEntry> cameras) {
        state_.cameras = std::move(cameras);
        auto source = std::make_unique<MadeUpCameras>(state_);
        source_ = source.get();
        dialog_ = new CameraDialog(theme_, std::move(source), nullptr);
        QObject::connect(dialog_, &CameraDialog::taken, dialog_,
                         [this](const QImage& picture) { taken_.push_back(picture); });
        dialog_->open();
        dialog_->activateWindow();
        QApplication::processEvents();
    }
    static QImage picture(const QColor& colour) {
        QImage made(64, 48, QImage::Format_RGB32);
        made.fill(colour);
        return made;
    }
    void send(const QColor& colour) { Q_EMIT source_->pictureCame(picture(colour)); }
    QWidget* view() const { return dialog_->findChild<QWidget*>(QStringLiteral("cameraView")); }
    QString sentence() const { return view()->accessibleDescription(); }
    QColor shown() const { return view()->grab().toImage().pixelColor(view()->rect().center()); }
    QPushButton* button(const char* name) const { return dialog_->findChild<QPushButton*>(QLatin1String(name)); }
    ComboBox* choice() const { return dialog_->findChild<ComboBox*>(QStringLiteral("cameraField")); }

    Theme theme_;
    MadeUp state_;
    QPointer<MadeUpCameras> source_;
    QPointer<CameraDialog> dialog_;
    std::vector<QImage> taken_;
};

const CameraEntry kDesk{"desk", QStringLiteral("Desk camera")}, kDoor{"door", QStringLiteral("Door camera")};

TEST_F(CameraDialogTest, WithoutACameraItSaysWhatToDo) {
    open({});
    EXPECT_EQ(sentence(), QStringLiteral("No camera was found. Connect one, or drop a picture on the pad."));
    EXPECT_FALSE(button("takePictureButton")->isEnabled());
    EXPECT_EQ(button("takePictureButton")->toolTip(), sentence());
    EXPECT_FALSE(choice()->isVisible());
    EXPECT_TRUE(state_.opened.empty());
    QTest::keyClick(view(), Qt::Key_Space);
    QTest::keyClick(view(), Qt::Key_Return);
    EXPECT_TRUE(dialog_->isVisible());
    EXPECT_TRUE(taken_.empty());
    button("cancelButton")->click();
    EXPECT_FALSE(dialog_->isVisible());
}

TEST_F(CameraDialogTest, TakesWhatTheCameraSees) {
    for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return}) {
        open({kDesk});
        EXPECT_EQ(state_.opened.back(), "desk");
        EXPECT_FALSE(choice()->isVisible()) << "there is nothing to choose";
        EXPECT_FALSE(button("takePictureButton")->isEnabled()) << "it has given no picture yet";
        EXPECT_TRUE(sentence().contains(kDesk.name));
        send(Qt::red);
        send(Qt::blue);
        EXPECT_EQ(shown(), QColor(Qt::blue));
        EXPECT_EQ(sentence(), QString());
        QTest::keyClick(view(), key);
        ASSERT_EQ(taken_.size(), 1U) << key;
        EXPECT_EQ(taken_.front(), picture(Qt::blue));
        EXPECT_EQ(source_, nullptr) << "the camera is closed";
        taken_.clear();
        delete dialog_;
    }
}

TEST_F(CameraDialogTest, EscapeClosesTheCamera) {
    open({kDesk});
    send(Qt::red);
    QTest::keyClick(view(), Qt::Key_Escape);
    EXPECT_EQ(source_, nullptr);
    EXPECT_TRUE(taken_.empty());
}

TEST_F(CameraDialogTest, AnotherCameraCanBeChosen) {
    open({kDesk, kDoor});
    EXPECT_TRUE(choice()->isVisible());
    send(Qt::red);
    choice()->setCurrentIndex(1);
    Q_EMIT choice()->activated(1);
    EXPECT_EQ(state_.opened, (std::vector<QByteArray>{"desk", "door"}));
    EXPECT_FALSE(button("takePictureButton")->isEnabled()) << "not with the other one's picture";
    send(Qt::green);
    EXPECT_EQ(shown(), QColor(Qt::green));
    EXPECT_TRUE(button("takePictureButton")->isEnabled());
}

TEST_F(CameraDialogTest, ABusyCameraIsASentence) {
    state_.refusal = QStringLiteral("Device is busy");
    open({kDesk, kDoor});
    EXPECT_TRUE(sentence().contains(kDesk.name) && sentence().contains(state_.refusal)) << sentence().toStdString();
    EXPECT_FALSE(button("takePictureButton")->isEnabled());
    send(Qt::red); // on its way when the camera failed
    EXPECT_FALSE(button("takePictureButton")->isEnabled());
    state_.refusal.clear();
    choice()->setCurrentIndex(1);
    Q_EMIT choice()->activated(1);
    send(Qt::green);
    Q_EMIT source_->failed({}); // and one that fails later, for no reason that the system knows
    EXPECT_TRUE(sentence().contains(kDoor.name) && !sentence().contains(QStringLiteral("()")));
    EXPECT_FALSE(button("takePictureButton")->isEnabled());
}

TEST_F(CameraDialogTest, FollowsWhatIsConnected) {
    open({});
    const auto change = [this](std::vector<CameraEntry> cameras) {
        state_.cameras = std::move(cameras);
        Q_EMIT source_->camerasChanged();
    };
    change({kDoor});
    EXPECT_EQ(state_.opened, (std::vector<QByteArray>{"door"}));
    send(Qt::green);
    change({kDesk, kDoor});
    EXPECT_EQ(state_.opened.size(), 1U) << "the one in use stays";
    EXPECT_EQ(choice()->currentText(), kDoor.name);
    EXPECT_TRUE(button("takePictureButton")->isEnabled());
    change({kDesk});
    EXPECT_EQ(state_.opened.back(), "desk");
    EXPECT_FALSE(button("takePictureButton")->isEnabled());
    change({});
    EXPECT_TRUE(sentence().startsWith(QStringLiteral("No camera was found.")));
}

} // namespace
} // namespace belfry
