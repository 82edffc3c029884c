#include "core/runs/run_pictures.h"

#include "core/base/error.h"
#include "core/data/name_division.h"
#include "core/data/stores.h"
#include "core/formats/json_file.h"
#include "core/runs/metrics_store.h"
#include "core/runs/run_folder.h"
#include "core/train/data_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <system_error>
#include <vector>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxPicturesBytes = std::uint64_t{1} << 30; // 50 million pictures

using Hashes = std::vector<std::uint64_t>; // ascending
using HashesBySplit = std::array<Hashes, kSplitNames.size()>;

std::uint64_t hashIn(const ImageStore& store, std::int64_t index) { return nameHash(0, store.name(index)); }

bool hasNames(const DataSet& data) { return data.train->size() > 0 && !data.train->name(0).empty(); }

HashesBySplit hashesOf(const DataSet& data) {
    HashesBySplit all;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ImageStore& store = *splitsOf(data)[i];
        for (std::int64_t index = 0; index < store.size(); ++index)
            all[i].push_back(hashIn(store, index));
        std::ranges::sort(all[i]);
    }
    return all;
}

// None: the run is of an earlier version, or its images have no names. Throws Error(Data) for a damaged file.
std::optional<HashesBySplit> recordedIn(const fs::path& run) {
    const fs::path file = RunFiles(run).pictures;
    std::error_code code;
    if (run.empty() || !fs::exists(file, code))
        return std::nullopt;
    return readRecordFile(
        file, kMaxPicturesBytes,
        [](const nlohmann::json& splits) {
            HashesBySplit all;
            for (std::size_t i = 0; i < all.size(); ++i) {
                splits.at(kSplitNames[i]).get_to(all[i]);
                std::ranges::sort(all[i]);
            }
            return all;
        },
        [&file](const Text& reason) {
            return Text::tr("'%1', which says on which pictures the run was trained, cannot be read: %2. Its test "
                            "pictures may be among them.",
                            file.string(), reason);
        });
}

Hashes allOf(const HashesBySplit& splits) {
    Hashes all;
    for (const Hashes& split : splits)
        all.insert(all.end(), split.begin(), split.end());
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return all;
}

std::int64_t countWithout(const Hashes& some, const Hashes& others) {
    Hashes left;
    std::ranges::set_difference(some, others, std::back_inserter(left));
    return std::ssize(left);
}

// Of the images in the store, those that are not among the hashes.
std::vector<std::int64_t> unseenIn(const ImageStore& store, const Hashes& seen) {
    std::vector<std::int64_t> unseen;
    for (std::int64_t index = 0; index < store.size(); ++index)
        if (!std::ranges::binary_search(seen, hashIn(store, index)))
            unseen.push_back(index);
    return unseen;
}

// Returns how many were left out.
std::int64_t leaveOut(std::shared_ptr<const ImageStore>& store, const Hashes& seen, const std::string& title) {
    std::vector<std::int64_t> unseen = unseenIn(*store, seen);
    const std::int64_t count = store->size() - std::ssize(unseen);
    if (count == 0)
        return 0;
    if (unseen.empty())
        throw dataError(Text::tr("The network was trained on all pictures that %1 has for validation or for the test "
                                 "now, so that they say nothing. Put the earlier ones back, or train again.",
                                 title));
    store = pickedStore(store, std::move(unseen));
    return count;
}

Text changesText(const HashesBySplit& recorded, const DataSet& data, std::int64_t seen) {
    const Hashes before = allOf(recorded), now = allOf(hashesOf(data));
    const std::int64_t added = countWithout(now, before), gone = countWithout(before, now);
    if (added + gone == 0)
        return {};
    const Text changes = Text::tr("The pictures of %1 are others than when the network was trained (added: %2, gone: "
                                  "%3).",
                                  data.title, added, gone);
    return seen > 0
               ? changes
               : Text::sentences({changes, Text::tr("It was trained on none of those for validation and the test.")});
}

