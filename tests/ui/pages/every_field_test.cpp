// Random keys in every number field of the window's forms: either the field shows what was typed and the plan has
// that number, or the field is marked, the plan is as before, and nothing can be started with it.
#include "core/model/layer_kind.h"
#include "core/search/search_plan.h"
#include "core/train/plan.h"
#include "ui/dialogs/branch_dialog.h"
#include "ui/dialogs/network_editor/layer_fields.h"
#include "ui/foundation/language.h"
#include "ui/foundation/number_entry.h"
#include "ui/foundation/theme.h"
#include "ui/pages/scaling/scaling_page.h"
#include "ui/pages/search/gene_list.h"
#include "ui/pages/search/gene_text.h"
#include "ui/pages/search/search_form.h"
#include "ui/pages/search/space_dialog.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/training_rules.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/number_field.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <random>

namespace belfry {
namespace {

constexpr int kSequences = 10'000;

// The slow entries of ctest, one by language, type that many into each field: half in each language. The fast one types
// that many into each form in each language.
bool inFull() { return qEnvironmentVariableIsSet("BELFRY_EVERY_FIELD_IN_FULL"); }

// A form, and all numbers of what it says.
struct Form {
    std::string name;
    std::unique_ptr<QWidget> widget;
    std::function<std::map<std::string, double>()> said;
    std::function<bool()> usable; // what it says can be started, or applied
    int share = 1;                // of the fast entry's sequences it gets one in so many
};

void collect(const nlohmann::json& json, const std::string& path, std::map<std::string, double>& numbers) {
    if (json.is_number())
        numbers[path] = json.get<double>();
    else if (json.is_structured())
        for (const auto& [key, value] : json.items())
            collect(value, path + "/" + key, numbers);
}
std::map<std::string, double> numbersOf(const nlohmann::json& json) {
    std::map<std::string, double> numbers;
    collect(json, "", numbers);
    return numbers;
}

class EveryFieldTest : public testing::TestWithParam<const char*> {
protected:
    EveryFieldTest() {
        theme_.setMode(Theme::Mode::Light);
        language_.choose(QString::fromLatin1(GetParam()));
    }
    ~EveryFieldTest() override { language_.choose(QStringLiteral("en")); }

    void tryFields(const Form& form);
    void tryKeys(const Form& form, NumberField* field);
    QString randomKeys();

