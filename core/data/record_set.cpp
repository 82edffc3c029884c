#include "core/data/record_set.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/random.h"
#include "core/data/source.h"
#include "core/data/stores.h"
#include "core/formats/gzip.h"
#include "core/formats/image_example.h"
#include "core/formats/tfrecord.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxRecordFileBytes = std::uint64_t{4} << 30;
constexpr std::int64_t kMaxLabels = 256;

bool isRecordFile(const fs::path& path, const std::string& split) {
    const std::string name = path.filename().string();
    const bool named = name.starts_with(split) || (split == "validation" && name.starts_with("val"));
    return named && name.find(".tfrecord") != std::string::npos;
}

std::vector<fs::path> filesOf(const fs::path& folder, const std::string& split) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const fs::path& entry : entriesOf(folder, ignored))
        if (fs::is_regular_file(entry, ignored) && isRecordFile(entry, split))
            found.push_back(entry);
    return found;
}

struct Split {
    Bytes images, labels;
};

class Reader {
public:
    explicit Reader(const fs::path& folder) : folder_(folder) {
        std::ifstream file(folder / "labels.txt");
        for (std::string line; std::getline(file, line);)
            if (!line.empty())
                names_.push_back(line.substr(0, line.find('\r')));
        if (names_.size() > static_cast<std::size_t>(kMaxLabels))
            names_.clear(); // another file that is called labels.txt
    }

    Split read(const std::string& name) {
        Split split;
        for (const fs::path& path : filesOf(folder_, name))
            readFile(path, split);
        return split;
    }

    ImageShape shape() const { return *shape_; }

    std::vector<std::string> classes() const {
        std::vector<std::string> names = names_;
        for (std::int64_t label = 0; names_.empty() && label <= greatest_; ++label)
            names.push_back(std::to_string(label));
        return names;
    }

    std::vector<DataIssue> issues() const {
        if (foreign_ == 0)
            return {};
        return {{DataIssue::Kind::ForeignLabel, foreign_,
                 Text::plural("%n records of '%1' have a label that is not a class, and were left out; the first: %2.",
                              "%n record of '%1' has a label that is not a class, and was left out; the first: %2.",
                              foreign_, folder_.string(), firstForeign_)}};
    }

private:
    void readFile(const fs::path& path, Split& split) {
        const Bytes bytes = readPlainOrGzip(path, kMaxRecordFileBytes);
        TfRecordReader reader(bytes, path.string());
        while (const auto payload = reader.next()) {
            const std::string source = path.string() + ", record " + std::to_string(reader.record() - 1);
            const ImageExample example = parseImageExample(*payload, source);
            const ImageShape shape{.channels = static_cast<int>(example.depth),
                                   .height = static_cast<int>(example.height),
                                   .width = static_cast<int>(example.width)};
            if (shape_.value_or(shape) != shape)
                throw dataError(Text::tr("'%1' is a picture of %2; expected %3 as the records before it. Convert the "
                                         "data again, to one size.",
                                         source, text(shape), text(*shape_)));
            shape_ = shape;
            take(example, source, split);
        }
    }

    void take(const ImageExample& example, const std::string& source, Split& split) {
        const std::int64_t classes = names_.empty() ? kMaxLabels : static_cast<std::int64_t>(names_.size());
        if (example.label < 0 || example.label >= classes) {
            if (foreign_++ == 0)
                firstForeign_ = Text::tr("'%1' has label %2", source, example.label);
            return;
        }
        greatest_ = std::max(greatest_, example.label);
        split.labels.push_back(static_cast<std::uint8_t>(example.label));
        split.images.insert(split.images.end(), example.pixels.begin(), example.pixels.end());
    }

    static std::string text(const ImageShape& shape) {
        return std::to_string(shape.height) + " x " + std::to_string(shape.width) + " x " +
               std::to_string(shape.channels);
    }

    fs::path folder_;
    std::vector<std::string> names_;
    std::optional<ImageShape> shape_;
    std::int64_t greatest_ = 0, foreign_ = 0;
    Text firstForeign_;
};

// A tenth of `from`, chosen by the seed.
Split draw(Split& from, std::int64_t imageBytes, std::uint64_t seed, std::uint64_t part) {
    const auto count = static_cast<std::int64_t>(from.labels.size());
    const auto order = permutation(count, RandomStream(seed, Purpose::Sample, part));
    std::vector<bool> taken(from.labels.size());
    for (std::int64_t i = 0; i < count / kSplitPart; ++i)
        taken[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = true;
    Split left, drawn;
    for (std::size_t i = 0; i < taken.size(); ++i) {
        Split& to = taken[i] ? drawn : left;
        const auto begin = from.images.begin() + static_cast<std::ptrdiff_t>(i) * imageBytes;
        to.images.insert(to.images.end(), begin, begin + imageBytes);
        to.labels.push_back(from.labels[i]);
    }
    from = std::move(left);
    return drawn;
}

} // namespace

bool hasRecordFiles(const fs::path& folder) { return !filesOf(folder, kSplitNames[0]).empty(); }

std::shared_ptr<const DataSet> openRecordSet(const fs::path& folder, std::uint64_t splitSeed) {
    Reader reader(folder);
    std::array<Split, 3> splits;
    for (std::size_t i = 0; i < splits.size(); ++i)
        splits[i] = reader.read(kSplitNames[i]);
    const auto data = ownDataSet(folder);
    if (splits[0].labels.empty())
        throw dataError(
            Text::tr("'%1' has no training records; expected pictures in train.tfrecords. Convert the data again.",
                     folder.string()));
    data->shape = reader.shape();
    for (std::size_t i = 1; i < splits.size(); ++i)
        if (splits[i].labels.empty())
            splits[i] = draw(splits[0], data->shape.bytes(), splitSeed, i);
    data->classes = reader.classes();
    data->issues = reader.issues();
    const auto store = [&](std::size_t i) {
        return memoryStore(std::move(splits[i].images), std::move(splits[i].labels), data->shape.bytes());
    };
    data->train = store(0);
    data->validation = store(1);
    data->test = store(2);
    if (data->validation->size() == 0 || data->test->size() == 0)
        throw dataError(Text::plural("'%1' has %n training records; expected at least ten, of which a tenth is kept "
                                     "for validation and another for the test. Add records.",
                                     "'%1' has %n training record; expected at least ten, of which a tenth is kept for "
                                     "validation and another for the test. Add records.",
                                     data->train->size(), folder.string()));
    return data;
}

} // namespace belfry
