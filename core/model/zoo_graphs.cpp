#include "core/model/zoo_graphs.h"

#include <vector>

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

// ---- He et al. 2015; projections where the size changes (option B)

const std::string kNorm = "momentum 0.9 epsilon 1e-05", kThenRelu = kNorm + " relu", kThenNothing = kNorm + " linear";

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

// Three convolutions, the middle one narrow; `stride` is that of the 3x3, as all but the authors have it.
std::string bottleneckBlock(const std::string& name, int width, int repeats, int stride, bool projects) {
    const std::string narrow = std::to_string(width / 4), step = stride > 1 ? " stride " + std::to_string(stride) : "";
    const std::string body =
        normed("conv " + narrow + " 1x1", kThenRelu) + normed("conv " + narrow + " 3x3" + step + " same", kThenRelu);
    if (!projects)
        return block(name, width, repeats, body + normed("conv width 1x1", kThenNothing) + "add input relu\n");
    return block(name, width, repeats,
                 body + normed("conv width 1x1", kThenNothing + " as body") +
                     normed("conv width 1x1" + step, kThenNothing, " from input") + "add body relu\n");
}

std::string bottleneckStage(int width, int repeats, int stride) {
    return bottleneckBlock("projecting", width, 1, stride, true) +
           bottleneckBlock("residual", width, repeats - 1, 1, false);
}

const std::string kEnd = "global-avgpool\ndense classes linear\n";

// ---- Inverted bottlenecks (Sandler et al. 2018): wide inside, and only the narrow ends are added

struct Stage {
    int kernel, stride, expansion, width, repeats;
};

// norm: of all batch norms.
std::string bottleneck(const Stage& stage, int channels, int stride, const std::string& norm) {
    const std::string kernel = std::to_string(stage.kernel), size = kernel + "x" + kernel;
    const std::string step = stride > 1 ? " stride " + std::to_string(stride) : "";
    std::string lines;
    if (stage.expansion > 1)
        lines += normed("conv " + std::to_string(channels * stage.expansion) + " 1x1", norm + " relu6");
    return lines + normed("depthwise " + size + step + " same", norm + " relu6") +
           normed("conv width 1x1", norm + " linear");
}

std::string bottlenecks(const std::vector<Stage>& stages, const std::string& norm) {
    std::string text = normed("conv 32 3x3 stride 2 same", norm + " relu6");
    int channels = 32;
    for (const Stage& stage : stages) {
        text += block("widening", stage.width, 1, bottleneck(stage, channels, stage.stride, norm));
        if (stage.repeats > 1)
            text += block("inverted", stage.width, stage.repeats - 1,
                          bottleneck(stage, stage.width, 1, norm) + "add input linear\n");
        channels = stage.width;
    }
    return text + normed("conv 1280 1x1", norm + " relu6") + "global-avgpool\ndropout 0.2\ndense classes linear\n";
}

// ---- ConvNeXt (Liu et al. 2022): branches that end in a small trained factor

std::string convnextBlocks(int width, int repeats) {
    const std::string inside = std::to_string(4 * width);
    return block("stage", width, repeats,
                 "depthwise 7x7 same linear deviation 0.02\nlayernorm linear\nconv " + inside +
                     " 1x1 gelu deviation 0.02\nconv width 1x1 linear deviation 0.02\nscale 1e-06\n" +
                     "add input linear\n");
}

std::string halved(int width) {
    return "layernorm linear\nconv " + std::to_string(width) + " 2x2 stride 2 same linear deviation 0.02\n";
}

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

std::string resnet50Text() { // table 1
    return normed("conv 64 7x7 stride 2 same", kThenRelu) + "maxpool 3x3 stride 2 same\n" + bottleneckStage(256, 3, 1) +
           bottleneckStage(512, 4, 2) + bottleneckStage(1024, 6, 2) + bottleneckStage(2048, 3, 2) + kEnd;
}

std::string mobilenetV2Text() { // table 2
    return bottlenecks({{3, 1, 1, 16, 1},
                        {3, 2, 6, 24, 2},
                        {3, 2, 6, 32, 3},
                        {3, 2, 6, 64, 4},
                        {3, 1, 6, 96, 3},
                        {3, 2, 6, 160, 3},
                        {3, 1, 6, 320, 1}},
                       kNorm);
}

// Tan and Le 2019 without squeeze-and-excite, and with ReLU6, as the authors published it for phones.
std::string efficientnetLite0Text() {
    return bottlenecks({{3, 1, 1, 16, 1},
                        {3, 2, 6, 24, 2},
                        {5, 2, 6, 40, 2},
                        {3, 2, 6, 80, 3},
                        {5, 1, 6, 112, 3},
                        {5, 2, 6, 192, 4},
                        {3, 1, 6, 320, 1}},
                       "momentum 0.9");
}

// Wightman's smallest of timm, without drop path, which that size does without.
std::string convnextAttoText() {
    return "conv 40 4x4 stride 4 same linear deviation 0.02\nlayernorm linear\n" + convnextBlocks(40, 2) + halved(80) +
           convnextBlocks(80, 2) + halved(160) + convnextBlocks(160, 6) + halved(320) + convnextBlocks(320, 2) +
           "global-avgpool\nlayernorm linear\ndense classes linear deviation 0.02\n";
}

// Touvron et al. 2021 (DeiT-Ti), patches of 16x16.
std::string vitTinyText() {
    return "conv 192 16x16 stride 16 same linear deviation 0.02\nclass-token\npositions\n" +
           block("encoder", 192, 12,
                 "layernorm linear\nconv 576 1x1 linear deviation 0.02\nattention 3\n"
                 "conv width 1x1 linear deviation 0.02\nadd input linear as middle\n"
                 "layernorm linear\nconv 768 1x1 gelu deviation 0.02\nconv width 1x1 linear deviation 0.02\n"
                 "add middle linear\n") +
           "layernorm linear\ntoken-pool\ndense classes linear deviation 0.02\n";
}

// Jordan 2024, "94% on CIFAR-10 in 3.29 seconds on a single GPU".
std::string cifar94Text() {
    const std::string norm = "batchnorm no-scale momentum 0.6 epsilon 1e-12 gelu\n",
                      conv = "conv width 3x3 same linear no-bias fan-in identity\n";
    const std::string group = conv + "maxpool 2x2\n" + norm + conv + norm;
    return "whiten 2x2 gelu\n" + block("group", 64, 1, group) + block("group", 256, 2, group) +
           "maxpool 3x3\ndense classes linear no-bias fan-in\nscale 0.1111111111111111 fixed\n";
}

} // namespace belfry
