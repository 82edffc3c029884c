// Every control can be named, explained and reached, and nothing is cut, in both languages.
#include "tests/ui/pages/window_fixture.h"
#include "ui/pages/train/training_rules.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/fold.h"
#include "ui/window/log_panel.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>
#include <QTest>

namespace belfry {
namespace {

class ControlsTest : public WindowTest {
protected:
    // What a user can act on, but for parts of Qt's own widgets (arrows of scroll bars, editors of spin boxes).
    std::vector<QWidget*> controls() {
        std::vector<QWidget*> found;
        for (QWidget* widget : window().findChildren<QWidget*>()) {
            const bool acts = qobject_cast<QAbstractButton*>(widget) != nullptr ||
                              qobject_cast<QAbstractSpinBox*>(widget) != nullptr ||
                              qobject_cast<QComboBox*>(widget) != nullptr;
            const bool inner =
                widget->objectName().startsWith(QLatin1String("qt_")) ||
                QLatin1String(widget->metaObject()->className()) == QLatin1String("QComboBoxPrivateScroller");
            if (acts && !inner && widget->parentWidget()->objectName() != QLatin1String("pages")) {
                found.push_back(widget);
            }
        }
        return found;
    }
    // A button's text or the text of the label beside a field.
    QString labelOf(const QWidget* widget) {
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            static const QRegularExpression letter(QStringLiteral("[a-zA-Z]"));
            const QString words = button->text().section(':', 0, 0); // "clipped: 3"
            return words.contains(letter) ? words : QString();       // a sign, such as "⋯", is no label
        }
        bool beside = false; // the second field of a row, whose label is the first one's
        for (const QLabel* label : window().findChildren<QLabel*>()) {
            if (label->buddy() == widget) {
                return label->text();
            }
            beside = beside || (label->buddy() != nullptr && label->buddy()->parentWidget() == widget->parentWidget() &&
                                label->parentWidget() != widget->parentWidget());
        }
        if (beside) {
            return {};
        }
        ADD_FAILURE() << widget->objectName().toStdString() << " has no label";
        return {};
    }
    void showEverything() {
        Plan plan = longPlan();
        plan.model = "mlp";
        plan.optimizer = "nadam";
        plan.schedule = "staircase";
        plan.feed = "queue";
        page().setPlan(plan);
        page().form()->rules()->fold()->setUnfolded(true);
        EXPECT_TRUE(eventually([this] { return window().findChild<QWidget*>("device-cpu") != nullptr; }));
        QCoreApplication::processEvents();
    }
};

TEST_F(ControlsTest, HaveNamesAndToolTips) {
    open();
    showEverything();
    for (const char* code : {"en", "es"}) {
        speak(code);
        for (const QWidget* widget : controls()) {
            const std::string what =
                (widget->objectName() + " in " + widget->parentWidget()->objectName()).toStdString();
            EXPECT_FALSE(widget->objectName().isEmpty()) << what << widget->metaObject()->className();
            EXPECT_FALSE(widget->accessibleName().isEmpty()) << what;
            // A part without a tip of its own shows its row's.
            EXPECT_FALSE(widget->toolTip().isEmpty() && widget->parentWidget()->toolTip().isEmpty()) << what;
        }
    }
}

// Scripts and screen readers rely on these, whatever the language.
TEST_F(ControlsTest, AccessibleNamesAreTheEnglishLabels) {
    open();
    for (const char* code : {"en", "es"}) {
        speak(code);
        const std::pair<const char*, const char*> names[] = {
            {"presetField", "Preset"},
            {"dataField", "Data"},
            {"networkField", "Network"},
            {"towersField", "Towers"},
            {"augmentationField", "Augmentation"},
            {"normalisationField", "Normalisation"},
            {"feedField", "Feed"},
            {"batchPerTowerField", "Batch per tower"},
            {"exchangeField", "Exchange"},
            {"sharesField", "Shares"},
            {"globalBatchField", "Global batch"},
            {"optimizerField", "Optimizer"},
            {"learningRateField", "Learning rate"},
            {"scheduleField", "Schedule"},
            {"warmUpEpochsField", "Warm-up epochs"},
            {"clipNormField", "Clip norm"},
            {"patienceField", "Patience"},
            {"precisionField", "Precision"},
            {"epochsField", "Epochs"},
            {"seedField", "Seed"},
            {"startButton", "Start"},
            {"stepButton", "Step"},
            {"stopButton", "Stop"},
            {"clearButton", "Clear"},
            {"undoButton", "Undo"},
            {"drawingPad", "Drawing pad"},
        };
        for (const auto& [object, name] : names) {
            EXPECT_EQ(find(object)->accessibleName(), name) << code;
        }
    }
}

// What is read out must be what is seen: a voice command names the label. In Spanish the names stay English.
TEST_F(ControlsTest, AccessibleNamesAgreeWithTheLabels) {
    open();
    showEverything();
    click("logButton");
    std::map<const QWidget*, QString> names;
    for (const QWidget* widget : controls()) {
        names[widget] = widget->accessibleName();
        const QString label = labelOf(widget);
        EXPECT_TRUE(label.isEmpty() || label == widget->accessibleName())
            << widget->objectName().toStdString() << " shows '" << label.toStdString() << "' and is called '"
            << widget->accessibleName().toStdString() << "'";
    }
    speak("es");
    for (const auto& [widget, name] : names) {
        EXPECT_EQ(widget->accessibleName(), name) << widget->objectName().toStdString();
    }
}

// Dialogs are the window's children while they are open.
TEST_F(ControlsTest, OfDialogsAreNamedAfterTheirLabels) {
    open();
    showEverything();
    for (const char* opener : {"aboutButton", "editNetworkButton", "findRateButton", "findBatchButton"}) {
        click(opener);
        QCoreApplication::processEvents();
        const QList<QDialog*> dialogs = window().findChildren<QDialog*>();
        ASSERT_EQ(dialogs.size(), 1) << opener;
        int checked = 0;
        for (const QWidget* widget : controls()) {
            if (dialogs.front()->isAncestorOf(widget) && widget->isVisible()) {
                ++checked;
                const std::string what = opener + (" " + widget->objectName()).toStdString();
                const QString label = labelOf(widget);
                EXPECT_FALSE(widget->objectName().isEmpty()) << opener << widget->metaObject()->className();
                EXPECT_FALSE(widget->accessibleName().isEmpty()) << what;
                EXPECT_TRUE(label.isEmpty() || label == widget->accessibleName()) << what << label.toStdString();
            }
        }
        EXPECT_GT(checked, 0) << opener;
        delete dialogs.front();
    }
}

// The column that scrolls in a low window made the card in it transparent.
TEST_F(ControlsTest, TheDrawingPadStandsOnACard) {
    open();
    const QImage shown = find("drawCard")->grab().toImage();
    EXPECT_EQ(shown.pixelColor(10, 10), theme_.palette().card);
}

// A message above and the log below made the window higher than a small screen, and the log showed one line.
TEST_F(ControlsTest, ASmallWindowHasRoomForItsLog) {
    open();
    showEverything();
    const auto inSight = [this](const QWidget* widget) {
        const QRect place(widget->mapTo(&window(), QPoint()), widget->size());
        return widget->isVisible() && window().rect().contains(place);
    };
    for (const char* code : {"en", "es"}) {
        speak(code);
        window().resize(1280, 720);
        page().openPlan(QStringLiteral("/no/such/plan.json"));
        ASSERT_TRUE(eventually([this] { return find("banner")->isVisible(); }));
        click("logButton");
        for (const char* tab : {"Runs", "Search", "Train"}) { // below every page
            openPage(tab);
            EXPECT_TRUE(eventually([&] { return inSight(window().logPanel()); })) << code << ' ' << tab;
            EXPECT_LE(window().height(), 720) << code << ' ' << tab;
        }
        const auto* lines = find<QPlainTextEdit>("logLines");
        EXPECT_GE(lines->viewport()->height(), 4 * lines->fontMetrics().lineSpacing()) << code;
        // Nor is anything squeezed: the page scrolls. The last of its rows was cut.
        const auto* bars = find("drawCard")->findChild<QWidget*>("probabilityBars");
        EXPECT_TRUE(eventually([bars] { return bars->height() >= bars->minimumSizeHint().height(); })) << code;
        click("bannerDismiss");
        click("logButton");
        EXPECT_TRUE(eventually([&] { return inSight(page().charts()); })) << code; // nothing scrolls without need
    }
}

TEST_F(ControlsTest, NothingIsClippedOrCovered) {
    open();
    showEverything();
    for (const char* code : {"en", "es"}) {
        speak(code);
        EXPECT_LE(window().width(), 1280) << code;
        EXPECT_LE(window().height(), 720) << code;
        for (QWidget* widget : controls()) {
            if (!widget->isVisible()) {
                continue;
            }
            const std::string what = widget->objectName().toStdString() + " " + code;
            EXPECT_TRUE(widget->parentWidget()->rect().contains(widget->geometry())) << what;
            if (qobject_cast<QAbstractButton*>(widget) != nullptr) {
                EXPECT_GE(widget->width(), widget->minimumSizeHint().width()) << what;
            }
            for (const QWidget* other : controls()) {
                const bool beside =
                    other != widget && other->isVisible() && other->parentWidget() == widget->parentWidget();
                EXPECT_FALSE(beside && other->geometry().intersects(widget->geometry()))
                    << what << " and " << other->objectName().toStdString();
            }
        }
    }
}

TEST_F(ControlsTest, LabelsFitTheirWidgets) {
    open();
    showEverything();
    for (const char* code : {"en", "es"}) {
        speak(code);
        for (const QLabel* label : window().findChildren<QLabel*>()) {
            const bool elides = QLatin1String(label->metaObject()->className()).contains(QLatin1String("Elided"));
            if (label->isVisible() && !elides && !label->wordWrap()) {
                EXPECT_GE(label->width(), label->sizeHint().width())
                    << label->text().toStdString() << " " << label->objectName().toStdString() << " " << code;
            }
        }
    }
}

// A title with dots at its end does not say which one is chosen.
TEST_F(ControlsTest, EveryComboBoxTitleFits) {
    open();
    showEverything();
    for (const char* code : {"en", "es"}) {
        speak(code);
        auto* pages = find<QStackedWidget>("pageStack");
        for (int page = 0; page < pages->count(); ++page) {
            pages->setCurrentIndex(page); // what was never shown has no place yet
            QCoreApplication::processEvents();
            for (const ComboBox* box : pages->widget(page)->findChildren<ComboBox*>()) {
                if (box->isEditable()) // its line scrolls, and its menu is as wide as needed
                    continue;
                EXPECT_GE(box->width(), box->wholeWidth()) << box->objectName().toStdString() << " " << code;
            }
        }
    }
}

// The fields scroll; what starts and stops a run never leaves the screen.
TEST_F(ControlsTest, TheRunButtonsAreAlwaysVisible) {
    open();
    showEverything();
    for (const char* name : {"startButton", "stepButton", "stopButton"}) {
        const QWidget* button = find(name);
        const QRect place(button->mapTo(&window(), QPoint()), button->size());
        EXPECT_TRUE(window().rect().contains(place)) << name;
        EXPECT_FALSE(find<QScrollArea>("setupScroll")->isAncestorOf(button)) << name;
    }
}

} // namespace
} // namespace belfry
