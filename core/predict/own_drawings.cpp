#include "core/predict/own_drawings.h"

#include "core/base/counted.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/system_text.h"
#include "core/data/stores.h"
#include "core/formats/sha256.h"
#include "core/predict/network_input.h"

#include <algorithm>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNameDigits = 16; // of the picture's SHA-256

// Entries of a folder that are not hidden, sorted; empty if it does not exist.
std::vector<fs::path> shownEntriesOf(const fs::path& folder) {
    std::error_code code;
    std::vector<fs::path> found = entriesOf(folder, code);
    if (code && code != std::errc::no_such_file_or_directory)
        throw ioError(Text::tr("Cannot read '%1'. Check its permissions.", folder.string()));
    std::erase_if(found, [](const fs::path& entry) { return entry.filename().string().starts_with('.'); });
    return found;
}

class Reading {
public:
    Reading(const Snapshot& snapshot, fs::path folder) : snapshot_(snapshot), folder_(std::move(folder)) {}

    KeptDrawings run() {
        for (const fs::path& entry : shownEntriesOf(folder_)) {
            std::error_code code;
            if (fs::is_directory(entry, code))
                readClass(entry);
            else
                foreign_.add(Text::verbatim(entry.string()));
        }
        kept_.images = memoryStore(std::move(bytes_), std::move(labels_), snapshot_.blueprint->image.bytes());
        reportProgress();
        return std::move(kept_);
    }

private:
    void readClass(const fs::path& folder) {
        const auto known = std::ranges::find(snapshot_.classes, folder.filename().string());
        for (const fs::path& file : shownEntriesOf(folder)) {
            const std::string name = file.filename().string();
            if (name.find(".png.tmp") != std::string::npos)
                continue; // a temporary file, perhaps of a process that was killed
            if (file.extension() != ".png")
                foreign_.add(Text::verbatim(file.string()));
            else if (known == snapshot_.classes.end())
                unknown_.add(Text::verbatim(folder.filename().string()));
            else
                readPicture(file, static_cast<std::uint8_t>(known - snapshot_.classes.begin()));
        }
    }

    void readPicture(const fs::path& file, std::uint8_t label) {
        try {
            const DecodedImage picture = readImage(file);
            const ImageShape shape{picture.channels, picture.height, picture.width};
            const auto pixels = shape == snapshot_.blueprint->image
                                    ? std::vector<std::uint8_t>(picture.pixels.begin(), picture.pixels.end())
                                    : pictureFor(snapshot_, picture);
            if (pixels.empty())
                throw dataError(Text::tr("'%1' is blank. Draw it again.", file.string()));
            bytes_.insert(bytes_.end(), pixels.begin(), pixels.end());
            labels_.push_back(label);
            kept_.files.push_back(file);
        } catch (const Error& error) {
            unreadable_.add(error.message());
        }
    }

    void add(DataIssue::Kind kind, std::int64_t count, Text sentence) {
        if (count > 0)
            kept_.issues.push_back({kind, count, std::move(sentence)});
    }

    void reportProgress() {
        const std::string where = folder_.string();
        add(DataIssue::Kind::UnreadableImage, unreadable_.count,
            Text::plural("%n pictures of '%1' could not be read: left out; the first: %2",
                         "%n picture of '%1' could not be read: left out; the first: %2", unreadable_.count, where,
                         unreadable_.first));
        add(DataIssue::Kind::ForeignLabel, unknown_.count,
            Text::plural("%n drawings of '%1' of a class that the network does not know: left out; the first: '%2'.",
                         "%n drawing of '%1' of a class that the network does not know: left out; the first: '%2'.",
                         unknown_.count, where, unknown_.first));
        add(DataIssue::Kind::ForeignFile, foreign_.count,
            Text::plural("%n other files of '%1' were ignored; the first: '%2'.",
                         "%n other file of '%1' was ignored; the first: '%2'.", foreign_.count, where, foreign_.first));
    }

    const Snapshot& snapshot_;
    fs::path folder_;
    KeptDrawings kept_;
    std::vector<std::uint8_t> bytes_, labels_;
    Counted<Text> unreadable_, unknown_, foreign_;
};

} // namespace

fs::path drawingsFolder() { return userDataFolder() / "drawings"; }

fs::path keepDrawing(const fs::path& folder, const std::string& label, const DecodedImage& picture) {
    if (label.empty() || label.starts_with('.') || label.find('/') != std::string::npos)
        throw usageError(Text::tr(
            "'%1' cannot be the label of a drawing; expected a name that a folder can have. Choose another class.",
            label));
    makeWritableFolder(folder / label);
    sweepTemporaries(folder / label);
    const Bytes png = encodePng(picture);
    const fs::path file = folder / label / (sha256(picture.pixels).substr(0, kNameDigits) + ".png");
    writeFileAtomically(file, asText(png));
    return file;
}

void removeDrawing(const fs::path& file) {
    std::error_code code;
    fs::remove(file, code);
    if (code)
        throw ioError(Text::tr("Cannot remove '%1': %2. Check the folder's permissions.", file.string(),
                               systemText(code.value())));
    fs::remove(file.parent_path(), code); // removes an empty class folder; fails for others
}

KeptDrawings keptDrawings(const Snapshot& snapshot, const fs::path& folder) { return Reading(snapshot, folder).run(); }

} // namespace belfry
