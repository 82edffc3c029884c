// Plan files that were damaged on their way.
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/model/blueprint.h"
#include "core/train/plan.h"
#include "tests/core/formats/allocations.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry {
namespace {

std::string damaged(std::string text, RandomStream& random) {
    static const std::string pieces[] = {"-1",   "1e999",   "null", "[[", "}", "\"", "9999999999999999999999",
                                         "true", "\\u0000", "conv", "9"};
    for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
        const std::size_t place = random.below(text.size());
        const std::size_t digit = text.find_first_of("0123456789", place);
        switch (random.below(6)) {
        case 0:
            text[place] = static_cast<char>(random.below(256));
            break;
        case 1:
            text.erase(place, 1 + random.below(8));
            break;
        case 2:
            text.replace(place, random.below(6), pieces[random.below(std::size(pieces))]);
            break;
        default:
            if (digit != std::string::npos)
                text[digit] = static_cast<char>('0' + random.below(10));
        }
    }
    return text;
}

// Damaged plan files, half of them with a network of the user's own, are refused with an Error or read, and what is
// read becomes a network or is refused; nothing else comes out of them, and no large piece of memory is asked for.
TEST(Plan, SurvivesTenThousandMutations) {
    Plan own;
    own.model = "own";
    own.layers = layerLines(networkByName("tower-direct"));
    own.layers.insert(own.layers.begin() + 1, "batchnorm no-scale momentum 0.9 epsilon 0.00001 elu");
    const std::string good[] = {toJson(Plan{}).dump(), toJson(own).dump()};
    RandomStream random(11, Purpose::Sample);
    constexpr std::size_t kMaxMemory = 1 << 20;
    int refused = 0, fitting = 0;
    for (std::size_t i = 0; i < 10'000; ++i) {
        const AllocationWatch watch;
        try {
            const auto json = nlohmann::json::parse(damaged(good[i % 2], random), nullptr, false);
            if (json.is_discarded())
                continue;
            const Plan plan = planFromJson(json);
            validate(plan);
            makeBlueprint(architectureOf(plan), {1, 28, 28}, 10);
            ++fitting;
        } catch (const Error&) {
            ++refused;
        }
        EXPECT_LT(watch.peak(), kMaxMemory) << "file " << i;
    }
    EXPECT_GT(refused, 1000);
    EXPECT_GT(fitting, 100);
    std::printf("10,000 damaged plans: %d refused, %d fit MNIST, the rest is no JSON\n", refused, fitting);
}

} // namespace
} // namespace belfry
