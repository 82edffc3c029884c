// Random keys in every number field of the window's forms: either the field shows what was typed and the plan has
// that number, or the field is marked and the plan is as before.
#include "core/model/layer_kind.h"
#include "core/search/search_plan.h"
#include "core/train/plan.h"
#include "ui/dialogs/branch_dialog.h"
#include "ui/dialogs/network_editor/layer_fields.h"
#include "ui/foundation/language.h"
#include "ui/foundation/number_entry.h"
#include "ui/foundation/theme.h"
#include "ui/pages/search/search_form.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/training_rules.h"
#include "ui/widgets/number_field.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <QCheckBox>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <random>

namespace belfry {
namespace {

// A form, and all numbers of what it says.
struct Form {
    std::string name;
    std::unique_ptr<QWidget> widget;
    std::function<std::map<std::string, double>()> said;
    int sequences; // in all of its fields: a key in the set-up draws the network and the rate anew
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

    void tryFields(Form form);
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
        EXPECT_EQ(field->number(), before) << where;
        EXPECT_EQ(saidNow, saidBefore) << where;
        ++marked_;
    } else if (field->number() != before) {
        const bool says = std::ranges::any_of(saidNow, [&](const auto& entry) {
            const auto was = saidBefore.find(entry.first);
            return entry.second == field->number() && (was == saidBefore.end() || was->second != entry.second);
        });
        EXPECT_TRUE(says) << where << " is " << field->number();
        ++taken_;
    }
    field->selectAll();
    field->setNumber(before);
    field->setText(writeNumber(before, false));
    EXPECT_EQ(form.said(), saidBefore) << where;
}

void EveryFieldTest::tryFields(Form form) {
    form.widget->show();
    std::vector<NumberField*> fields;
    for (auto* field : form.widget->findChildren<NumberField*>())
        if (!field->isHidden() && field->isEnabled())
            fields.push_back(field);
    if (fields.empty())
        return; // a kind of layer without numbers
    for (int i = 0; i < form.sequences; ++i)
        tryKeys(form, fields[static_cast<std::size_t>(i) % fields.size()]);
}

Form setupForm(const Theme& theme, const Plan& plan, int sequences) {
    auto form = std::make_unique<SetupForm>(theme, std::vector<Preset>());
    form->setPlan(plan);
    form->rules()->setUnfolded(true);
    const SetupForm* asked = form.get();
    return {"the set-up", std::move(form), [asked] { return numbersOf(toJson(asked->plan())); }, sequences};
}

TEST_P(EveryFieldTest, OfTheSetUp) {
    Plan plan; // with the fields that only some plans have
    plan.model = "mlp";
    plan.feed = "queue";
    plan.schedule = "staircase";
    plan.tensorboard = true;
    tryFields(setupForm(theme_, plan, 500));
    plan.optimizer = "nadam";
    tryFields(setupForm(theme_, plan, 200));
}

TEST_P(EveryFieldTest, OfASearch) {
    auto form = std::make_unique<SearchForm>(theme_);
    const SearchForm* asked = form.get();
    tryFields({"the search", std::move(form), [asked] { return numbersOf(toJson(asked->plan())); }, 700});
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
    tryFields({"a branch", std::move(dialog), said, 2000});
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
        tryFields({"a layer " + std::string(kind->word()), std::move(form), said, 200});
    }
}

INSTANTIATE_TEST_SUITE_P(InBothLanguages, EveryFieldTest, testing::Values("en", "es"),
                         [](const auto& language) { return std::string(language.param); });

} // namespace
} // namespace belfry
