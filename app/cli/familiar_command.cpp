// `familiar`: whether pictures are like those that a network learnt from.
#include "app/cli/bar.h"
#include "app/cli/command.h"
#include "app/cli/data_reports.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/weights_argument.h"
#include "core/base/error.h"
#include "core/data/catalogue.h"
#include "core/data/picture_size.h"
#include "core/data/stores.h"
#include "core/predict/familiarity.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace belfry::cli {
namespace {

struct FamiliarOptions {
    std::string run, against;
    std::vector<std::string> images;
    SnapshotDataOptions data;
    bool json = false;
};

// Those that cannot be read are removed from `files`.
std::shared_ptr<const ImageStore> storeOf(std::vector<std::string>& files, const Snapshot& snapshot) {
    std::vector<std::uint8_t> bytes;
    std::erase_if(files, [&](const std::string& file) {
        const auto picture = pictureNamed(file, snapshot);
        if (picture)
            bytes.insert(bytes.end(), picture->begin(), picture->end());
        return !picture;
    });
    return memoryStore(std::move(bytes), std::vector<std::uint8_t>(files.size()), snapshot.blueprint->image.bytes());
}

void tellPictures(const FamiliarOptions& options, const std::vector<std::string>& files, const Familiarity& known,
                  const std::vector<float>& found) {
    for (std::size_t i = 0; i < found.size(); ++i) {
        const bool familiar = found[i] >= known.threshold();
        if (options.json)
            printJson({{"image", files[i]},
                       {"familiarity", found[i]},
                       {"threshold", known.threshold()},
                       {"familiar", familiar}});
        else
            std::printf(
                "%s: %s (familiarity %s; 19 of 20 validation pictures have at least %s)\n", oneLine(files[i]).c_str(),
                familiar ? "like what the network has learnt from" : "unlike anything the network has learnt from",
                fixed(static_cast<double>(found[i]), 3).c_str(),
                fixed(static_cast<double>(known.threshold()), 3).c_str());
    }
}

void tellDataSets(const FamiliarOptions& options, const Familiarity& known, const DataSet& own, const DataSet& other,
                  const std::stop_token& stop) {
    const std::vector<float> familiar = known.of(*own.test, stop), unfamiliar = known.of(*other.test, stop);
    if (familiar.empty() || unfamiliar.empty())
        return;
    tellUnreadable(other);
    const double area = areaUnderCurve(familiar, unfamiliar);
    const auto told =
        static_cast<double>(std::ranges::count_if(unfamiliar, [&](float value) { return value < known.threshold(); }));
    const double share = told / static_cast<double>(unfamiliar.size());
    if (options.json)
        printJson({{"against", other.name}, {"area_under_curve", area}, {"told_unfamiliar", share}});
    else
        std::printf(
            "test pictures of %s against those of %s: area under the curve %s; %s of the latter are told as unlike "
            "anything learnt from\n",
            own.title.c_str(), other.title.c_str(), fixed(area, 3).c_str(), perCent(share, 1).c_str());
}

int tellFamiliarity(const FamiliarOptions& options) {
    if (options.images.empty() && options.against.empty())
        throw usageError(Text::tr("No pictures are named; expected files, or a data set with --against."));
    const std::shared_ptr<const Snapshot> snapshot = weightsNamed(options.run);
    std::vector<std::string> files = options.images;
    const auto pictures = storeOf(files, *snapshot);
    const int status = files.size() < options.images.size() ? kSomeUnreadable : 0;
    if (files.empty() && options.against.empty())
        return status;
    const std::shared_ptr<const DataSet> other =
        options.against.empty()
            ? nullptr
            : openDataSet(options.against, DataOptions{.dataDir = options.data.dataDir,
                                                       .pictureSize = pictureSizeText(snapshot->blueprint->image)});
    const std::shared_ptr<const DataSet> data = dataOf(options.run, *snapshot, options.data);
    holdInterrupts();
    const Stopper stopper;
    std::optional<Familiarity> known;
    {
        Bar bar;
        known.emplace(*snapshot, *data, stopper.token(), [&bar](double part) {
            bar.draw(part, {{"looking at the training pictures", 0}});
        });
    }
    tellUnreadable(*data);
    tellPictures(options, files, *known, known->of(*pictures, stopper.token()));
    if (other)
        tellDataSets(options, *known, *data, *other, stopper.token());
    return stopper.token().stop_requested() ? kStoppedByUser : status;
}

} // namespace

void addFamiliar(CLI::App& app, Chosen& chosen) {
    CLI::App* command =
        app.add_subcommand("familiar", "Say whether pictures are like those that a network learnt from");
    const auto options = std::make_shared<FamiliarOptions>();
    addRunArgument(*command, options->run);
    command->add_option("image", options->images, "PNG, JPEG, WebP, TIFF, HEIF or BMP files");
    command->add_option("--against", options->against, "Data set whose test pictures are compared with the run's own");
    options->data.addTo(*command);
    command->add_flag("--json", options->json, "One JSON object per picture");
    trainWhenChosen(*command, chosen, [options] { return tellFamiliarity(*options); });
}

} // namespace belfry::cli
