// Which pictures of a folder without labels to label first.
#include "app/cli/bar.h"
#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/weights_argument.h"
#include "core/base/error.h"
#include "core/predict/pictures_to_label.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

constexpr std::int64_t kUsualCount = 20;

struct LabelNextOptions {
    std::string run;
    std::vector<std::string> places;
    std::optional<std::int64_t> count;
    std::optional<std::uint64_t> seed;
    bool json = false;
};

int tellNext(const LabelNextOptions& options) {
    const std::int64_t count = options.count.value_or(kUsualCount);
    if (count < 1 || count > 10'000)
        throw usageError(Text::tr("--count is %1; expected 1 to 10000.", count));
    const std::shared_ptr<const Snapshot> snapshot = weightsNamed(options.run);
    holdInterrupts();
    const Stopper stopper;
    PicturesToLabel found;
    {
        Bar bar;
        found = picturesToLabel(*snapshot, options.places, count, options.seed.value_or(1), stopper.token(),
                                [&bar](double part) {
                                    bar.draw(part, {{"looking at the pictures", 0}});
                                });
    }
    for (const Text& issue : found.issues)
        std::fprintf(stderr, "%s\n", oneLine(issue.english()).c_str());
    for (const PictureToLabel& picture : found.pictures) {
        const std::string& answer = snapshot->classes[static_cast<std::size_t>(picture.answer)];
        if (options.json)
            printJson({{"image", picture.file}, {"answer", answer}, {"confidence", picture.confidence}});
        else
            std::printf("%s (%s? %s)\n", oneLine(picture.file).c_str(), oneLine(answer).c_str(),
                        perCent(picture.confidence, 0).c_str());
    }
    return stopper.token().stop_requested() ? kStoppedByUser : 0;
}

} // namespace

void addLabelNext(CLI::App& app, Chosen& chosen) {
    CLI::App* command =
        app.add_subcommand("label-next", "Name the pictures without a label that a network would learn most from");
    const auto options = std::make_shared<LabelNextOptions>();
    addRunArgument(*command, options->run);
    command->add_option("pictures", options->places, "Folders of pictures, or pictures")->required();
    addNumber(*command, "--count", options->count, "How many (default 20)");
    addNumber(*command, "--seed", options->seed, "Seed of the choice (default 1)");
    command->add_flag("--json", options->json, "One JSON object per picture");
    trainWhenChosen(*command, chosen, [options] { return tellNext(*options); });
}

} // namespace belfry::cli
