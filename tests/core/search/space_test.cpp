// Spaces: their values, their size and order, the plans of their networks, and files of them that are wrong.
#include "core/base/random.h"
#include "core/model/blueprint.h"
#include "core/search/operators.h"
#include "core/search/search_plan.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace belfry {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

TEST(Space, TheSeedsSpaceHas672Networks) {
    for (const char* name : {"genetic-mnist", "genetic-cifar", "exhaustive-mnist", "exhaustive-cifar"})
        EXPECT_EQ(sizeOf(searchPresetByName(name).plan.space), 672) << name;
}

TEST(Space, FollowsTheLoopsOfTheSeeds) {
    const Space& space = searchPresetByName("exhaustive-mnist").plan.space;
    std::vector<std::string> texts;
    for (std::optional<Genes> genes = Genes(4, 0); genes; genes = following(space, *genes))
        texts.push_back(genesText(space, *genes));
    ASSERT_EQ(texts.size(), 672u);
    EXPECT_EQ(texts[0], "width 64, layers 1, relu, rmsprop");
    EXPECT_EQ(texts[1], "width 64, layers 1, relu, adam");
    EXPECT_EQ(texts[7], "width 64, layers 1, elu, rmsprop");
    EXPECT_EQ(texts[28], "width 64, layers 2, relu, rmsprop");
    EXPECT_EQ(texts[112], "width 128, layers 1, relu, rmsprop");
    EXPECT_EQ(texts[671], "width 1024, layers 4, sigmoid, nadam");
}

TEST(Space, MakesThePlansOfTheSeeds) {
    const Space& space = searchPresetByName("genetic-cifar").plan.space;
    const Plan plan = planOf(
        space,
        genesFromJson(space, {{"width", 256}, {"layers", 3}, {"activation", "tanh"}, {"optimizer", "adadelta"}}));
    EXPECT_EQ(plan.model, "mlp");
    EXPECT_EQ(plan.mlp, (MlpShape{3, 256, Activation::Tanh, 0.2}));
    EXPECT_EQ(plan.data, "cifar-10");
    EXPECT_EQ(plan.imagesPerStep(), 64);
    EXPECT_EQ(plan.optimizer, "adadelta");
    EXPECT_EQ(plan.learningRate, 1); // Keras' usual one
    EXPECT_EQ(plan.patience, 5);
    EXPECT_EQ(plan.bestBy, "accuracy");
    EXPECT_EQ(plan.averageDecay, 0.999); // else patience ends trials for their noise
    EXPECT_EQ(searchPresetByName("genetic-mnist").plan.space.plan.imagesPerStep(), 128);
}

TEST(Space, InactiveGenesMakeNoDifference) {
    const Space space = spaceFromJson(Json::parse(R"({"genes": [
        {"name": "width_1", "values": [8, 16]}, {"name": "width_2", "values": [8, 16, 32]},
        {"name": "layers", "values": [1, 2]}, {"name": "momentum", "values": [0, 0.9]},
        {"name": "optimizer", "values": ["momentum", "adam"]}]})"));
    // One layer: 2 widths, two: 2 x 3; momentum: 2 momenta, adam: none.
    EXPECT_EQ(sizeOf(space), (2 + 6) * (2 + 1));
    std::set<Genes> all;
    std::set<std::string> plans;
    for (std::optional<Genes> genes = Genes(5, 0); genes; genes = following(space, *genes)) {
        EXPECT_EQ(*genes, canonical(space, *genes));
        EXPECT_TRUE(all.insert(*genes).second);
        plans.insert(toJson(planOf(space, *genes)).dump());
    }
    EXPECT_EQ(all.size(), 24u);
    EXPECT_EQ(plans.size(), 24u);
    EXPECT_EQ(canonical(space, {1, 2, 0, 1, 1}), (Genes{1, 0, 0, 0, 1}));
    EXPECT_EQ(genesText(space, {1, 0, 0, 0, 1}), "width_1 16, layers 1, adam");
}

