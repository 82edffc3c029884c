// Asking for a file to save or to open.
#include "tests/ui/file_dialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/save_file.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTimer>
#include <QUrl>
#include <map>

namespace belfry {
namespace {

// What the window's buttons open.
class Opened : public QObject {
    Q_OBJECT
public:
    Opened() { QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "open"); }
    ~Opened() override { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }
    QStringList folders;
public Q_SLOTS:
    void open(const QUrl& url) { folders << url.toLocalFile(); }
};

class SaveFileTest : public testing::Test {
protected:
    SaveFileTest() {
        window_.resize(900, 600);
        window_.show();
        kept_["plan"] = folder_.path();
    }
    QString path(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    static void make(const QString& file) {
        QFile made(file);
        ASSERT_TRUE(made.open(QIODevice::WriteOnly));
    }
    QFileDialog* ask(const char* kind = "plan") {
        FileQuestion question{QLatin1String(kind), "Save plan", "Plans (*.json);;Lists (*.txt *.md);;All files (*)",
                              "plan.json"};
        return askSaveFile(&inner_, question, [this](const QString& file) {
            saved_ << file;
            return succeeds_;
        });
    }
    void type(QFileDialog* dialog, const QString& name, QMessageBox::StandardButton answer = QMessageBox::NoButton) {
        typeFileName(dialog, name, [&] {
            if (answer != QMessageBox::NoButton)
                answerNext(answer);
        });
    }
    // The question that comes next is answered; `asked_` counts them.
    void answerNext(QMessageBox::StandardButton button) {
        QTimer::singleShot(0, &window_, [this, button] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                ++asked_;
                box->button(button)->click();
            }
        });
    }
    QString notice() const {
        auto* banner = window_.findChild<Banner*>(QStringLiteral("savedNotice"));
        return banner == nullptr ? QString() : banner->sentence();
    }

    QTemporaryDir folder_;
    QWidget window_;
    QWidget inner_{&window_};
    std::map<QString, QString> kept_;
    FileFolders* folders_ = new FileFolders(
        &window_, [this](const QString& kind) { return kept_[kind]; },
        [this](const QString& kind, const QString& folder) { kept_[kind] = folder; });
    QStringList saved_;
    bool succeeds_ = true;
    int asked_ = 0;
};

// A name typed without a suffix made a file that the dialog for opening then did not list.
TEST_F(SaveFileTest, ANameWithoutASuffixIsCompleted) {
    type(ask(), QStringLiteral("mine"));
    EXPECT_EQ(saved_, QStringList{path("mine.json")});
    type(ask(), QStringLiteral("mine.txt"));
    EXPECT_EQ(saved_.back(), path("mine.txt"));
}

TEST_F(SaveFileTest, TheSuffixIsOfTheChosenKind) {
    QFileDialog* dialog = ask();
    auto* kinds = dialog->findChild<QComboBox*>(QStringLiteral("fileTypeCombo"));
    const auto choose = [&](int kind) {
        kinds->setCurrentIndex(kind);
        Q_EMIT kinds->textActivated(kinds->currentText());
        Q_EMIT kinds->activated(kind);
    };
    choose(1);
    choose(2); // all files: the suffix stays
    type(dialog, QStringLiteral("mine"));
    EXPECT_EQ(saved_, QStringList{path("mine.txt")});
}

// The question was about the name as typed: "mine" replaced an existing mine.json without one.
TEST_F(SaveFileTest, AsksBeforeItReplacesAFile) {
    make(path("mine.json"));
    QFileDialog* dialog = ask();
    type(dialog, QStringLiteral("mine"), QMessageBox::No);
    EXPECT_EQ(asked_, 1);
    EXPECT_TRUE(saved_.isEmpty());
    EXPECT_TRUE(dialog->isVisible()); // for another name
    type(dialog, QStringLiteral("mine"), QMessageBox::Yes);
    EXPECT_EQ(asked_, 2);
    EXPECT_EQ(saved_, QStringList{path("mine.json")});
}

// Every dialog started in the folder that the program happened to be started in.
TEST_F(SaveFileTest, EachKindStartsInItsFolderOfTheLastTime) {
    const QByteArray home = qgetenv("HOME"); // of ctest's tests, which need not exist
    qputenv("HOME", folder_.path().toLocal8Bit());
    const auto restore = qScopeGuard([&home] { qputenv("HOME", home); });
    ASSERT_TRUE(QDir(folder_.path()).mkdir("plans"));
    type(ask("plan"), path("plans/mine"));
    EXPECT_EQ(saved_, QStringList{path("plans/mine.json")});
    EXPECT_EQ(ask("plan")->directory(), QDir(path("plans")));
    EXPECT_EQ(ask("table")->directory(), QDir::home());
    ASSERT_TRUE(QDir(path("plans")).removeRecursively());
    EXPECT_EQ(ask("plan")->directory(), QDir::home()); // it is gone
}

TEST_F(SaveFileTest, SaysWhereAFileIsAndOpensItsFolder) {
    Opened opened;
    type(ask(), QStringLiteral("mine"));
    EXPECT_EQ(notice(), "Saved to " + path("mine.json"));
    auto* banner = window_.findChild<Banner*>(QStringLiteral("savedNotice"));
    EXPECT_TRUE(window_.rect().contains(banner->geometry()));
    window_.resize(500, 400);
    QCoreApplication::processEvents();
    EXPECT_TRUE(window_.rect().contains(banner->geometry()));
    QTest::mouseClick(banner->findChild<QAbstractButton*>(QStringLiteral("savedNoticeAction")), Qt::LeftButton);
    EXPECT_EQ(opened.folders, QStringList{folder_.path()});
    EXPECT_EQ(notice(), "");
}

TEST_F(SaveFileTest, SaysNothingOfAFileThatWasNotWritten) {
    succeeds_ = false;
    type(ask(), QStringLiteral("mine"));
    EXPECT_EQ(saved_.size(), 1);
    EXPECT_EQ(notice(), "");
}

TEST_F(SaveFileTest, OpensSeveralFiles) {
    make(path("a.json"));
    make(path("b.json"));
    QStringList opened;
    type(askOpenFiles(&inner_, {.kind = "plan", .title = "Add plans", .filters = "Plans (*.json)"},
                      [&](const QString& file) { opened << file; }),
         QStringLiteral("\"a.json\" \"b.json\""));
    EXPECT_EQ(opened, (QStringList{path("a.json"), path("b.json")}));
}

TEST_F(SaveFileTest, ANewFoldersNameIsLeftAsItIs) {
    QString made;
    type(askNewFolder(&inner_, {.kind = "plan", .title = "Export", .name = "lenet/2.5"},
                      [&](const QString& folder) { made = folder; }),
         QStringLiteral("lenet"));
    EXPECT_EQ(made, path("lenet"));
}

} // namespace
} // namespace belfry

#include "save_file_test.moc"
