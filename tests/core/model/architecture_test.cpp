// Networks as values: text and JSON, and what is refused.
#include "core/base/error.h"
#include "core/model/architecture.h"
#include "core/model/blueprint.h"
#include "core/model/zoo.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace belfry {
namespace {

using testing::HasSubstr;

// Every layer with every option.
Architecture everything() {
    Architecture all{.name = "everything",
                     .lines = {PadLayer{40}, MaxPoolLayer{3, 2}, MaxPoolLayer{3, 2, Padding::Same},
                               AveragePoolLayer{3, 2}, AveragePoolLayer{3, 2, Padding::Same}, DropoutLayer{0.1},
                               DropoutLayer{0}, DenseLayer{}, LrnLayer{4, 1, 0.001 / 9, 0.75}, BatchNormLayer{},
                               DenseLayer{.units = 5, .weights = {.fanIn = true, .bias = 0.1, .decay = 0.004}}}};
    for (const Activation activation : {Activation::Linear, Activation::Relu, Activation::Elu, Activation::Tanh,
                                        Activation::Sigmoid, Activation::HardSigmoid, Activation::Softplus,
                                        Activation::Gelu, Activation::Relu6, Activation::Silu, Activation::HardSwish}) {
        all.lines.push_back(BatchNormLayer{
            .scale = false, .momentum = 0.9, .epsilon = 1e-5, .synchronised = true, .activation = activation});
        all.lines.push_back(DenseLayer{.units = 7, .activation = activation, .weights = {.deviation = 0.1}});
        all.lines.push_back(ConvolutionLayer{.filters = 3,
                                             .kernel = 4,
                                             .stride = 2,
                                             .padding = Padding::Same,
                                             .activation = activation,
                                             .weights = {.deviation = 1.0 / 3}});
    }
    return all;
}

std::string refusalOfText(const std::string& text) {
    try {
        architectureFromText("net", text);
    } catch (const Error& error) {
        EXPECT_EQ(error.category(), ErrorCategory::Usage);
        return error.what();
    }
    return "accepted";
}

std::string refusalOfJson(const std::string& text) {
    return refusal([&] { architectureFromJson(nlohmann::json::parse(text)); }, ErrorCategory::Usage);
}

TEST(ArchitectureText, ReadsWhatItWrites) {
    std::vector<Architecture> all{everything()};
    for (const std::string& name : networkNames())
        all.push_back(networkByName(name));
    for (const Architecture& architecture : all) {
        EXPECT_EQ(architectureFromText(architecture.name, architectureText(architecture)), architecture);
        EXPECT_EQ(architectureFromJson(nlohmann::json::parse(toJson(architecture).dump())), architecture);
    }
}

TEST(ArchitectureText, WritesALayerAsOneShortLine) {
    EXPECT_EQ(layerText(PadLayer{32}), "pad 32");
    EXPECT_EQ(layerText(ConvolutionLayer{.filters = 6, .kernel = 5}), "conv 6 5x5 relu");
    EXPECT_EQ(layerText(ConvolutionLayer{.filters = 6,
                                         .kernel = 3,
                                         .stride = 2,
                                         .padding = Padding::Same,
                                         .activation = Activation::Elu,
                                         .weights = {.deviation = 0.05}}),
              "conv 6 3x3 stride 2 same elu deviation 0.05");
    EXPECT_EQ(layerText(MaxPoolLayer{3, 2}), "maxpool 3x3 stride 2");
    EXPECT_EQ(layerText(DenseLayer{.units = 0, .activation = Activation::Linear}), "dense classes linear");
    EXPECT_EQ(layerText(DropoutLayer{0.2}), "dropout 0.2");
    EXPECT_EQ(layerText(MaxPoolLayer{3, 2, Padding::Same}), "maxpool 3x3 stride 2 same");
    EXPECT_EQ(layerText(AveragePoolLayer{7, 1, Padding::Same}), "avgpool 7x7 stride 1 same");
    EXPECT_EQ(layerText(LrnLayer{.radius = 4, .alpha = 0.25, .beta = 0.75}), "lrn 4 bias 1 alpha 0.25 beta 0.75");
    EXPECT_EQ(layerText(BatchNormLayer{}), "batchnorm linear");
    EXPECT_EQ(layerText(BatchNormLayer{.scale = false, .momentum = 0.9, .activation = Activation::Relu}),
              "batchnorm no-scale momentum 0.9 relu");
    EXPECT_EQ(layerText(DenseLayer{.units = 4, .weights = {.fanIn = true, .bias = 0.1, .decay = 0.004}}),
              "dense 4 relu fan-in bias 0.1 decay 0.004");
}

// The deviation was left out of the text when it was negative, so that the refusal did not show what was wrong.
TEST(ArchitectureText, ShowsAnInvalidDeviation) {
    EXPECT_EQ(layerText(DenseLayer{.units = 3, .weights = {.deviation = -1}}), "dense 3 relu deviation -1");
    EXPECT_EQ(layerText(DenseLayer{.units = -3}), "dense -3 relu");
}

TEST(ArchitectureText, AcceptsShortFormsCommentsAndBlankLines) {
    const Architecture read =
        architectureFromText("n", "# a comment\n\n \t\r\nconv 6 5\r\n  maxpool 2\n\tdense classes linear");
    EXPECT_THAT(read.lines, testing::ElementsAre(ConvolutionLayer{.filters = 6, .kernel = 5}, MaxPoolLayer{2, 2},
                                                 DenseLayer{.units = 0, .activation = Activation::Linear}));
    EXPECT_TRUE(architectureFromText("n", "").lines.empty());
}

struct Refusal {
    std::string text;
    std::string says;
};
void PrintTo(const Refusal& refusal, std::ostream* out) { // in ctest's names
    *out << refusal.text;
}

class RefusedText : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedText, NamesNetworkLineAndWord) {
    const std::string message = refusalOfText("dense 3 relu\n" + GetParam().text);
    EXPECT_THAT(message, HasSubstr("Network 'net', line 2, layer 2: "));
    EXPECT_THAT(message, HasSubstr(GetParam().says));
    EXPECT_THAT(refusalOfJson(nlohmann::json{{"layers", {GetParam().text}}}.dump()), HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Table, RefusedText,
    testing::Values(
        Refusal{"dens 10 relu", "did you mean 'dense'?"}, Refusal{"@", "Unknown layer '@'"}, Refusal{"pad", "a size"},
        Refusal{"pad x", "found 'x'"}, Refusal{"pad 32 31", "found '31'"},
        Refusal{"pad 99999999999", "found '99999999999'"}, Refusal{"conv", "a number of filters"},
        Refusal{"conv 6", "a kernel such as 5x5"}, Refusal{"conv six 5x5", "found 'six'"},
        Refusal{"conv 6 5x3", "kernels are square"}, Refusal{"conv 6 5x", "a kernel such as 5x5"},
        Refusal{"conv 6 5x5x5", "found '5x5'"}, Refusal{"conv 6 x5", "a kernel such as 5x5"},
        Refusal{"conv 6 5x5 stride", "a stride"}, Refusal{"conv 6 5x5 stride two", "found 'two'"},
        Refusal{"conv 6 5x5 rellu", "found 'rellu'"}, Refusal{"conv 6 5x5 relu tanh", "second activation"},
        Refusal{"conv 6 5x5 same valid", "second padding"}, Refusal{"conv 6 5x5 stride 1 stride 2", "second stride"},
        Refusal{"conv 6 5x5 deviation", "a standard deviation"}, Refusal{"conv 6 5x5 deviation 1e999", "found '1e999'"},
        Refusal{"conv 6 5x5 deviation nan", "found 'nan'"}, Refusal{"maxpool", "a size such as 2x2"},
        Refusal{"maxpool 2x3", "kernels are square"}, Refusal{"maxpool 2x2 step 2", "stride N"},
        Refusal{"maxpool 2x2 stride", "a stride"}, Refusal{"maxpool 2x2 stride 2 relu", "found 'relu'"},
        Refusal{"avgpool 2x3", "kernels are square"}, Refusal{"dense", "a number of units or 'classes'"},
        Refusal{"dense 0", "at least 1"}, Refusal{"dense -4 relu", "at least 1"},
        Refusal{"dense 4.5 relu", "found '4.5'"}, Refusal{"dense 4 gelo", "found 'gelo'"},
        Refusal{"dense 4 relu relu", "second activation"}, Refusal{"dense 4 deviation inf", "found 'inf'"},
        Refusal{"dense 4 deviation 1 deviation 2", "second initialiser"},
        Refusal{"dense 4 deviation 1 fan-in", "second initialiser"}, Refusal{"dense 4 bias", "start of the biases"},
        Refusal{"dense 4 decay x", "found 'x'"}, Refusal{"lrn", "a radius"}, Refusal{"lrn 4 gamma 1", "bias B"},
        Refusal{"lrn 4 beta 1 beta 1", "second beta"}, Refusal{"batchnorm relu tanh", "second activation"},
        Refusal{"batchnorm no-scale no-scale", "second no-scale"}, Refusal{"batchnorm scale", "no-scale"},
        Refusal{"batchnorm momentum", "a fraction"}, Refusal{"maxpool 2x2 same valid", "second padding"},
        Refusal{"dropout", "the fraction"}, Refusal{"dropout half", "found 'half'"},
        Refusal{"dropout nan", "found 'nan'"}, Refusal{"dropout 0.2 0.3", "found '0.3'"}));

TEST(ArchitectureText, KeepsMessagesShort) {
    EXPECT_LT(refusalOfText("dense " + std::string(100'000, '9')).size(), 250U);
    EXPECT_LT(refusalOfText(std::string(3'000, 'd') + " 3").size(), 400U);
}

// The message ended before its full stop: a zero byte of the file stood in it.
TEST(ArchitectureText, QuotesForeignBytesCompletely) {
    using namespace std::string_literals;
    EXPECT_THAT(refusalOfText("\0PNG"s), HasSubstr("Unknown layer '?PNG'. Known: pad"));
}

TEST(ArchitectureText, RefusesMoreThanAThousandLayers) {
    std::string text;
    for (int i = 0; i < 1000; ++i)
        text += "dropout 0\n";
    EXPECT_EQ(refusalOfText(text), "accepted");
    EXPECT_THAT(refusalOfText(text + "dropout 0\n"), HasSubstr("more than 1,000 layers"));
    const nlohmann::json many{{"layers", std::vector<std::string>(1001, "dropout 0")}};
    EXPECT_THAT(refusalOfJson(many.dump()), HasSubstr("more than 1,000 layers"));
}

TEST(ArchitectureJson, RefusesInvalidArchitectures) {
    for (const char* text : {"null", "3", "[]", "{}", R"({"layers": 3})", R"({"layers": {"a": 1}})"})
        EXPECT_THAT(refusalOfJson(text), HasSubstr("found no list 'layers'")) << text;
    EXPECT_THAT(refusalOfJson(R"({"name": 3, "layers": []})"), HasSubstr("'name' is not a text"));
    EXPECT_THAT(refusalOfJson(R"({"layers": ["dense 3", 4]})"), HasSubstr("layer 2: found something"));
    EXPECT_THAT(refusalOfJson(R"({"layers": [""]})"), HasSubstr("a kind of layer"));
}

TEST(Activations, AreFoundByName) {
    for (const char* name : {"linear", "relu", "elu", "tanh", "sigmoid", "hard_sigmoid", "softplus"})
        EXPECT_EQ(activationName(activationFromName(name)), name);
    EXPECT_THAT(refusal([] { activationFromName("relo"); }, ErrorCategory::Usage), HasSubstr("did you mean 'relu'?"));
}

} // namespace
} // namespace belfry