// It counted through 10^9 networks that are the same one.
TEST(Space, GenesDeactivatedByALaterOneAreSkipped) {
    const std::string wide = R"("from": 1, "to": 1000, "points": 1000)";
    std::string text = R"({"genes": [{"name": "width_1", "values": [8, 16]},)";
    for (const char* name : {"width_2", "width_3", "width_4"})
        text += R"({"name": ")" + std::string(name) + R"(", )" + wide + "},";
    const Space one = spaceFromJson(Json::parse(text + R"({"name": "layers", "values": [1]},
        {"name": "momentum", "values": [0, 0.5, 0.9]}, {"name": "optimizer", "values": ["adam", "sgd"]}]})"));
    std::vector<Genes> all;
    for (std::optional<Genes> genes = Genes(7, 0); genes; genes = following(one, *genes))
        all.push_back(*genes);
    EXPECT_EQ(all, (std::vector<Genes>{
                       {0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0, 1}}));
    const Space two = spaceFromJson(Json::parse(text + R"({"name": "layers", "values": [2, 1]}]})"));
    std::optional<Genes> genes = Genes(5, 0);
    for (int i = 0; i < 1001; ++i)
        genes = following(two, *genes);
    EXPECT_EQ(*genes, (Genes{1, 0, 0, 0, 0}));
}

// Whatever the order of genes that silence each other: all canonical ones, in the order of nested loops.
TEST(Space, IteratesInLoopOrderForAnyOrderOfGenes) {
    Space space = spaceFromJson(Json::parse(R"({"genes": [
        {"name": "blocks", "values": [0, 1]}, {"name": "filters_1", "values": [8, 16]},
        {"name": "layers", "values": [2, 0, 1]}, {"name": "width_2", "values": [8, 16]},
        {"name": "activation", "values": ["relu", "tanh"]}, {"name": "momentum", "values": [0.5, 0.9]},
        {"name": "optimizer", "values": ["adam", "momentum"]}]})"));
    RandomStream stream(1, Purpose::Search);
    for (int round = 0; round < 40; ++round) {
        for (std::size_t i = space.genes.size(); i > 1; --i)
            std::swap(space.genes[i - 1], space.genes[stream.below(i)]);
        std::vector<Genes> expected;
        Genes genes(space.genes.size(), 0);
        for (bool more = true; more;) {
            if (canonical(space, genes) == genes)
                expected.push_back(genes);
            more = false;
            for (std::size_t i = genes.size(); i-- > 0 && !more;) {
                more = ++genes[i] < static_cast<int>(space.genes[i].choices().size());
                if (!more)
                    genes[i] = 0;
            }
        }
        std::vector<Genes> all;
        for (std::optional<Genes> next = Genes(genes.size(), 0); next; next = following(space, *next))
            all.push_back(*next);
        EXPECT_EQ(all, expected);
        EXPECT_EQ(static_cast<double>(all.size()), sizeOf(space));
    }
}

TEST(Space, TheLargeSpaceHasConvolutionsWithTheirOwnWidths) {
    const Space& space = searchPresetByName("genetic-large").plan.space;
    EXPECT_GT(sizeOf(space), 1e6);
    const Plan plan = planOf(space, genesFromJson(space, {{"blocks", 2},
                                                          {"filters_1", 8},
                                                          {"filters_2", 64},
                                                          {"kernel", 5},
                                                          {"layers", 2},
                                                          {"width_1", 512},
                                                          {"width_2", 32},
                                                          {"activation", "elu"},
                                                          {"dropout", 0.1},
                                                          {"optimizer", "adamw"},
                                                          {"learning_rate", 0.001}}));
    EXPECT_EQ(plan.layers,
              (std::vector<std::string>{"conv 8 5x5 same elu", "maxpool 2x2 stride 2", "conv 64 5x5 same elu",
                                        "maxpool 2x2 stride 2", "dense 512 elu", "dropout 0.1", "dense 32 elu",
                                        "dropout 0.1", "dense classes linear"}));
    EXPECT_EQ(plan.learningRate, 0.001);
    EXPECT_EQ(plan.optimizer, "adamw");
    RandomStream stream(1, Purpose::Search);
    for (int i = 0; i < 200; ++i)
        EXPECT_NO_THROW(validate(planOf(space, drawGenes(space, stream))));
}

TEST(Space, WithoutGenesOfTheNetworkKeepsThePlans) {
    const Space space = spaceFromJson(Json::parse(
        R"({"plan": {"model": "lenet"}, "genes": [{"name": "learning_rate", "from": 1e-4, "to": 1e-2, "points": 3,
            "scale": "log"}]})"));
    EXPECT_EQ(planOf(space, {1}).model, "lenet");
    EXPECT_EQ(planOf(space, {1}).learningRate, 0.001);
}

