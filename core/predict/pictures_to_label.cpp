#include "core/predict/pictures_to_label.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/class_folders.h"
#include "core/data/picture_files.h"
#include "core/data/stores.h"
#include "core/data/streamed_store.h"
#include "core/predict/label_next.h"
#include "core/predict/network_input.h"
#include "core/predict/predict_files.h"

#include <algorithm>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kCacheBytes = std::int64_t{1} << 30;

std::vector<PictureFile> picturesIn(const std::vector<std::string>& places, std::vector<Text>& issues) {
    std::vector<std::string> readable; // of folders it is asked for each file
    for (const std::string& place : places) {
        std::error_code code;
        if (!fs::exists(place, code))
            throw usageError(Text::tr("'%1' does not exist; expected a folder of pictures, or a picture.", place));
        if (fs::is_directory(place, code) || startsLikeAPicture(place))
            readable.push_back(place);
    }
    PictureFiles found = pictureFilesAt(readable);
    issues = std::move(found.issues);
    std::vector<PictureFile> pictures;
    for (const std::string& file : found.files)
        pictures.push_back({.path = file});
    if (pictures.empty())
        throw dataError(Text::tr("'%1' holds no picture that is read here. Name a folder with pictures to label.",
                                 places.empty() ? std::string() : places.front()));
    std::ranges::sort(pictures, {}, &PictureFile::path);
    const auto again = std::ranges::unique(pictures, {}, &PictureFile::path);
    pictures.erase(again.begin(), again.end());
    return pictures;
}

// Handwriting is read as by predict: inverted and centred; it is small.
std::shared_ptr<const ImageStore> storeOf(std::vector<PictureFile>& pictures, const Snapshot& snapshot,
                                          std::vector<Text>& issues) {
    if (!readsHandwriting(snapshot))
        return streamedStore({}, pictures, snapshot.blueprint->image, kCacheBytes);
    std::vector<std::uint8_t> bytes;
    std::erase_if(pictures, [&](const PictureFile& picture) {
        try {
            const std::vector<std::uint8_t> digit = pictureIn(picture.path, snapshot);
            bytes.insert(bytes.end(), digit.begin(), digit.end());
            return false;
        } catch (const Error& error) {
            issues.push_back(messageOf(error));
            return true;
        }
    });
    const std::size_t count = pictures.size();
    return memoryStore(std::move(bytes), std::vector<std::uint8_t>(count), snapshot.blueprint->image.bytes());
}

} // namespace

PicturesToLabel picturesToLabel(const Snapshot& snapshot, const std::vector<std::string>& places, std::int64_t count,
                                std::uint64_t seed, const std::stop_token& stop,
                                const std::function<void(double)>& onProgress) {
    PicturesToLabel found;
    std::vector<PictureFile> files = picturesIn(places, found.issues);
    const auto store = storeOf(files, snapshot, found.issues);
    const std::vector<WorthLabelling> chosen = labelNext(snapshot, *store, count, seed, stop, onProgress);
    for (const DataIssue& issue : store->issues())
        found.issues.push_back(issue.sentence);
    for (const WorthLabelling& one : chosen)
        found.pictures.push_back({.file = files[static_cast<std::size_t>(one.picture)].path,
                                  .answer = one.answer,
                                  .confidence = one.confidence});
    return found;
}

AddedPicture addToClass(const fs::path& folder, const std::string& className, const fs::path& picture) {
    std::error_code code;
    fs::path into = trainFolder(folder).value_or(folder) / className;
    if (!fs::is_directory(into, code))
        into = folder / className;
    if (!fs::is_directory(into, code))
        throw usageError(
            Text::tr("'%1' has no sub-folder '%2', which the pictures of that class would be in. Create it.",
                     folder.string(), className));
    const std::string bytes = readFile(picture);
    fs::path copy = into / picture.filename();
    for (int number = 2; fs::exists(copy, code); ++number) {
        if (fs::file_size(copy, code) == bytes.size() && readFile(copy) == bytes)
            return {.file = copy, .copied = false};
        copy = into / (picture.stem().string() + ' ' + std::to_string(number) + picture.extension().string());
    }
    writeFileAtomically(copy, bytes);
    return {.file = copy, .copied = true};
}

} // namespace belfry
