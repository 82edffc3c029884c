#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/number_options.h"
#include "app/cli/weights_argument.h"
#include "core/predict/predictor.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

struct PredictOptions {
    std::string run;
    std::vector<std::string> images;
    double noneBelow = 0;
    bool json = false;
};

int predictImages(const PredictOptions& options) {
    Predictor predictor(weightsNamed(options.run));
    const Snapshot& snapshot = predictor.snapshot();
    int status = 0;
    for (const std::string& path : options.images) {
        const auto picture = pictureNamed(path, snapshot);
        if (!picture) {
            status = kSomeUnreadable;
            continue;
        }
        const Prediction prediction = predictor.predict(*picture);
        const auto best = static_cast<std::size_t>(prediction.best);
        const std::string& answer = snapshot.classes[best];
        const bool none = static_cast<double>(prediction.probabilities[best]) < options.noneBelow;
        if (options.json)
            printJson({{"image", path},
                       {"answer", answer},
                       {"none_of_these", none},
                       {"probabilities", prediction.probabilities},
                       {"step", prediction.step}});
        else
            std::printf("%s: %s%s (%s)\n", path.c_str(), none ? "none of these; most likely " : "", answer.c_str(),
                        perCent(prediction.probabilities[best], 1).c_str());
    }
    return status;
}

} // namespace

void addPredict(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("predict", "Classify image files");
    const auto options = std::make_shared<PredictOptions>();
    addRunArgument(*command, options->run);
    command->add_option("image", options->images, "PNG, JPEG, WebP, TIFF, HEIF or BMP files")->required();
    command->add_option("--none-below", options->noneBelow, kNoneBelowHelp)->check(numberFromTo(0, 1));
    command->add_flag("--json", options->json, "One JSON object per picture");
    whenChosen(*command, chosen, [options] { return predictImages(*options); });
}

} // namespace belfry::cli
