// Spanish is whole: no text of the window stays English, no text of the sources lacks a translation.
#include "core/data/catalogue.h"
#include "core/train/plan_fields.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/foundation/texts.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/window/about_dialog.h"
#include "ui/window/close_dialog.h"
#include "ui/window/log_panel.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QRegularExpression>
#include <QTabBar>

namespace belfry {
namespace {

// Proper names, units and signs: the same in both languages.
bool sameEverywhere(const QString& text) {
    static const QRegularExpression names(
        QStringLiteral("^(Belfry.*|LeNet.*|ResNet-\\d+|MobileNet.*|EfficientNet.*|ConvNeXt.*|ViT.*|Factor|(Fashion-)?"
                       "MNIST|MIT|CIFAR-\\d+|Ada.*|"
                       "Nadam|RAdam|Muon|Rho|Beta "
                       "\\d|Dropout|RMSprop|SGD|ReLU6?|ELU|GELU|SiLU|[Hh]ard "
                       "swish|Tanh|Softplus|CPU.*|GPU.*|Log|English|Español|trial|total|"
                       "log|fp32|tf32|bf16|"
                       "Error|Normal|TensorBoard|Ctrl\\+\\d|No NVIDIA driver.*|[^A-Za-z]*|\\d.*)$"));
    return names.match(text).hasMatch();
}

class LanguageTest : public WindowTest {
protected:
    // Every text of every widget with where it stands; in the same order each time.
    std::vector<std::pair<QString, QString>> texts() {
        std::vector<std::pair<QString, QString>> all;
        const auto add = [&all](const QObject* owner, const char* what, const QString& text) {
            if (!text.isEmpty()) {
                all.emplace_back(
                    QStringLiteral("%1 %2 (%3)")
                        .arg(QLatin1String(owner->metaObject()->className()), owner->objectName(), QLatin1String(what)),
                    text);
            }
        };
        for (QWidget* widget : window().findChildren<QWidget*>()) {
            // A hidden button says its text when it is needed ("clipped: 3").
            const bool waits = widget->isHidden() && qobject_cast<QAbstractButton*>(widget) != nullptr;
            const auto isOfDevice = [widget](const char* part) { // the machine's own words
                return widget->objectName().contains(QLatin1String(part), Qt::CaseInsensitive);
            };
            if (waits || widget->objectName() == QLatin1String("logLines") || isOfDevice("deviceLive") ||
                isOfDevice("deviceName") || widget->objectName() == QLatin1String("deviceStatus")) {
                continue;
            }
            add(widget, "tool tip", widget->toolTip());
            addTexts(widget, add);
        }
        for (const QAction* action : window().findChildren<QAction*>()) {
            add(action, "action", action->text());
        }
        return all;
    }
    template <typename Add>
    void addTexts(QWidget* widget, const Add& add) {
        if (const auto* label = qobject_cast<QLabel*>(widget)) {
            add(label, "text", label->text());
        } else if (const auto* button = qobject_cast<QAbstractButton*>(widget)) {
            add(button, "text", button->text());
        } else if (const auto* box = qobject_cast<QComboBox*>(widget)) {
            for (int i = 0; i < box->count(); ++i) {
                add(box, "item", box->itemText(i));
                add(box, "item's tool tip", box->itemData(i, Qt::ToolTipRole).toString());
            }
        } else if (const auto* tabs = qobject_cast<QTabBar*>(widget)) {
            for (int i = 0; i < tabs->count(); ++i) {
                add(tabs, "tab", tabs->tabText(i));
            }
        } else if (const auto* spin = qobject_cast<QAbstractSpinBox*>(widget)) {
            add(spin, "special value", spin->findChild<QLineEdit*>()->placeholderText());
        }
    }
};

TEST_F(LanguageTest, SwitchingLeavesNoEnglishText) {
    open();
    Plan plan = longPlan();
    plan.model = "mlp";
    page().setPlan(plan);
    ASSERT_TRUE(eventually([this] { return window().findChild<QWidget*>("device-cpu") != nullptr; }));
    const auto english = texts();
    speak("es");
    // The devices' rows say their texts with the next report.
    const auto* row = find("device-cpu")->parentWidget();
    ASSERT_TRUE(eventually([row] { return row->toolTip().contains(QStringLiteral("núcleos")); }));
    const auto spanish = texts();
    ASSERT_GT(english.size(), 100U);
    std::map<QString, std::vector<QString>> before;
    for (const auto& [where, text] : english) {
        before[where].push_back(text);
    }
    for (const auto& [where, text] : spanish) {
        const auto& old = before[where];
        // The grammar has one language.
        const bool typed = where.contains(QStringLiteral("ChoiceEdit")) && where.endsWith(QStringLiteral("(item)"));
        const bool left = std::find(old.begin(), old.end(), text) != old.end() && !typed;
        EXPECT_FALSE(left && !sameEverywhere(text)) << where.toStdString() << ": " << text.toStdString();
    }
}

// A message that was open, the log and the charts' marks kept the language in which they were written.
TEST_F(LanguageTest, ShownMessagesAreRetranslated) {
    open();
    page().openPlan(QStringLiteral("/nowhere/plan.json"));
    page().charts()->markSetting({7, Text::tr("learning rate %1 → %2", significant(0.001), significant(0.0003))});
    const auto mark = [this] { return page().charts()->group().marks().front().text.text(); };
    const QString english = text("bannerText"), log = window().logPanel()->text();
    EXPECT_EQ(english, "plan.json: the plan was not opened. No file '/nowhere/plan.json'. Check the path.");
    EXPECT_TRUE(log.contains(english));
    EXPECT_EQ(mark(), "learning rate 0.001 → 0.0003");
    speak("es");
    const QString spanish = text("bannerText");
    EXPECT_TRUE(spanish.contains(QStringLiteral("No existe el fichero «/nowhere/plan.json»"))) << spanish.toStdString();
    EXPECT_FALSE(spanish.contains(QStringLiteral("plan was")));
    EXPECT_TRUE(window().logPanel()->text().contains(spanish));
    EXPECT_EQ(mark(), "tasa 0,001 → 0,0003");
    speak("en");
    EXPECT_EQ(text("bannerText"), english);
    EXPECT_EQ(window().logPanel()->text(), log);
}

// A run without a name of its own is called as its network, also in the window's title.
TEST_F(LanguageTest, UnnamedRunsAreNamedInTheLanguage) {
    open();
    Plan plan = longPlan();
    plan.name.clear();
    plan.model = "mlp";
    start(plan);
    ASSERT_TRUE(eventually([this] { return text("stateText") == "Running: Multilayer perceptron, 1 tower"; }));
    speak("es");
    EXPECT_TRUE(text("stateText").contains(QStringLiteral("Perceptrón multicapa"))) << text("stateText").toStdString();
    EXPECT_TRUE(window().windowTitle().contains(QStringLiteral("Perceptrón multicapa")));
    page().stop(StopKind::Abort);
    ASSERT_TRUE(eventually([this] { return stopped(); }));
    EXPECT_TRUE(window().logPanel()->text().contains(QStringLiteral("Cancelado: los pesos")));
}

TEST_F(LanguageTest, SwitchingBackRestoresEveryText) {
    open();
    ASSERT_TRUE(eventually([this] { return window().findChild<QWidget*>("device-cpu") != nullptr; }));
    const auto onlyFixed = [this] { // load and memory go up and down
        auto all = texts();
        std::erase_if(all, [](const auto& item) { return item.first.contains(QLatin1String("DeviceRow")); });
        return all;
    };
    // What is read in the background (pictures, figures of the data) may change a text in between: then once more.
    EXPECT_TRUE(eventually([&] {
        const auto before = onlyFixed();
        speak("es");
        EXPECT_TRUE(onlyFixed() != before);
        speak("en");
        return onlyFixed() == before;
    }));
}

TEST_F(LanguageTest, TheLanguageMenuSwitches) {
    open();
    auto* action = window().findChild<QAction*>("language-es");
    ASSERT_NE(action, nullptr);
    action->trigger();
    speak("es"); // is chosen already: handles the events
    EXPECT_EQ(find<QAbstractButton>("startButton")->text(), "Iniciar");
    EXPECT_EQ(find<QAbstractButton>("startButton")->accessibleName(), "Start");
    EXPECT_EQ(find<QAbstractButton>("languageButton")->text(), "Idioma");
    EXPECT_EQ(Settings(path("belfry.ini")).language(), "es");
}

TEST_F(LanguageTest, NumbersFollowTheLocale) {
    open();
    page().setPlan([] {
        Plan plan = longPlan();
        plan.towers = 2;
        plan.batchPerTower = 5120;
        return plan;
    }());
    EXPECT_TRUE(text("batchSentence").contains("10,240"));
    speak("es");
    EXPECT_TRUE(text("batchSentence").contains("10.240")) << text("batchSentence").toStdString();
}

// The engine's tables are texts, too.
TEST_F(LanguageTest, TheEnginesTextsAreTranslated) {
    speak("es");
    const auto check = [](const Text& text) {
        const QString said = translated(text);
        EXPECT_FALSE(said == QString::fromStdString(text.english()) && !sameEverywhere(said)) << text;
    };
    for (const auto& table :
         {augmentationChoices(), usualAugmentations(), testViewChoices(), normalisationChoices(), feedChoices(),
          exchangeChoices(), optimizerChoices(), scheduleChoices(), precisionChoices()}) {
        for (const Choice& choice : table) {
            check(choice.title);
            check(choice.help);
        }
    }
    for (const ZooEntry& entry : zoo()) {
        check(entry.title);
        check(entry.summary);
    }
    for (const CatalogueEntry& entry : catalogue()) {
        check(entry.summary);
    }
    for (const Preset& preset : loadPresets()) {
        check(preset.title);
        check(preset.summary);
    }
}

TEST_F(LanguageTest, RefusalsWithNumbersAreTranslated) {
    speak("es");
    Plan plan;
    plan.towers = 0;
    try {
        validate(plan);
        ADD_FAILURE() << "no towers";
    } catch (const Error& error) {
        EXPECT_EQ(translated(error.message()), QStringLiteral("El número de torres es 0; se espera de 1 a 8192."));
    }
    // A failure and where its weights are.
    EXPECT_EQ(
        translated(Text::sentences(
            {Text::tr("The loss was not a number at step %1 with learning rate %2. Lower the rate (try %3) or choose "
                      "Adam.",
                      7, significant(0.5), significant(0.05)),
             Text::tr("The best weights, of epoch %1, are in %2.", 3, std::string("/a/b"))})),
        QStringLiteral("La pérdida no fue un número en el paso 7 con tasa de aprendizaje 0,5. Baja la tasa "
                       "(prueba 0,05) o elige Adam. Los mejores pesos, de la época 3, están en /a/b."));
    const auto steps = [](int count) {
        return translated(Text::plural(
            "Run '%1' has completed all of its %n steps. To resume it, give it more epochs, steps or patience.",
            "Run '%1' has completed its %n step. To resume it, give it more epochs, steps or patience.", count,
            std::string("a")));
    };
    EXPECT_TRUE(steps(1).startsWith(QStringLiteral("La ejecución «a» ha hecho su 1 paso."))) << steps(1).toStdString();
    EXPECT_TRUE(steps(2).startsWith(QStringLiteral("La ejecución «a» ha hecho todos sus 2 pasos.")));
    EXPECT_EQ(translated(Text::verbatim("Something else.")), QStringLiteral("Something else."));
}

// What lupdate finds in the sources is in the file, and all of it is translated.
TEST_F(LanguageTest, TheTranslationFileIsCompleteAndCurrent) {
    const QString committed = QStringLiteral(BELFRY_TRANSLATIONS "/belfry_es.ts");
    const QString fresh = path("belfry_es.ts");
    ASSERT_TRUE(QFile::copy(committed, fresh));
    QProcess lupdate;
    lupdate.start(QStringLiteral(BELFRY_LUPDATE),
                  {QStringLiteral("-silent"), QStringLiteral("-no-obsolete"), QStringLiteral("-tr-function-alias"),
                   QStringLiteral("tr+=plural"), QStringLiteral("-locations"), QStringLiteral("none"),
                   QStringLiteral("-I"), QStringLiteral(BELFRY_SOURCE_DIR),
                   QStringLiteral("@" BELFRY_TRANSLATED_SOURCES), QStringLiteral("-ts"), fresh});
    ASSERT_TRUE(lupdate.waitForFinished(60'000));
    ASSERT_EQ(lupdate.exitCode(), 0) << lupdate.readAllStandardError().toStdString();
    QFile file(fresh);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QString content = QString::fromUtf8(file.readAll());
    EXPECT_GT(content.count(QLatin1String("<message")), 100);
    QRegularExpression unfinished(
        QStringLiteral("<source>([^<]*)</source>(?:\\s*<[a-z]*comment>[^<]*</[a-z]*comment>)*\\s*"
                       "<translation type=\"unfinished\""));
    for (auto match = unfinished.globalMatch(content); match.hasNext();) {
        ADD_FAILURE() << "not translated: " << match.next().captured(1).toStdString()
                      << " (build target update_translations, then fill resources/translations/belfry_es.ts)";
    }
    EXPECT_FALSE(content.contains(QLatin1String("unfinished")));
}

} // namespace
} // namespace belfry
