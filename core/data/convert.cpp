#include "core/data/convert.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/suggest.h"
#include "core/data/stores.h"
#include "core/formats/cifar.h"
#include "core/formats/image.h"
#include "core/formats/image_example.h"
#include "core/formats/tfrecord.h"

#include <algorithm>
#include <set>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCifarBatch = 10'000, kCifarBatches = 5;

// With zeros before it.
std::string padded(std::size_t number, std::size_t digits) {
    const std::string text = std::to_string(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

class Conversion {
public:
    Conversion(const DataSet& data, fs::path folder, const std::function<void(double)>& progress)
        : data_(data), folder_(std::move(folder)), progress_(progress),
          image_(static_cast<std::size_t>(data.shape.bytes())),
          total_(data.train->size() + data.validation->size() + data.test->size()) {}

    void toRecords() {
        for (std::size_t split = 0; split < kSplitNames.size(); ++split) {
            std::string file;
            forEach(*splitsOf(data_)[split], [&](std::uint8_t label) {
                const std::string payload =
                    encodeImageExample({data_.shape.height, data_.shape.width, data_.shape.channels, label, image_});
                appendTfRecord(asBytes(payload), file);
            });
            writeFileAtomically(folder_ / (std::string(kSplitNames[split]) + ".tfrecords"), file);
        }
        writeFileAtomically(folder_ / "labels.txt", namesText());
    }

    void toIdx() {
        writePair("train", {data_.validation.get(), data_.train.get()});
        writePair("t10k", {data_.test.get()});
    }

    void toCifar() {
        std::vector<std::string> batches(1);
        const auto add = [&](std::uint8_t label) {
            std::string& batch = batches.back();
            batch += static_cast<char>(label);
            for (std::size_t plane = 0; plane < kCifarChannels; ++plane)
                for (std::size_t pixel = 0; pixel < kCifarPixels; ++pixel)
                    batch += static_cast<char>(image_[pixel * kCifarChannels + plane]);
        };
        for (const ImageStore* store : {data_.validation.get(), data_.train.get()})
            forEach(*store, [&](std::uint8_t label) {
                if (batches.back().size() == kCifarBatch * (kCifarImageBytes + 1))
                    batches.emplace_back();
                add(label);
            });
        for (std::size_t i = 0; i < batches.size(); ++i)
            writeFileAtomically(folder_ / ("data_batch_" + std::to_string(i + 1) + ".bin"), batches[i]);
        batches.assign(1, {});
        forEach(*data_.test, add);
        writeFileAtomically(folder_ / "test_batch.bin", batches[0]);
        writeFileAtomically(folder_ / "batches.meta.txt", namesText());
    }

    void toFolder() {
        const std::vector<std::string> names = folderNames();
        for (std::size_t split = 0; split < kSplitNames.size(); ++split) {
            const fs::path folder = folder_ / kSplitNames[split];
            for (const std::string& name : names)
                makeWritableFolder(folder / name);
            std::size_t number = 0;
            forEach(*splitsOf(data_)[split], [&](std::uint8_t label) {
                const Bytes png = encodePng({data_.shape.width, data_.shape.height, data_.shape.channels, image_});
                writeUnsynced(folder / names[label] / (padded(number++, 6) + ".png"), asText(png));
            });
        }
        syncFiles(folder_);
    }

    const std::array<std::int64_t, 3>& written() const { return written_; }

private:
    // Calls work(label) for every image that can be decoded, with its bytes in image_.
    template <typename Work>
    void forEach(const ImageStore& store, const Work& work) {
        const auto splits = splitsOf(data_);
        std::int64_t& written = written_[static_cast<std::size_t>(std::ranges::find(splits, &store) - splits.begin())];
        for (std::int64_t i = 0; i < store.size(); ++i) {
            store.read(std::span(&i, 1), image_.data());
            if (store.readable(i)) {
                work(store.label(i));
                ++written;
            }
            ++done_;
            if (progress_ && done_ % 256 == 0)
                progress_(static_cast<double>(done_) / static_cast<double>(total_));
        }
    }

    void writePair(const std::string& stem, const std::vector<const ImageStore*>& stores) {
        std::string images, labels;
        std::uint32_t count = 0;
        for (const ImageStore* store : stores)
            forEach(*store, [&](std::uint8_t label) {
                images += asText(image_);
                labels += static_cast<char>(label);
                ++count;
            });
        std::vector<std::uint32_t> shape{count, static_cast<std::uint32_t>(data_.shape.height),
                                         static_cast<std::uint32_t>(data_.shape.width)};
        if (data_.shape.channels == 3)
            shape.push_back(3);
        const std::string kind = "-idx" + std::to_string(shape.size()) + "-ubyte";
        writeFileAtomically(folder_ / (stem + "-images" + kind), idxHeader(shape) + images);
        writeFileAtomically(folder_ / (stem + "-labels-idx1-ubyte"), idxHeader({count}) + labels);
    }

    static std::string idxHeader(const std::vector<std::uint32_t>& shape) {
        std::string header{'\0', '\0', '\x08', static_cast<char>(shape.size())};
        for (const std::uint32_t dimension : shape)
            for (int shift = 24; shift >= 0; shift -= 8)
                header += static_cast<char>(dimension >> shift);
        return header;
    }

    std::string namesText() const {
        std::string text;
        for (const std::string& name : data_.classes)
            text += name + "\n";
        return text;
    }

    // Sorted like the labels, so that every class gets the same label when the files are read.
    std::vector<std::string> folderNames() const {
        std::vector<std::string> names = data_.classes;
        for (std::string& name : names)
            std::ranges::replace(name, '/', '-');
        if (std::ranges::is_sorted(names) && std::set<std::string>(names.begin(), names.end()).size() == names.size())
            return names;
        const std::size_t digits = std::to_string(names.size() - 1).size();
        for (std::size_t i = 0; i < names.size(); ++i)
            names[i] = padded(i, digits) + " " + names[i];
        return names;
    }

    const DataSet& data_;
    fs::path folder_;
    const std::function<void(double)>& progress_;
    std::vector<std::uint8_t> image_;
    std::int64_t total_, done_ = 0;
    std::array<std::int64_t, 3> written_{}; // by split
};

[[noreturn]] void refuseFormat(const DataSet& data, const Text& reason) {
    throw usageError(Text::tr("%1 cannot be written in this format: %2. Choose another format, such as tfrecord.",
                              data.title, reason));
}

void checkCifar(const DataSet& data) {
    if (data.shape != ImageShape{.channels = kCifarChannels, .height = kCifarSide, .width = kCifarSide})
        refuseFormat(data, Text::tr("CIFAR-10 records hold 32 x 32 colour pictures"));
    if (data.classes.size() != kCifarClasses)
        refuseFormat(data, Text::tr("CIFAR-10 records have ten classes, not %1", data.classes.size()));
    if (data.train->size() + data.validation->size() > static_cast<std::int64_t>(kCifarBatch * kCifarBatches))
        refuseFormat(data, Text::tr("CIFAR-10's five batches hold 50000 training pictures"));
}

void checkTarget(const fs::path& folder) {
    std::error_code code;
    if (fs::exists(folder, code) && !(fs::is_directory(folder, code) && fs::is_empty(folder, code)))
        throw usageError(Text::tr("'%1' exists and is not an empty folder; expected a new or empty one, so that "
                                  "nothing is overwritten. Choose another.",
                                  folder.string()));
    makeWritableFolder(folder);
}

} // namespace

const std::vector<ConvertFormat>& convertFormats() {
    static const std::vector<ConvertFormat> formats = {
        {"tfrecord", "TFRecord files for TensorFlow: train, validation, test, and labels.txt"},
        {"idx", "four IDX files, as MNIST has them"},
        {"cifar", "CIFAR-10's binary batches; 32 x 32 colour pictures of ten classes only"},
        {"folder", "PNG files in one folder per class, below train, validation and test"}};
    return formats;
}

std::array<std::int64_t, 3> convertDataSet(const DataSet& dataSet, const std::string& format, const fs::path& folder,
                                           const std::function<void(double)>& progress) {
    rowNamed(convertFormats(), Text::tr("format"), format);
    if (format == "cifar")
        checkCifar(dataSet);
    checkTarget(folder);
    Conversion conversion(dataSet, folder, progress);
    if (format == "tfrecord")
        conversion.toRecords();
    else if (format == "idx")
        conversion.toIdx();
    else if (format == "cifar")
        conversion.toCifar();
    else
        conversion.toFolder();
    return conversion.written();
}

} // namespace belfry