// A network that is given, in other sizes.
TEST(Space, VariesTheSizesOfAGraph) {
    const Space space = spaceFromJson(
        {{"plan", {{"model", "resnet-20"}, {"data", "cifar-10"}}},
         {"genes",
          {{{"name", "width_factor"}, {"values", {0.5, 1, 2}}}, {{"name", "block_repeats"}, {"values", {0, 2}}}}}});
    validate(space);
    EXPECT_EQ(sizeOf(space), 6);
    const auto parameters = [&](const Json& genes) {
        return makeBlueprint(architectureOf(planOf(space, genesFromJson(space, genes))), {3, 32, 32}, 10).parameters;
    };
    EXPECT_EQ(parameters({{"width_factor", 1}, {"block_repeats", 0}}), 272'474); // as it is
    EXPECT_EQ(parameters({{"width_factor", 1}, {"block_repeats", 2}}), 466'906); // ResNet-32
    EXPECT_NEAR(static_cast<double>(parameters({{"width_factor", 2}, {"block_repeats", 0}})) /
                    static_cast<double>(parameters({{"width_factor", 0.5}, {"block_repeats", 0}})),
                16, 1);
    EXPECT_EQ(planOf(space, {0, 1}).layers.front(), "conv 8 3x3 same linear no-bias fan-in");
}

TEST(Space, RefusesSizesOfWhatHasNone) {
    const auto space = [](const char* model, const char* gene, const Json& values) {
        return spaceFromJson({{"plan", {{"model", model}}}, {"genes", {{{"name", gene}, {"values", values}}}}});
    };
    EXPECT_THAT(refusal(
                    [&] {
                        validate(space("lenet", "block_repeats", {1, 2}));
                    },
                    ErrorCategory::Usage),
                HasSubstr("blocks that are repeated, and the plan's network 'lenet' has none"));
    validate(space("lenet", "width_factor", {0.5, 2}));
    Space both = space("mlp", "width_factor", {0.5, 2});
    both.genes.push_back({.name = "layers", .values = {std::int64_t{1}}, .range = {}});
    EXPECT_THAT(refusal([&] { validate(both); }, ErrorCategory::Usage), HasSubstr("Choose one of the two."));
}

TEST(Gene, RangesAreEvenlySpacedOnTheirScale) {
    const Gene rate{"learning_rate", {}, GeneRange{1e-4, 1e-1, 4, true}};
    EXPECT_EQ(rate.choices(), (std::vector<GeneValue>{1e-4, 1e-3, 1e-2, 1e-1}));
    const Gene width{"width", {}, GeneRange{1, 3, 9, false}};
    EXPECT_EQ(width.choices(), (std::vector<GeneValue>{std::int64_t{1}, std::int64_t{2}, std::int64_t{3}}));
}

TEST(Space, RoundTrips) {
    for (const SearchPreset& preset : searchPresets()) {
        const Space& space = preset.plan.space;
        EXPECT_EQ(spaceFromJson(Json::parse(toJson(space).dump())), space) << preset.name;
        RandomStream stream(1, Purpose::Search);
        for (int i = 0; i < 50; ++i) {
            const Genes genes = drawGenes(space, stream);
            EXPECT_EQ(genesFromJson(space, Json::parse(genesJson(space, genes).dump())), genes);
        }
    }
}

TEST(Space, RefusesInvalidValues) {
    const std::pair<const char*, const char*> rows[] = {
        {"[]", "A space must be a JSON object; found a JSON array."},
        {"{}", "has no genes"},
        {R"({"genes": []})", "has no genes"},
        {R"({"genes": 3})", "Field 'genes' of a space is 3; expected a list of genes."},
        {R"({"gens": []})", "did you mean 'genes'"},
        {R"({"plan": {"modl": "mlp"}, "genes": []})", "did you mean 'model'"},
        {R"({"genes": [{"name": "witdh", "values": [1]}]})", "Unknown gene 'witdh'; did you mean 'width'"},
        {R"({"genes": [{"name": "width", "values": []}]})", "has no values"},
        {R"({"genes": [{"name": "width"}]})", "has no values"},
        {R"({"genes": [{"name": "width", "values": [64, 64]}]})", "the value 64 twice"},
        {R"({"genes": [{"name": "width", "values": [0]}]})", "is 0; expected 1 to 100000"},
        {R"({"genes": [{"name": "width", "values": [1.5]}]})", "expected whole numbers"},
        {R"({"genes": [{"name": "width", "values": ["wide"]}]})", "is 'wide'; expected numbers"},
        {R"({"genes": [{"name": "width", "values": [null]}]})", "is null; expected numbers or names"},
        {R"({"genes": [{"name": "width", "values": 64}]})", "Field 'values' of a gene is 64; expected a list."},
        {R"({"genes": [{"name": "optimizer", "values": ["adm"]}]})", "Unknown optimizer 'adm'; did you mean 'adam'"},
        {R"({"genes": [{"name": "activation", "values": ["rleu"]}]})",
         "Unknown activation 'rleu'; did you mean 'relu'"},
        {R"({"genes": [{"name": "optimizer", "values": [1]}]})", "expected names"},
        {R"({"genes": [{"name": "optimizer", "from": 1, "to": 2}]})", "expected a list of names"},
        {R"({"genes": [{"name": "width", "values": [64]}, {"name": "width", "values": [64]}]})", "'width' twice"},
        {R"({"genes": [{"name": "dropout", "from": 0.5, "to": 0.1}]})", "the lower end first"},
        {R"({"genes": [{"name": "dropout", "from": 0, "to": 2}]})", "expected 0 to 0.95"},
        {R"({"genes": [{"name": "dropout", "from": 0, "to": 0.5, "points": 1}]})", "has 1 point; expected 2 to 1000"},
        {R"({"genes": [{"name": "dropout", "from": 0, "to": 0.5, "scale": "log"}]})", "expected more than 0"},
        {R"({"genes": [{"name": "dropout", "from": 0, "to": 0.5, "scale": "cubic"}]})", "expected linear or log"},
        {R"({"genes": [{"name": "dropout", "values": [0.1], "from": 0, "to": 0.5}]})", "both values and a range"},
        {R"({"genes": [{"name": "dropout", "form": 0, "to": 0.5}]})", "did you mean 'from'"},
        {R"({"genes": [{"name": "layers", "values": [1]}], "plan": {"batch_per_tower": 0}})", "batch per tower"},
        {R"({"plan": {"model": "lenet"}, "genes": [{"name": "learning_rate", "values": [0.1]},
            {"name": "dropout", "values": [0.1]}]})",
         "Gene 'dropout' makes networks of its own, but the space's plan has the network 'lenet'; leave"},
        {R"({"plan": {"model": "mlp", "layers": ["dense classes linear"]}, "genes": [{"name": "width", "values": [1]}]})",
         "has the network 'mlp'"},
    };
    for (const auto& [text, expected] : rows)
        EXPECT_THAT(refusal([&text = text] { spaceFromJson(Json::parse(text)); }, ErrorCategory::Usage),
                    HasSubstr(expected));
}

