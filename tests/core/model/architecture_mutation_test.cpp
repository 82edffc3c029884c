// Ten thousand damaged network files, as text and as JSON, are read or refused with an Error, without taking more
// memory than a small multiple of the file; what is read is written and read again as the same. Crashes and overruns
// are what the sanitizers' presets look for.
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/model/blueprint.h"
#include "core/model/zoo.h"
#include "tests/core/formats/allocations.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <functional>

namespace belfry {
namespace {

constexpr int kFiles = 10'000;
constexpr std::size_t kMaxMemory = 1 << 20;

std::string damaged(std::string text, RandomStream& random) {
    static const std::string pieces[] = {"-1",
                                         "1e999",
                                         "null",
                                         "[[[",
                                         "}",
                                         "\"",
                                         "99999999999999999999",
                                         "\n",
                                         "#",
                                         "\\u0000",
                                         " stride",
                                         " same",
                                         "nan",
                                         "conv 9 9x9",
                                         " as a",
                                         " from a",
                                         "{\n",
                                         " x999999999 {\n"};
    for (std::uint64_t changes = 1 + random.below(3); changes > 0 && !text.empty(); --changes) {
        const std::size_t place = random.below(text.size());
        const std::size_t digit = text.find_first_of("0123456789", place);
        switch (random.below(7)) {
        case 0:
            text[place] = static_cast<char>(random.below(256));
            break;
        case 1:
            text.erase(place, 1 + random.below(12));
            break;
        case 2:
            text.replace(place, random.below(6), pieces[random.below(std::size(pieces))]);
            break;
        case 3:
            text.insert(place, text.substr(random.below(text.size()), random.below(40)));
            break;
        default:
            if (digit != std::string::npos)
                text[digit] = static_cast<char>('0' + random.below(10));
        }
    }
    return text;
}

// `write` makes a file of a network, `read` reads a damaged one.
void expectOnlyErrors(const std::function<std::string(const Architecture&)>& write,
                      const std::function<Architecture(const std::string&)>& read) {
    std::vector<std::string> good;
    for (const std::string& name : networkNames())
        good.push_back(write(networkByName(name)));
    good.push_back(write(architectureFromText("own", "batchnorm no-scale momentum 0.9 epsilon 0.01 synchronised elu\n"
                                                     "lrn 4 bias 1 alpha 0.5 beta 0.75\nmaxpool 3x3 stride 2 same\n"
                                                     "dense 5 deviation 0.1 bias 0.1 decay 0.004\ndense classes")));
    RandomStream random(23, Purpose::Sample);
    int refused = 0, fitting = 0;
    for (int i = 0; i < kFiles; ++i) {
        const std::string file = damaged(good[static_cast<std::size_t>(i) % good.size()], random);
        const AllocationWatch watch;
        try {
            const Architecture architecture = read(file);
            EXPECT_EQ(architectureFromText(architecture.name, architectureText(architecture)), architecture) << file;
            makeBlueprint(architecture, {1, 28, 28}, 10);
            ++fitting;
        } catch (const Error&) {
            ++refused;
        }
        EXPECT_LT(watch.peak(), kMaxMemory) << "file " << i;
    }
    EXPECT_GT(refused, 1000);
    EXPECT_GT(fitting, 1000);
    std::printf("%d damaged networks: %d refused, %d fit MNIST\n", kFiles, refused, fitting);
}

TEST(ArchitectureMutation, OfText) {
    expectOnlyErrors(architectureText, [](const std::string& file) { return architectureFromText("damaged", file); });
}

TEST(ArchitectureMutation, OfJson) {
    expectOnlyErrors([](const Architecture& architecture) { return toJson(architecture).dump(); },
                     [](const std::string& file) {
                         const auto json = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
                         if (json.is_discarded()) // the file's reader says so
                             throw Error(ErrorCategory::Usage, Text::verbatim("not JSON"));
                         return architectureFromJson(json);
                     });
}

} // namespace
} // namespace belfry