    Theme theme_;
    Language language_;
    std::mt19937 dice_{28};
    int taken_ = 0, marked_ = 0;
};

QString EveryFieldTest::randomKeys() {
    static const QString alphabet = QStringLiteral("0123456789001.,eE-+x ");
    QString keys;
    for (auto left = 1 + dice_() % 5; left > 0; --left)
        keys += alphabet[static_cast<qsizetype>(dice_() % static_cast<unsigned>(alphabet.size()))];
    return keys;
}

void EveryFieldTest::tryKeys(const Form& form, NumberField* field) {
    const double before = field->number();
    const auto saidBefore = form.said();
    const QString keys = randomKeys();
    field->selectAll();
    QTest::keyClicks(field, keys);
    const auto saidNow = form.said();
    const std::string where = form.name + ", " + field->objectName().toStdString() + ": '" + keys.toStdString() + "'";
    ASSERT_EQ(field->text(), keys) << where;
    if (field->property("wrong").toBool()) {
        EXPECT_EQ(saidNow, saidBefore) << where;
        EXPECT_FALSE(form.usable()) << where;
        ++marked_;
    } else if (field->number() != before) {
        const bool says = std::ranges::any_of(saidNow, [&](const auto& entry) {
            const auto was = saidBefore.find(entry.first);
            return entry.second == field->number() && (was == saidBefore.end() || was->second != entry.second);
        });
        EXPECT_TRUE(says) << where << " is " << field->number();
        ++taken_;
    } else {
        EXPECT_EQ(saidNow, saidBefore) << where;
    }
    field->selectAll();
    field->setNumber(before);
    field->setText(writeNumber(before, false));
    EXPECT_EQ(form.said(), saidBefore) << where;
}

void EveryFieldTest::tryFields(const Form& form) {
    form.widget->show();
    std::vector<NumberField*> fields;
    for (auto* field : form.widget->findChildren<NumberField*>())
        if (field->isVisible() && field->isEnabled())
            fields.push_back(field);
    if (fields.empty())
        return; // a kind of layer without numbers
    taken_ = marked_ = 0;
    const int sequences = inFull() ? kSequences / 2 * static_cast<int>(fields.size()) : kSequences / form.share;
    for (int i = 0; i < sequences && !HasFailure(); ++i)
        tryKeys(form, fields[static_cast<std::size_t>(i) % fields.size()]);
    EXPECT_GT(taken_, sequences / 20) << form.name;
    EXPECT_GT(marked_, sequences / 20) << form.name;
}

const QPushButton* button(const QWidget* of, const char* name) {
    return of->findChild<QPushButton*>(QLatin1String(name));
}

Form setupForm(const Theme& theme, const Plan& plan, int share) {
    auto form = std::make_unique<SetupForm>(theme, std::vector<Preset>());
    form->setPlan(plan);
    for (Fold* fold : form->folds())
        fold->setUnfolded(true);
    const SetupForm* asked = form.get();
    return {"the set-up", std::move(form), [asked] { return numbersOf(toJson(asked->plan())); },
            [asked] { return asked->problem().isEmpty(); }, share};
}

TEST_P(EveryFieldTest, OfTheSetUp) {
    Plan plan; // with the fields that only some plans have
    plan.model = "mlp";
    plan.feed = "queue";
    plan.schedule = "staircase";
    plan.tensorboard = true;
    tryFields(setupForm(theme_, plan, 2));
    plan.optimizer = "nadam";
    tryFields(setupForm(theme_, plan, 2));
}

TEST_P(EveryFieldTest, OfASearch) {
    auto form = std::make_unique<SearchForm>(theme_);
    const SearchForm* asked = form.get();
    tryFields({"the search", std::move(form), [asked] { return numbersOf(toJson(asked->plan())); },
               [asked] { return asked->problem().isEmpty(); }});
}

TEST_P(EveryFieldTest, OfABranch) {
    auto dialog = std::make_unique<BranchDialog>(RunSummary(), Plan(), std::vector{BranchPoint{.step = 7}}, nullptr);
    dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    const BranchDialog* asked = dialog.get();
    const auto said = [asked] {
        const BranchChoice choice = asked->choice();
        return std::map<std::string, double>{{"rate", choice.learningRate},
                                             {"epochs", static_cast<double>(choice.epochs)}};
    };
    const QPushButton* branch = button(asked, "startBranchButton");
    tryFields({"a branch", std::move(dialog), said, [branch] { return branch->isEnabled(); }});
}

Space spaceOf(std::initializer_list<Gene> genes) {
    Space space = searchPresets().front().plan.space;
    space.genes = genes;
    return space;
}

// A wrong end of a range became NaN in the space.
TEST_P(EveryFieldTest, OfTheGenes) {
    const Space space = spaceOf({{"learning_rate", {}, GeneRange{0.001, 0.1, 3, true}},
                                 {"dropout", {}, GeneRange{0, 0.5, 6, false}},
                                 {"width", {}, GeneRange{64, 1024, 5, false}}});
    auto dialog = std::make_unique<SpaceDialog>(theme_, space, searchPresets().front());
    const SpaceDialog* asked = dialog.get();
    const QPushButton *use = button(asked, "useSpaceButton"), *save = button(asked, "saveSpaceButton");
    const Form form{"the genes", std::move(dialog), [asked] { return numbersOf(toJson(asked->space())); },
                    [use, save] { return use->isEnabled() || save->isEnabled(); }, 12};
    auto* list = form.widget->findChild<GeneList*>();
    for (int row = 0; row < list->topLevelItemCount(); ++row) {
        list->setRow(row);
        tryFields(form);
    }
    EXPECT_EQ(asked->space(), space);
}

// Lists of numbers, which have separators of their own.
TEST_P(EveryFieldTest, OfTheValuesOfAGene) {
    const Gene first{"dropout", {0.1, 0.2}, std::nullopt};
    SpaceDialog dialog(theme_, spaceOf({first}), searchPresets().front());
    auto* line = dialog.findChild<QLineEdit*>(QStringLiteral("geneValuesField"));
    const QPushButton* use = button(&dialog, "useSpaceButton");
    dialog.show();
    const int sequences = inFull() ? kSequences : kSequences / 4;
    for (int i = 0; i < sequences && !HasFailure(); ++i) {
        const QString keys = randomKeys() + randomKeys();
        line->selectAll();
        QTest::keyClicks(line, keys);
        ASSERT_EQ(line->text(), keys);
        const bool wrong = line->property("wrong").toBool();
        const Gene typed{"dropout", valuesFromText(geneInfo("dropout"), keys), std::nullopt};
        EXPECT_EQ(dialog.space().genes[0], wrong ? first : typed) << keys.toStdString();
        EXPECT_EQ(use->isEnabled(), !wrong) << keys.toStdString();
        wrong ? ++marked_ : ++taken_;
        line->setText(QStringLiteral("0.1 0.2"));
        ASSERT_EQ(dialog.space().genes[0], first);
    }
    EXPECT_GT(taken_, sequences / 100);
    EXPECT_GT(marked_, sequences / 100);
}

TEST_P(EveryFieldTest, OfTheScalingPage) {
    auto page = std::make_unique<ScalingPage>(theme_);
    const ScalingPage* asked = page.get();
    const auto said = [asked] {
        const ScalingSettings settings = asked->settings();
        return std::map<std::string, double>{{"towers", settings.towersUpTo},
                                             {"repeats", settings.repeats},
                                             {"steps", static_cast<double>(settings.steps)}};
    };
    const QPushButton* measure = button(asked, "measureButton");
    tryFields({"the Scaling page", std::move(page), said, [measure] { return measure->isEnabled(); }});
}

TEST_P(EveryFieldTest, OfTheLayers) {
    for (const LayerKind* kind : layerKinds()) {
        auto form = std::make_unique<LayerFields>();
        auto layer = std::make_shared<Layer>(kind->defaults());
        QObject::connect(form.get(), &LayerFields::edited, form.get(),
                         [layer](const Layer& edited) { *layer = edited; });
        form->setLayer(*layer);
        const auto said = [layer] {
            std::map<std::string, double> numbers;
            for (const LayerField& field : kindOf(*layer).fields(*layer)) {
                if (int* const* whole = std::get_if<int*>(&field.value))
                    numbers[field.name] = **whole;
                else if (double* const* real = std::get_if<double*>(&field.value))
                    numbers[field.name] = **real;
            }
            return numbers;
        };
        tryFields({"a layer " + std::string(kind->word()), std::move(form), said, [] { return false; }, 10});
    }
}

INSTANTIATE_TEST_SUITE_P(InBothLanguages, EveryFieldTest, testing::Values("en", "es"),
                         [](const auto& language) { return std::string(language.param); });

} // namespace
} // namespace belfry