// A run of an earlier version.
Text countRemark(const fs::path& run, const DataSet& data) {
    const std::int64_t before = run.empty() || !hasNames(data) ? 0 : trainedImagesOf(run), now = data.train->size();
    if (before == 0 || before == now)
        return {};
    return Text::tr("The network was trained on %1 pictures, and %2 has %3 for training now. It is of a version that "
                    "divided all pictures again when their number changed, so that some of those for validation and "
                    "the test may be among them. Train again.",
                    before, data.title, now);
}

struct Comparison {
    std::optional<HashesBySplit> recorded;
    Text problem; // of the record
};

Comparison comparisonFor(const fs::path& run, const Snapshot& snapshot, const DataSet& data) {
    checkFits(snapshot, data);
    try {
        return {.recorded = recordedIn(run), .problem = {}};
    } catch (const Error& error) {
        return {.recorded = std::nullopt, .problem = error.message()};
    }
}

} // namespace

void recordPictures(const fs::path& run, const DataSet& data) {
    if (!hasNames(data))
        return;
    HashesBySplit splits = hashesOf(data);
    try {
        if (const std::optional<HashesBySplit> before = recordedIn(run)) {
            Hashes both;
            std::ranges::set_union(splits[0], before->front(), std::back_inserter(both));
            splits[0] = std::move(both);
        }
    } catch (const Error&) { // damaged: replaced
    }
    nlohmann::json record;
    for (std::size_t i = 0; i < splits.size(); ++i)
        record[kSplitNames[i]] = splits[i];
    writeJsonFile(RunFiles(run).pictures, record);
}

void copyPictures(const fs::path& from, const fs::path& to) {
    const fs::path file = RunFiles(from).pictures;
    std::error_code code;
    if (fs::exists(file, code))
        writeFileAtomically(RunFiles(to).pictures, readFile(file, kMaxPicturesBytes));
}

std::int64_t trainedImagesOf(const fs::path& run) {
    try {
        const auto last = readLastStep(RunFiles(run).metrics);
        return last && last->epoch > 0 ? std::llround(static_cast<double>(last->images) / last->epoch) : 0;
    } catch (const Error&) {
        return 0; // no metrics, or damaged ones
    }
}

RunPictures picturesFor(const fs::path& run, const Snapshot& snapshot, std::shared_ptr<const DataSet> data) {
    const auto [recorded, problem] = comparisonFor(run, snapshot, *data);
    if (!recorded)
        return {data, problem.empty() ? countRemark(run, *data) : problem};
    auto unseen = std::make_shared<DataSet>(*data);
    const std::int64_t seen = leaveOut(unseen->validation, recorded->front(), data->title) +
                              leaveOut(unseen->test, recorded->front(), data->title);
    const Text remark = changesText(*recorded, *data, seen);
    if (seen == 0)
        return {std::move(data), remark};
    return {std::move(unseen),
            Text::sentences(
                {remark, Text::plural("%n pictures for validation and the test are left out, as the network was "
                                      "trained on them.",
                                      "%n picture for validation or the test is left out, as the network was "
                                      "trained on it.",
                                      seen)})};
}

Text remarkOnPictures(const fs::path& run, const Snapshot& snapshot, const DataSet& data) {
    const auto [recorded, problem] = comparisonFor(run, snapshot, data);
    if (!recorded)
        return problem.empty() ? countRemark(run, data) : problem;
    std::int64_t seen = 0;
    for (const auto& store : {data.validation, data.test})
        seen += store->size() - std::ssize(unseenIn(*store, recorded->front()));
    const Text remark = changesText(*recorded, data, seen);
    return seen == 0 ? remark
                     : Text::sentences(
                           {remark, Text::plural("The network was trained on %n pictures that are for validation "
                                                 "and the test now.",
                                                 "The network was trained on %n picture that is for validation or "
                                                 "the test now.",
                                                 seen)});
}

} // namespace belfry
