#include "core/train/plan_fields.h"
#include "tests/core/formats/refusal.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace belfry {
namespace {

TEST(PlanFields, HaveUniqueNamesAndValidReferences) {
    std::set<std::string> names, options;
    for (const PlanField& field : planFields()) {
        EXPECT_TRUE(names.insert(field.name).second) << field.name;
        EXPECT_TRUE(options.insert(field.optionName()).second) << field.name;
        EXPECT_FALSE(field.title.empty()) << field.name;
        EXPECT_FALSE(field.group.empty()) << field.name;
    }
    for (const PlanField& field : planFields())
        EXPECT_TRUE(field.insteadOf.empty() || names.contains(field.insteadOf)) << field.name;
    EXPECT_EQ(planField("checkpoints_kept").optionName(), "--keep-checkpoints");
    EXPECT_EQ(planField("decay_factor").optionName(), "--decay-factor");
    EXPECT_THROW(planField("no such field"), std::out_of_range);
}

TEST(PlanFields, HaveAValidDefault) {
    for (const PlanField& field : planFields())
        EXPECT_NO_THROW(field.check(Plan{})) << field.name;
}

// The parameters of optimizers come from their own table.
TEST(PlanFields, HaveEveryParameterOfAnOptimizer) {
    Plan plan;
    for (const OptimizerParameter& parameter : optimizerParameters()) {
        const PlanField& field = planField(parameter.name);
        for (const OptimizerInfo& info : optimizers()) {
            plan.optimizer = info.name;
            EXPECT_EQ(field.applies(plan), info.uses(parameter.name)) << info.name << ", " << parameter.name;
        }
    }
    planField("rho").visit(plan, [](auto& value) {
        if constexpr (std::is_same_v<decltype(value), double&>)
            value = 0.25;
    });
    EXPECT_EQ(plan.rho, 0.25);
    EXPECT_EQ(optimizerSettings(plan).rho, 0.25);
}

TEST(PlanFields, ReportInvalidValues) {
    const auto refused = [](const char* name, void (*spoil)(Plan&)) {
        Plan plan;
        spoil(plan);
        return refusal([&] { planField(name).check(plan); }, ErrorCategory::Usage);
    };
    EXPECT_EQ(refused("towers", [](Plan& p) { p.towers = 0; }), "The number of towers is 0; expected 1 to 8192.");
    EXPECT_EQ(refused("learning_rate", [](Plan& p) { p.learningRate = 0; }),
              "The learning rate is 0; expected more than 0 and at most 1000.");
    EXPECT_EQ(refused("dropout", [](Plan& p) { p.mlp.dropout = 1; }),
              "The dropout fraction is 1; expected at least 0 and less than 1.");
    EXPECT_NO_THROW(planField("warmup_epochs").check(Plan())); // none
}

} // namespace
} // namespace belfry
