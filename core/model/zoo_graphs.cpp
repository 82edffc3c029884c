#include "core/model/zoo_graphs.h"

namespace belfry {
namespace {

// A convolution without biases and its batch norm. `norm`: of what follows that word. `from`: the first's.
std::string normed(const std::string& convolution, const std::string& norm, const std::string& from = "") {
    return convolution + " linear no-bias fan-in" + from + "\nbatchnorm " + norm + "\n";
}

std::string block(const std::string& name, int width, int repeats, const std::string& lines) {
    const std::string times = repeats > 1 ? " x" + std::to_string(repeats) : "";
    return "block " + name + " " + std::to_string(width) + times + " {\n" + lines + "}\n";
}

// He et al. 2015; projections where the size changes (option B)

const std::string kThenRelu = "momentum 0.9 relu", kThenNothing = "momentum 0.9 linear";

std::string residual(int width, int repeats) {
    return block("residual", width, repeats,
                 normed("conv width 3x3 same", kThenRelu) + normed("conv width 3x3 same", kThenNothing) +
                     "add input relu\n");
}

std::string narrowing(int width) {
    return block("narrowing", width, 1,
                 normed("conv width 3x3 stride 2 same", kThenRelu) +
                     normed("conv width 3x3 same", kThenNothing + " as body") +
                     normed("conv width 1x1 stride 2", kThenNothing, " from input") + "add body relu\n");
}

const std::string kEnd = "global-avgpool\ndense classes linear\n";

} // namespace

std::string resnet20Text() { // section 4.2
    return normed("conv 16 3x3 same", kThenRelu) + residual(16, 3) + narrowing(32) + residual(32, 2) + narrowing(64) +
           residual(64, 2) + kEnd;
}

std::string resnet18Text() { // table 1
    return normed("conv 64 7x7 stride 2 same", kThenRelu) + "maxpool 3x3 stride 2 same\n" + residual(64, 2) +
           narrowing(128) + residual(128, 1) + narrowing(256) + residual(256, 1) + narrowing(512) + residual(512, 1) +
           kEnd;
}

} // namespace belfry
