// The training rules as fields: each changes its part of the plan, what cannot be is said beside it, and the curve
// shows the rate that the run will have.
#include "core/train/plan_schedule.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/charts/curve_plot.h"
#include "ui/pages/train/training_rules.h"
#include "ui/widgets/number_field.h"

#include <QComboBox>
#include <QLineEdit>
#include <QTest>

namespace belfry {
namespace {

class TrainingRulesTest : public WindowTest {
protected:
    TrainingRules& rules() { return *page().form()->rules(); }
    void openUnfolded() {
        open();
        page().setPlan(longPlan());
        click("trainingRulesButton");
    }
    // As a user does it, key by key.
    void type(const char* field, const char* text) {
        auto* edit = find<NumberField>(field);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, QLatin1String(text));
    }
    void write(const char* field, const char* text) { find<QLineEdit>(field)->setText(QLatin1String(text)); }
    void choose(const char* field, const char* item) {
        auto* box = find<QComboBox>(field);
        box->setCurrentIndex(box->findData(QLatin1String(item)));
    }
    bool visible(const char* field) { return find(field)->isVisible(); }
};

TEST_F(TrainingRulesTest, AreCollapsedAtFirstAndShowASummary) {
    open();
    Plan plan = longPlan();
    page().setPlan(plan);
    EXPECT_FALSE(visible("scheduleField"));
    EXPECT_EQ(text("trainingRulesSummary"), "Constant");
    plan.schedule = "cosine";
    plan.warmupEpochs = 1;
    plan.clipNorm = 1;
    plan.labelSmoothing = 0.1;
    plan.classWeights = "balanced";
    plan.logitAdjustment = 1;
    plan.sampling = "balanced";
    plan.averageDecay = 0.999;
    plan.patience = 3;
    page().setPlan(plan);
    EXPECT_EQ(text("trainingRulesSummary"),
              QStringLiteral("Cosine · warm-up · clipping · label smoothing · class weights · logit adjustment · "
                             "balanced sampling · averaged weights · early stopping"));
    click("trainingRulesButton");
    EXPECT_TRUE(visible("scheduleField"));
    EXPECT_FALSE(visible("trainingRulesSummary"));
    window().close();
    shut();
    open(); // as it was left
    EXPECT_TRUE(visible("scheduleField"));
    EXPECT_EQ(page().plan(), plan);
}

TEST_F(TrainingRulesTest, EveryFieldSetsItsPartOfThePlan) {
    openUnfolded();
    Plan expected = longPlan();
    choose("scheduleField", "staircase"), expected.schedule = "staircase";
    type("decayFactorField", "0.5"), expected.decayFactor = 0.5;
    type("decayEpochsField", "2.5"), expected.decayEpochs = 2.5;
    find<SpinBox>("decayStepsField")->setNumber(70), expected.decaySteps = 70;
    type("minimumRateField", "0.00002"), expected.minRate = 2e-5;
    type("warmUpEpochsField", "0.25"), expected.warmupEpochs = 0.25;
    find<SpinBox>("warmUpStepsField")->setNumber(9), expected.warmupSteps = 9;
    type("beta1Field", "0.8"), expected.beta1 = 0.8;
    type("beta2Field", "0.99"), expected.beta2 = 0.99;
    type("epsilonField", "1e-6"), expected.epsilon = 1e-6;
    type("clipNormField", "2"), expected.clipNorm = 2;
    type("labelSmoothingField", "0.1"), expected.labelSmoothing = 0.1;
    write("classWeightsField", "1,2,0.5"), expected.classWeights = "1,2,0.5";
    type("logitAdjustmentField", "1.5"), expected.logitAdjustment = 1.5;
    choose("samplingField", "balanced"), expected.sampling = "balanced";
    type("averageDecayField", "0.9999"), expected.averageDecay = 0.9999;
    type("biasRateField", "64"), expected.biasRate = 64;
    find<SpinBox>("lookAheadEveryField")->setNumber(5), expected.lookaheadEvery = 5;
    type("lookAheadPullField", "0.25"), expected.lookaheadPull = 0.25;
    find<SpinBox>("patienceField")->setNumber(4), expected.patience = 4;
    choose("bestByField", "macro-f1"), expected.bestBy = "macro-f1";
    EXPECT_EQ(page().plan(), expected);
    choose("optimizerField", "nesterov"); // with its usual rate
    type("momentumField", "0.7");
    EXPECT_EQ(page().plan().momentum, 0.7);
    choose("optimizerField", "rmsprop");
    type("rhoField", "0.95");
    EXPECT_EQ(page().plan().rho, 0.95);
    choose("optimizerField", "nadam");
    type("scheduleDecayField", "0.01");
    EXPECT_EQ(page().plan().scheduleDecay, 0.01);
    choose("optimizerField", "adamw");
    type("weightDecayField", "0.05");
    EXPECT_EQ(page().plan().weightDecay, 0.05);
    EXPECT_TRUE(find("startButton")->isEnabled());
}

TEST_F(TrainingRulesTest, WrongClassWeightsAreExplainedAtTheirField) {
    openUnfolded();
    write("classWeightsField", "1,-2");
    EXPECT_FALSE(find("startButton")->isEnabled());
    EXPECT_TRUE(find("classWeightsField")->property("wrong").toBool());
    write("classWeightsField", "balanced");
    EXPECT_TRUE(find("startButton")->isEnabled());
    EXPECT_EQ(page().plan().classWeights, "balanced");
}

TEST_F(TrainingRulesTest, AnOptimizerShowsItsOwnParameters) {
    openUnfolded();
    for (const OptimizerInfo& info : optimizers()) {
        choose("optimizerField", info.name.c_str());
        for (const auto& [field, parameter] : {std::pair{"momentumField", "momentum"},
                                               {"rhoField", "rho"},
                                               {"beta1Field", "beta1"},
                                               {"beta2Field", "beta2"},
                                               {"epsilonField", "epsilon"},
                                               {"scheduleDecayField", "schedule_decay"},
                                               {"weightDecayField", "weight_decay"},
                                               {"rateOfAdamWField", "muon_other_rate"}}) {
            EXPECT_EQ(visible(field), info.uses(parameter)) << info.name << " " << field;
        }
    }
    EXPECT_FALSE(visible("decayFactorField"));
    choose("scheduleField", "exponential");
    EXPECT_TRUE(visible("decayFactorField"));
    EXPECT_TRUE(visible("decayStepsField"));
}

TEST_F(TrainingRulesTest, InvalidValuesAreReportedAtTheirField) {
    openUnfolded();
    const Plan before = page().plan();
    type("beta1Field", "1.5");
    EXPECT_EQ(text("beta1FieldProblem"), "The beta 1 is 1.5; expected 0 to 0.99999.");
    EXPECT_TRUE(visible("beta1FieldProblem"));
    EXPECT_TRUE(find("planProblem")->isVisible());
    EXPECT_FALSE(find("startButton")->isEnabled());
    type("beta1Field", "0.9");
    EXPECT_FALSE(visible("beta1FieldProblem"));
    EXPECT_EQ(page().plan(), before);
    for (const char* wrong : {"many", "0.1.2", "1e999", "nan", "inf", "0x10", "1,5,0"}) {
        type("clipNormField", wrong);
        EXPECT_TRUE(text("clipNormFieldProblem").contains("is not a number")) << wrong;
        EXPECT_TRUE(text("planProblem").contains("is not a number")) << wrong;
        EXPECT_FALSE(find("startButton")->isEnabled()) << wrong;
        EXPECT_EQ(page().plan(), before) << wrong;
    }
    find<NumberField>("clipNormField")->clear();
    EXPECT_TRUE(visible("clipNormFieldProblem"));
    type("clipNormField", "-1");
    EXPECT_TRUE(text("clipNormFieldProblem").startsWith("The clip norm is -1; expected 0"))
        << qPrintable(text("clipNormFieldProblem"));
    type("clipNormField", "0");
    EXPECT_FALSE(visible("clipNormFieldProblem"));
    EXPECT_TRUE(find("startButton")->isEnabled());
}

// The curve is the engine's own, of every step that the run would have.
TEST_F(TrainingRulesTest, TheCurveFollowsThePlan) {
    openUnfolded();
    const auto points = [this] { return rules().curve()->picture().curves.at(0).points; };
    ASSERT_TRUE(eventually([&] { return !points().empty(); })); // the data has been opened
    EXPECT_EQ(points().back().x(), static_cast<double>(totalSteps(page().plan(), 55'000)));
    choose("scheduleField", "staircase");
    Plan plan = page().plan();
    plan.epochs = 30;
    page().setPlan(plan);
    EXPECT_TRUE(rules().curve()->picture().logY);
    const std::vector<RatePoint> curve = rateCurve(plan, 55'000, static_cast<int>(points().size()));
    ASSERT_EQ(points().size(), curve.size());
    for (std::size_t i = 0; i < curve.size(); ++i) {
        EXPECT_EQ(points()[i], QPointF(static_cast<double>(curve[i].step), curve[i].rate));
    }
    plan.trainImages = 2'000; // and as many as the plan takes of the data
    page().setPlan(plan);
    EXPECT_EQ(points().back().x(), static_cast<double>(totalSteps(plan, 2'000)));
    choose("scheduleField", "one-cycle");
    EXPECT_FALSE(rules().curve()->picture().logY); // it ends at almost nothing
    type("warmUpEpochsField", "-1");
    EXPECT_FALSE(points().empty()); // the plan keeps its number until the field has another
    plan.warmupEpochs = -1;
    page().setPlan(plan);
    EXPECT_TRUE(points().empty());
}

TEST_F(TrainingRulesTest, AreDisabledDuringARun) {
    open();
    click("trainingRulesButton");
    startAndWaitForSteps();
    EXPECT_FALSE(find("scheduleField")->isEnabled());
    EXPECT_FALSE(find("clipNormField")->isEnabled());
    EXPECT_TRUE(find("learningRateField")->isEnabled());
    click("stopButton");
    ASSERT_TRUE(eventually([this] { return find("scheduleField")->isEnabled(); }));
}

} // namespace
} // namespace belfry
