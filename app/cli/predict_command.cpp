#include "app/cli/command.h"
#include "app/cli/text.h"
#include "app/cli/weights_argument.h"
#include "core/base/error.h"
#include "core/formats/image.h"
#include "core/predict/drawing.h"
#include "core/predict/predictor.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

struct Options {
    std::string run;
    std::vector<std::string> images;
    bool json = false;
};

// A picture file as the 28x28 that the network was trained on.
DigitImage digitFrom(const std::string& path) {
    const DecodedImage picture = toGrey(readImage(path));
    DigitImage digit{};
    if (!renderPicture(picture.pixels, picture.width, picture.height, digit))
        throw Error(ErrorCategory::Data,
                    "'" + path + "' is blank; a dark digit on light paper, or the reverse, was expected.");
    return digit;
}

int predictImages(const Options& options) {
    Predictor predictor(weightsNamed(options.run));
    const Snapshot& snapshot = predictor.snapshot();
    if (snapshot.blueprint->image != ImageShape{})
        throw Error(ErrorCategory::Usage, "This network reads pictures that are not 28x28 grey digits; predict does "
                                          "not know how to make those from files.");
    for (const std::string& path : options.images) {
        const Prediction prediction = predictor.predict(digitFrom(path));
        const auto best = static_cast<std::size_t>(prediction.best);
        const std::string& answer = snapshot.classes[best];
        if (options.json)
            std::printf("%s\n", nlohmann::json{{"image", path},
                                               {"answer", answer},
                                               {"probabilities", prediction.probabilities},
                                               {"step", prediction.step}}
                                    .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                                    .c_str());
        else
            std::printf("%s: %s (%s)\n", path.c_str(), answer.c_str(),
                        perCent(prediction.probabilities[best], 1).c_str());
    }
    return 0;
}

} // namespace

void addPredict(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("predict", "Name the digits in PNG pictures");
    const auto options = std::make_shared<Options>();
    command->add_option("run", options->run, "Run, weights file, or 'ready' for the network that ships with Belfry")
        ->required();
    command->add_option("image", options->images, "PNG files")->required();
    command->add_flag("--json", options->json, "One JSON object per picture");
    command->callback([&action, options] { action = [options] { return predictImages(*options); }; });
}

} // namespace belfry::cli
