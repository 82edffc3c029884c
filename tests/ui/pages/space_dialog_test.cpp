// The dialog of the space with mouse and keyboard.
#include "core/base/files.h"
#include "tests/ui/pages/space_dialog_fixture.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/tables.h"

#include <gmock/gmock.h>

#include <QAction>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalSpy>
#include <QWindow>
#include <tuple>

namespace belfry {
namespace {

TEST_F(SpaceDialogTest, StartsWithTheSpaceOfThePlan) {
    EXPECT_EQ(dialog_->space(), form().plan().space);
    ASSERT_EQ(list().topLevelItemCount(), 4);
    EXPECT_EQ(list().topLevelItem(0)->text(0), "Width");
    EXPECT_EQ(list().topLevelItem(0)->text(1), "64, 128, 256, 512, 768, 1024");
    EXPECT_EQ(list().topLevelItem(3)->text(2), "7");
    EXPECT_EQ(find<QLineEdit>("geneValuesField")->text(), "64, 128, 256, 512, 768, 1024");
    EXPECT_EQ(text("spaceSize"), "672 different networks");
    EXPECT_EQ(text("spaceShared"), "Every trial: dropout 0.2, the optimizer's default rate, at most 10,000 epochs, "
                                   "stops after 5 epochs without improvement");
    EXPECT_TRUE(usable());
}

TEST_F(SpaceDialogTest, GenesAreAddedMovedAndRemoved) {
    clickRow(1);
    EXPECT_FALSE(find<QAction>("addGene-layers")->isVisible()); // it is there
    find<QAction>("addGene-dropout")->trigger();
    EXPECT_EQ(genes(), QStringList({"width", "layers", "dropout", "activation", "optimizer"}));
    EXPECT_EQ(list().row(), 2);
    EXPECT_EQ(text("spaceSize"), "4,032 different networks");
    EXPECT_FALSE(find<QAction>("addGene-dropout")->isVisible());
    press("geneUpButton");
    press("geneUpButton");
    EXPECT_EQ(genes().first(), "dropout");
    EXPECT_FALSE(find("geneUpButton")->isEnabled());
    press("geneDownButton");
    EXPECT_EQ(genes(), QStringList({"width", "dropout", "layers", "activation", "optimizer"}));
    press("removeGeneButton");
    EXPECT_EQ(dialog_->space(), form().plan().space);
    for (int left = 4; left > 0; --left) {
        press("removeGeneButton");
    }
    EXPECT_EQ(text("spaceProblem"), "The space has no genes; give it at least one, such as width.");
    EXPECT_FALSE(usable());
    EXPECT_FALSE(find("removeGeneButton")->isEnabled());
    find<QAction>("addGene-filters_3")->trigger();
    EXPECT_EQ(find<QLineEdit>("geneValuesField")->text(), "16, 32, 64");
}

// What all trials share named the optimizer as files do.
TEST_F(SpaceDialogTest, TheSharedOptimizerHasItsTitle) {
    clickRow(3);
    press("removeGeneButton");
    EXPECT_TRUE(QString::fromStdString(text("spaceShared")).contains("learning rate 0.001, Adam, at most"))
        << text("spaceShared");
}

// In Spanish the values had points for decimals, and names were those of files: "relu, elu".
TEST_F(SpaceDialogTest, ValuesAreWrittenInTheLanguage) {
    EXPECT_TRUE(list().topLevelItem(2)->text(1).startsWith("ReLU, ELU"))
        << list().topLevelItem(2)->text(1).toStdString();
    press("cancelSpaceButton");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    speak("es");
    openDialog();
    clickRow(1);
    find<QAction>("addGene-dropout")->trigger();
    QTest::mouseClick(find<QCheckBox>("geneRangeField"), Qt::LeftButton, {}, QPoint(8, 11));
    EXPECT_EQ(find<QLineEdit>("geneValuesField")->text(), "0; 0,1; 0,2; 0,3; 0,4; 0,5");
    type("geneValuesField", "0,25; 0.5");
    EXPECT_EQ(list().topLevelItem(2)->text(1), "0,25; 0,5");
    clickRow(1);
    clickRow(2);
    EXPECT_EQ(find<QLineEdit>("geneValuesField")->text(), "0,25; 0,5");
    const std::vector<GeneValue> values{0.25, 0.5};
    EXPECT_EQ(dialog_->space().genes[2].values, values);
}

TEST_F(SpaceDialogTest, EveryActionHasAShortcut) {
    list().setFocus();
    QTest::keyClick(dialog_->windowHandle(), Qt::Key_Down);
    EXPECT_EQ(list().row(), 1);
    QTest::keyClick(dialog_->windowHandle(), Qt::Key_Up, Qt::AltModifier);
    EXPECT_EQ(genes(), QStringList({"layers", "width", "activation", "optimizer"}));
    QTest::keyClick(dialog_->windowHandle(), Qt::Key_Down, Qt::AltModifier);
    QTest::keyClick(dialog_->windowHandle(), Qt::Key_Delete);
    EXPECT_EQ(genes(), QStringList({"width", "activation", "optimizer"}));
}

TEST_F(SpaceDialogTest, EveryAvailableGeneCanBeAdded) {
    while (!genes().isEmpty()) {
        press("removeGeneButton");
    }
    for (const GeneInfo& info : geneInfos()) {
        find<QAction>(("addGene-" + info.name).c_str())->trigger();
        EXPECT_NO_THROW(validate(dialog_->space().genes.back())) << info.name;
    }
    EXPECT_THAT(text("spaceProblem"),
                testing::HasSubstr("Choose one of the two")); // networks, or their sizes
    EXPECT_FALSE(find("addGeneButton")->isEnabled());         // there is no other
}

TEST_F(SpaceDialogTest, NumbersCanBeTyped) {
    type("geneValuesField", "64; 100 300,");
    const std::vector<GeneValue> three{std::int64_t{64}, std::int64_t{100}, std::int64_t{300}};
    EXPECT_EQ(dialog_->space().genes[0].values, three);
    EXPECT_EQ(text("geneChoices"), "Choices, in order: 64, 100, 300");
    EXPECT_EQ(find<QLineEdit>("geneValuesField")->text(), "64; 100 300,"); // what is being typed stays
    EXPECT_TRUE(usable());
    type("geneValuesField", "64; 1,5"); // a decimal comma
    EXPECT_EQ(text("spaceProblem"), "Gene 'width' is 1.5; expected whole numbers.");
    for (const auto& [typed, sentence] :
         {std::pair{"64, abc", "Gene 'width' is 'abc'; expected numbers."},
          {"", "Gene 'width' has no values; give it at least one, or leave it out."},
          {"64, 64", "Gene 'width' has the value 64 twice."},
          {"64, 0.5", "Gene 'width' is 0.5; expected whole numbers."},
          {"0", "Gene 'width' is 0; expected 1 to 100000."},
          {"-99999999999999999999", "Gene 'width' is -1e+20; expected whole numbers."}}) {
        type("geneValuesField", typed);
        EXPECT_EQ(text("spaceProblem"), sentence) << typed;
        EXPECT_FALSE(usable()) << typed;
        EXPECT_FALSE(find("saveSpaceButton")->isEnabled()) << typed;
        EXPECT_TRUE(list().topLevelItem(0)->text(0).contains(QStringLiteral("⚠"))) << typed;
        EXPECT_EQ(text("geneChoices"), "") << typed;
    }
    type("geneValuesField", "64, abc");
    clickRow(1);
    clickRow(0);
    EXPECT_EQ(find<QLineEdit>("geneValuesField")->text(), "64, abc"); // nothing typed is lost
    type("geneValuesField", "64");
    EXPECT_TRUE(usable());
}

TEST_F(SpaceDialogTest, ARangeIsSetAndShown) {
    find<QAction>("addGene-learning_rate")->trigger();
    EXPECT_EQ(text("geneChoices"), "Choices, in order: 0.0001, 0.000177828, 0.000316228, 0.000562341, 0.001, "
                                   "0.00177828, 0.00316228, 0.00562341, 0.01");
    EXPECT_FALSE(shows("geneValuesField"));
    type("geneFromField", "0.001");
    type("geneToField", "0.1");
    find<SpinBox>("genePointsField")->setNumber(3);
    const Gene& gene = dialog_->space().genes[1];
    EXPECT_EQ(gene.range, (GeneRange{0.001, 0.1, 3, true}));
    EXPECT_EQ(text("geneChoices"), "Choices, in order: 0.001, 0.01, 0.1");
    clickValue("geneLogarithmicField");
    EXPECT_EQ(text("geneChoices"), "Choices, in order: 0.001, 0.0505, 0.1");
    clickValue("geneLogarithmicField");
    for (const auto& [from, sentence] :
         {std::pair{"1", "Gene 'learning_rate' goes from 1 to 0.1; expected the lower end first."},
          {"-1", "Gene 'learning_rate' is -1; expected 1e-12 to 1000."},
          {"abc", "Gene 'learning_rate' is not a number; expected 1e-12 to 1000."}}) {
        type("geneFromField", from);
        EXPECT_EQ(text("spaceProblem"), sentence) << from;
        EXPECT_FALSE(usable()) << from;
    }
    clickRow(0);
    clickRow(1);
    EXPECT_EQ(find<NumberField>("geneFromField")->text(), "");
    type("geneFromField", "0.001");
    clickValue("geneRangeField"); // a list of the same values
    EXPECT_EQ(find<QLineEdit>("geneValuesField")->text(), "0.001, 0.01, 0.1");
    clickValue("geneRangeField");
    EXPECT_EQ(dialog_->space().genes[1].range, (GeneRange{0.001, 0.1, 3, true}));
    type("geneFromField", "1e-4");
    clickRow(0);
    clickRow(1);
    EXPECT_EQ(find<NumberField>("geneFromField")->text(), "0.0001");
}

// A wrong end of a range went into the space as NaN, and its field was not marked.
TEST_F(SpaceDialogTest, AWrongGeneIsMarkedAndLeavesTheSpace) {
    find<QAction>("addGene-learning_rate")->trigger();
    const Space space = dialog_->space(); // from 0.0001 to 0.01, 9 points
    for (const auto& [name, wrong, right] : {std::tuple{"geneFromField", "abc", "0.0001"},
                                             {"geneFromField", "-1", "0.0001"},
                                             {"geneToField", "x", "0.01"},
                                             {"geneToField", "0.00001", "0.01"},
                                             {"genePointsField", "1", "9"},
                                             {"genePointsField", "70 9", "9"}}) { // 70 is right meanwhile
        type(name, wrong);
        EXPECT_EQ(find<NumberField>(name)->text(), wrong);
        EXPECT_TRUE(find(name)->property("wrong").toBool()) << wrong;
        EXPECT_TRUE(shows((name + std::string("Problem")).c_str())) << wrong;
        EXPECT_EQ(dialog_->space(), space) << wrong;
        for (const char* button : {"useSpaceButton", "saveSpaceButton"}) {
            EXPECT_FALSE(find(button)->isEnabled()) << wrong;
            EXPECT_EQ(find(button)->toolTip().toStdString(), text("spaceProblem")) << wrong;
        }
        type(name, right);
        EXPECT_FALSE(find(name)->property("wrong").toBool()) << right;
        EXPECT_FALSE(shows((name + std::string("Problem")).c_str())) << right;
        EXPECT_TRUE(usable()) << text("spaceProblem");
        EXPECT_EQ(dialog_->space(), space) << right;
    }
    type("geneFromField", "-1");
    clickRow(0);
    EXPECT_FALSE(usable());
    EXPECT_FALSE(find("geneValuesField")->property("wrong").toBool());
    clickRow(1);
    EXPECT_EQ(find<NumberField>("geneFromField")->text(), "-1");
    EXPECT_TRUE(find("geneFromField")->property("wrong").toBool());
    EXPECT_EQ(dialog_->space(), space);
    press("removeGeneButton"); // what was wrong goes with it
    EXPECT_TRUE(usable()) << text("spaceProblem");
}

TEST_F(SpaceDialogTest, LongChoiceListsShowTheirEnds) {
    clickValue("geneRangeField");
    EXPECT_EQ(dialog_->space().genes[0].range, (GeneRange{64, 1024, 6, false}));
    find<SpinBox>("genePointsField")->setNumber(500);
    EXPECT_EQ(text("geneChoices"), "Choices, in order: 64, 66, 68, 70, 72, 74, 76, 77, … 1024");
    EXPECT_EQ(list().topLevelItem(0)->text(2), "500");
}

TEST_F(SpaceDialogTest, NamesAreCheckedAndKeepTheirOrder) {
    clickRow(2);
    EXPECT_FALSE(find("geneValuesField")->isVisible());
    EXPECT_TRUE(find<QCheckBox>("geneValue-relu")->isChecked());
    EXPECT_FALSE(find<QCheckBox>("geneValue-softplus")->isChecked());
    clickValue("geneValue-relu");
    clickValue("geneValue-softplus");
    clickValue("geneValue-relu");
    const std::vector<GeneValue> expected{"elu", "tanh", "sigmoid", "softplus", "relu"};
    EXPECT_EQ(dialog_->space().genes[2].values, expected);
    for (const char* name : {"relu", "elu", "tanh", "sigmoid", "softplus"}) {
        clickValue((std::string("geneValue-") + name).c_str());
    }
    EXPECT_EQ(text("spaceProblem"), "Gene 'activation' has no values; give it at least one, or leave it out.");
    clickRow(3);
    EXPECT_TRUE(find<QCheckBox>("geneValue-adam")->isChecked()); // the other gene's boxes are gone
    EXPECT_EQ(dialog_->findChild<QCheckBox*>("geneValue-relu"), nullptr);
}

TEST_F(SpaceDialogTest, OkAppliesTheSpaceAndCancelDiscardsIt) {
    const SearchPlan before = form().plan();
    press("removeGeneButton");
    press("cancelSpaceButton");
    press("discardButton");
    EXPECT_EQ(form().plan(), before);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    openDialog();
    press("removeGeneButton"); // width
    const QSignalSpy changes(&form(), &SearchForm::changed);
    press("useSpaceButton");
    EXPECT_EQ(changes.count(), 1);
    EXPECT_EQ(form().plan().preset, "");
    EXPECT_EQ(form().plan().space.genes.size(), 3U);
    EXPECT_TRUE(find<QLabel>("searchSpace")->text().startsWith("112 networks"));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    openDialog();
    press("resetSpaceButton"); // of the preset that was chosen last
    press("useSpaceButton");
    EXPECT_EQ(form().plan(), before);
}

TEST_F(SpaceDialogTest, FilesAreWrittenAndRead) {
    const auto path = [this](const char* name) { return folder_.filePath(QLatin1String(name)); };
    clickValue("geneRangeField");
    const Space saved = dialog_->space();
    ASSERT_TRUE(dialog_->saveFile(path("space.json")));
    EXPECT_EQ(readSpaceFile(path("space.json").toStdString()), saved);
    press("resetSpaceButton");
    EXPECT_NE(dialog_->space(), saved);
    ASSERT_TRUE(dialog_->openFile(path("space.json")));
    EXPECT_EQ(dialog_->space(), saved);
    const auto open = [&](const char* content) {
        writeFileAtomically(path("bad.json").toStdString(), content);
        return dialog_->openFile(path("bad.json"));
    };
    for (const auto& [content, sentence] :
         {std::pair{"P6 640 480", "is not JSON"},
          {"[1, 2]", "A space must be a JSON object; found a JSON array."},
          {R"({"genes": [{"name": "widht", "values": [1]}]})", "did you mean 'width'"},
          {R"({"genes": [{"name": "width", "values": []}]})", "has no values"},
          {R"({"genes": [{"name": "width", "from": 1, "to": 9, "points": 1}]})", "has 1 point"},
          {R"({"genes": 7})", "expected a list of genes"}}) {
        EXPECT_FALSE(open(content)) << content;
        EXPECT_TRUE(find<QLabel>("spaceProblem")->text().contains(QLatin1String(sentence))) << text("spaceProblem");
        EXPECT_EQ(dialog_->space(), saved) << content;
    }
    EXPECT_FALSE(dialog_->openFile(path("none.json")));
    EXPECT_FALSE(dialog_->saveFile(path("none") + "/space.json"));
    EXPECT_TRUE(find<QLabel>("spaceProblem")->text().startsWith("Cannot")) << text("spaceProblem");
}

// A file that speaks of genes alone took the user's data set away.
TEST_F(SpaceDialogTest, AFileWithGenesOnlyKeepsTheTrialsPlan) {
    press("cancelSpaceButton");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    choose("searchPresetField", "genetic-cifar");
    openDialog();
    const QString file = folder_.filePath(QStringLiteral("genes.json"));
    writeFileAtomically(file.toStdString(), R"({"genes": [{"name": "layers", "values": [1, 2]}]})");
    ASSERT_TRUE(dialog_->openFile(file));
    EXPECT_EQ(dialog_->space().plan, searchPresetByName("genetic-cifar").plan.space.plan);
    EXPECT_EQ(genes(), QStringList({"layers"}));
    writeFileAtomically(file.toStdString(),
                        R"({"plan": {"data": "fashion-mnist"}, "genes": [{"name": "layers", "values": [1, 2]}]})");
    ASSERT_TRUE(dialog_->openFile(file));
    EXPECT_EQ(dialog_->space().plan.data, "fashion-mnist");
}

TEST_F(SpaceDialogTest, IsTranslatedToSpanishAndFits) {
    for (const char* code : {"en", "es"}) {
        press("cancelSpaceButton");
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        speak(code);
        openDialog();
        clickRow(0);
        type("geneValuesField", "64, abc");
        settle();
        EXPECT_EQ(list().topLevelItem(1)->text(0) == "Hidden layers", code == std::string("en"));
        EXPECT_EQ(QString::fromStdString(text("spaceProblem")).startsWith("Gene "), code == std::string("en"));
        for (const QPushButton* button : dialog_->findChildren<QPushButton*>()) {
            EXPECT_GE(button->width(), button->minimumSizeHint().width()) << button->objectName().toStdString() << code;
        }
        for (const QLabel* label : dialog_->findChildren<QLabel*>()) {
            EXPECT_TRUE(!label->isVisible() || label->wordWrap() || label->width() >= label->sizeHint().width())
                << label->text().toStdString() << " " << code;
        }
        EXPECT_LE(dialog_->width(), 1280);
        EXPECT_LE(dialog_->height(), 720);
    }
}

// Esc, the first key after a slip, threw away all edits.
TEST_F(SpaceDialogTest, ChangesAreDiscardedOnlyWhenThatIsConfirmed) {
    clickRow(0);
    press("geneDownButton");
    const QStringList edited = genes();
    for (const bool byKey : {true, false}) {
        if (byKey)
            QTest::keyClick(dialog_, Qt::Key_Escape);
        else
            press("cancelSpaceButton");
        EXPECT_TRUE(dialog_->isVisible());
        press("keepEditingButton");
        settle();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        EXPECT_TRUE(dialog_->isVisible());
        EXPECT_EQ(genes(), edited);
    }
    press("geneUpButton");          // as it was
    type("geneValuesField", "abc"); // what is wrong is an edit, too
    press("cancelSpaceButton");
    EXPECT_TRUE(dialog_->isVisible());
    press("keepEditingButton");
    settle();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    press("resetSpaceButton");
    QTest::keyClick(dialog_, Qt::Key_Escape);
    EXPECT_FALSE(dialog_->isVisible());
}

TEST_F(SpaceDialogTest, ConfirmedChangesAreDiscarded) {
    const Space before = form().plan().space;
    clickRow(0);
    press("geneDownButton");
    QTest::keyClick(dialog_, Qt::Key_Escape);
    press("discardButton");
    EXPECT_FALSE(dialog_->isVisible());
    EXPECT_EQ(form().plan().space, before);
}

} // namespace
} // namespace belfry
