// Which pictures of a folder without labels to label first.
#include "app/cli/bar.h"
#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/weights_argument.h"
#include "core/base/error.h"
#include "core/data/picture_files.h"
#include "core/data/stores.h"
#include "core/data/streamed_store.h"
#include "core/formats/image.h"
#include "core/predict/label_next.h"
#include "core/predict/network_input.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace belfry::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kUsualCount = 20, kCacheBytes = std::int64_t{1} << 30;

struct LabelNextOptions {
    std::string run;
    std::vector<std::string> places;
    std::optional<std::int64_t> count;
    std::optional<std::uint64_t> seed;
    bool json = false;
};

std::vector<PictureFile> picturesIn(const std::vector<std::string>& places) {
    std::vector<PictureFile> pictures;
    const auto add = [&pictures](const fs::path& file) {
        if (startsLikeAPicture(file))
            pictures.push_back({.path = file.string()});
    };
    for (const fs::path place : places) {
        std::error_code code;
        if (!fs::exists(place, code))
            throw usageError(
                Text::tr("'%1' does not exist; expected a folder of pictures, or a picture.", oneLine(place.string())));
        if (!fs::is_directory(place, code)) {
            add(place);
            continue;
        }
        for (const fs::path& file : filesBelow(place))
            add(file);
    }
    if (pictures.empty())
        throw dataError(Text::tr("'%1' holds no picture that is read here. Name a folder with pictures to label.",
                                 oneLine(places.front())));
    std::ranges::sort(pictures, {}, &PictureFile::path);
    const auto again = std::ranges::unique(pictures, {}, &PictureFile::path);
    pictures.erase(again.begin(), again.end());
    return pictures;
}

// Handwriting is read as by predict: inverted and centred; it is small.
std::shared_ptr<const ImageStore> storeOf(std::vector<PictureFile>& pictures, const Snapshot& snapshot) {
    if (!readsHandwriting(snapshot))
        return streamedStore({}, pictures, snapshot.blueprint->image, kCacheBytes);
    std::vector<std::uint8_t> bytes;
    std::erase_if(pictures, [&](const PictureFile& picture) {
        try {
            const std::vector<std::uint8_t> digit = pictureIn(picture.path, snapshot);
            bytes.insert(bytes.end(), digit.begin(), digit.end());
            return false;
        } catch (const Error& error) {
            std::fprintf(stderr, "%s\n", oneLine(error.what()).c_str());
            return true;
        }
    });
    const std::size_t count = pictures.size();
    return memoryStore(std::move(bytes), std::vector<std::uint8_t>(count), snapshot.blueprint->image.bytes());
}

bool isReadable(const PictureFile& picture) {
    try {
        readImage(picture.path);
        return true;
    } catch (const Error&) { // is among the issues
        return false;
    }
}

int tellNext(const LabelNextOptions& options) {
    const std::int64_t count = options.count.value_or(kUsualCount);
    if (count < 1 || count > 10'000)
        throw usageError(Text::tr("--count is %1; expected 1 to 10000.", count));
    const std::shared_ptr<const Snapshot> snapshot = weightsNamed(options.run);
    std::vector<PictureFile> pictures = picturesIn(options.places);
    const auto store = storeOf(pictures, *snapshot);
    holdInterrupts();
    const Stopper stopper;
    std::vector<WorthLabelling> chosen;
    {
        Bar bar;
        chosen = labelNext(*snapshot, *store, count, options.seed.value_or(1), stopper.token(), [&bar](double part) {
            bar.draw(part, {{"looking at the pictures", 0}});
        });
    }
    for (const DataIssue& issue : store->issues())
        std::fprintf(stderr, "%s\n", oneLine(issue.sentence.english()).c_str());
    for (const WorthLabelling& one : chosen) {
        const PictureFile& picture = pictures[static_cast<std::size_t>(one.picture)];
        const std::string& file = picture.path;
        if (!isReadable(picture))
            continue;
        const std::string& answer = snapshot->classes[static_cast<std::size_t>(one.answer)];
        if (options.json)
            printJson({{"image", file}, {"answer", answer}, {"confidence", one.confidence}});
        else
            std::printf("%s (%s? %s)\n", oneLine(file).c_str(), oneLine(answer).c_str(),
                        perCent(one.confidence, 0).c_str());
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
