#include "ui/foundation/number_text.h"
#include "ui/foundation/theme.h"
#include "ui/widgets/answer_panel.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/digit_view.h"
#include "ui/widgets/draw_card.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/figure.h"
#include "ui/widgets/linked_batch.h"
#include "ui/widgets/stop_button.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>
#include <QTranslator>
#include <QVBoxLayout>
#include <cmath>

namespace belfry {
namespace {

TEST(Text, NumbersAreFormattedAsInTheWindow) {
    EXPECT_EQ(countText(61706), QStringLiteral("61,706"));
    EXPECT_EQ(percentText(0.981), QStringLiteral("98.1 %"));
    EXPECT_EQ(percentText(NAN), QStringLiteral("–"));
    EXPECT_EQ(percentText(0.54, 0), QStringLiteral("54 %"));
    constexpr std::int64_t kGib = std::int64_t{1} << 30;
    EXPECT_EQ(gibText(12 * kGib, 140 * kGib), QStringLiteral("12 / 140 GiB"));
    EXPECT_EQ(gibText(kGib * 3 / 2, 16 * kGib), QStringLiteral("1.5 / 16 GiB"));
    EXPECT_EQ(gibText(0, 16 * kGib), QStringLiteral("0 / 16 GiB"));
    EXPECT_EQ(gibText(-1, 16 * kGib), QString());
}

TEST(Text, NumbersFollowTheLanguage) {
    QLocale::setDefault(QLocale(QLocale::Spanish, QLocale::Mexico));
    EXPECT_EQ(countText(61706), QStringLiteral("61,706"));
    QLocale::setDefault(QLocale(QLocale::Spanish, QLocale::Spain));
    EXPECT_EQ(countText(61706), QStringLiteral("61.706"));
    EXPECT_EQ(percentText(0.981), QStringLiteral("98,1 %"));
    QLocale::setDefault(QLocale::c());
}

TEST(Controls, ButtonsAreNamedAfterTheirEnglishLabel) {
    QWidget parent;
    QPushButton* button = makeButton(QStringLiteral("Borrar"), "Clear", "quiet", &parent);
    EXPECT_EQ(button->text(), QStringLiteral("Borrar"));
    EXPECT_EQ(button->accessibleName(), QStringLiteral("Clear"));
    EXPECT_EQ(button->objectName(), QStringLiteral("clearButton"));
    EXPECT_EQ(camelCase(QStringLiteral("Learning rate")), QStringLiteral("learningRate"));
}

TEST(Card, StandsOutFromTheWindowInBothSchemes) {
    Theme theme;
    theme.apply(*qApp);
    for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        theme.setMode(mode);
        Card card(QStringLiteral("Setup"));
        card.resize(200, 100);
        const QImage shown = card.grab().toImage();
        EXPECT_EQ(shown.pixelColor(100, 60), theme.palette().card);
        EXPECT_EQ(shown.pixelColor(0, 50), theme.palette().border);
        EXPECT_NE(shown.pixelColor(0, 0), theme.palette().border) << "the corners are round";
    }
}

// A scroll area paints the window's colour by default: a grey box in a white card.
TEST(Card, ShowsThroughAScrollArea) {
    Theme theme;
    theme.apply(*qApp);
    theme.setMode(Theme::Mode::Light);
    Card card;
    auto* content = new QWidget;
    content->setProperty("transparent", "true");
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    card.body()->addWidget(scroll);
    card.resize(200, 200);
    card.show();
    QApplication::processEvents();
    EXPECT_EQ(card.grab().toImage().pixelColor(100, 100), theme.palette().card);
}

// Marks every translated text, as a language would change it.
class Marker : public QTranslator {
public:
    QString translate(const char*, const char* source, const char*, int) const override {
        return QStringLiteral("«") + QLatin1String(source) + QStringLiteral("»");
    }
    bool isEmpty() const override { return false; }
};

// The language changes in the open window; names for scripts stay English.
TEST(Language, TextsFollowItAndNamesDoNot) {
    Theme theme;
    QWidget window;
    auto* draw = new DrawCard(theme, &window);
    auto* answer = new AnswerPanel(theme, &window);
    auto* batch = new LinkedBatch(&window);
    auto* split = new StopButton(&window);
    Marker marker;
    QCoreApplication::installTranslator(&marker);
    QApplication::processEvents();
    auto* undo = draw->findChild<QPushButton*>(QStringLiteral("undoButton"));
    EXPECT_EQ(undo->text(), QStringLiteral("«Undo»"));
    EXPECT_EQ(undo->accessibleName(), QStringLiteral("Undo"));
    EXPECT_EQ(draw->pad()->accessibleDescription(), QStringLiteral("«empty»"));
    EXPECT_EQ(draw->pad()->accessibleName(), QStringLiteral("Drawing pad"));
    EXPECT_EQ(answer->findChild<QLabel*>(QStringLiteral("answerDetail"))->text(),
              QStringLiteral("«nothing drawn yet»"));
    EXPECT_EQ(answer->view()->toolTip(), QStringLiteral("«What the network sees»"));
    EXPECT_EQ(split->button()->text(), QStringLiteral("«Stop»"));
    EXPECT_EQ(split->button()->accessibleName(), QStringLiteral("Stop"));
    EXPECT_TRUE(batch->findChild<QLabel*>(QStringLiteral("batchSentence"))->text().startsWith(QStringLiteral("«")));
    QCoreApplication::removeTranslator(&marker);
    QApplication::processEvents();
    EXPECT_EQ(undo->text(), QStringLiteral("Undo"));
}

TEST(Figure, ShowsADashUntilThereIsAValue) {
    Figure figure(QStringLiteral("epochFigure"), QStringLiteral("epoch"));
    auto* value = figure.findChild<QLabel*>(QStringLiteral("epochFigure"));
    EXPECT_EQ(value->text(), QStringLiteral("–"));
    figure.setValue(QStringLiteral("3 / 20"));
    EXPECT_EQ(value->text(), QStringLiteral("3 / 20"));
    EXPECT_EQ(value->accessibleName(), QString());
    figure.setValue({});
    EXPECT_EQ(value->text(), QStringLiteral("–"));
}

TEST(StopButton, StopsInThreeWays) {
    StopButton split;
    std::vector<StopKind> asked;
    QObject::connect(&split, &StopButton::stopRequested, [&](StopKind kind) { asked.push_back(kind); });
    split.findChild<QPushButton*>(QStringLiteral("stopButton"))->click();
    for (const char* name : {"stopAfterStep", "stopAfterEpoch", "stopAbort"}) {
        split.menu()->findChild<QAction*>(QLatin1String(name))->trigger();
    }
    EXPECT_EQ(asked, (std::vector{StopKind::AfterStep, StopKind::AfterStep, StopKind::AfterEpoch, StopKind::Abort}));
    EXPECT_EQ(split.button()->accessibleName(), QStringLiteral("Stop"));
}

TEST(StopButton, BothHalvesAreEquallyHigh) {
    Theme theme;
    theme.apply(*qApp);
    StopButton split;
    split.resize(split.sizeHint());
    split.show();
    QApplication::processEvents();
    EXPECT_EQ(split.button()->height(), 34);
    EXPECT_EQ(split.findChild<QToolButton*>()->height(), 34);
}

} // namespace
} // namespace belfry