// What is damaged is refused with an Error or read; what is read makes plans.
TEST(Space, SurvivesMutations) {
    const std::string good = toJson(searchPresetByName("genetic-large").plan.space).dump();
    const std::string pieces[] = {"-1", "1e999", "null", "[[", "}", "\"", "99999999999999999999", "true", "width"};
    RandomStream random(7, Purpose::Sample);
    int read = 0;
    for (int i = 0; i < 5000; ++i) {
        std::string text = good;
        for (std::uint64_t k = 1 + random.below(3); k > 0; --k) {
            const std::size_t at = random.below(text.size());
            switch (random.below(3)) {
            case 0:
                text[at] = static_cast<char>(random.below(128));
                break;
            case 1:
                text.erase(at, 1 + random.below(8));
                break;
            default:
                text.replace(at, random.below(6), pieces[random.below(std::size(pieces))]);
            }
        }
        const Json json = Json::parse(text, nullptr, false);
        if (json.is_discarded())
            continue;
        try {
            const Space space = spaceFromJson(json);
            planOf(space, Genes(space.genes.size(), 0));
            ++read;
        } catch (const Error& error) {
            EXPECT_STRNE(error.what(), "");
        }
    }
    EXPECT_GT(read, 20);
}

} // namespace
} // namespace belfry
