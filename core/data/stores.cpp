#include "core/data/stores.h"

#include "core/base/error.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <numeric>

namespace belfry {
namespace {

class MemoryStore final : public ImageStore {
public:
    MemoryStore(std::vector<std::uint8_t> images, std::vector<std::uint8_t> labels, std::int64_t imageBytes,
                std::vector<std::string> names)
        : images_(std::move(images)), labels_(std::move(labels)), names_(std::move(names)),
          imageBytes_(static_cast<std::size_t>(imageBytes)) {}

    std::int64_t size() const override { return static_cast<std::int64_t>(labels_.size()); }

    void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const override {
        for (const std::int64_t index : indices) {
            checkImageIndex(index, size());
            std::memcpy(destination, images_.data() + static_cast<std::size_t>(index) * imageBytes_, imageBytes_);
            destination += imageBytes_;
        }
    }

    std::uint8_t label(std::int64_t index) const override {
        checkImageIndex(index, size());
        return labels_[static_cast<std::size_t>(index)];
    }

    std::string name(std::int64_t index) const override {
        checkImageIndex(index, size());
        return names_.empty() ? std::string() : names_[static_cast<std::size_t>(index)];
    }

    const std::uint8_t* contiguous() const override { return images_.data(); }

private:
    std::vector<std::uint8_t> images_;
    std::vector<std::uint8_t> labels_;
    std::vector<std::string> names_;
    std::size_t imageBytes_;
};

class RangeStore final : public ImageStore {
public:
    RangeStore(std::shared_ptr<const ImageStore> whole, std::int64_t first, std::int64_t count, std::int64_t imageBytes)
        : whole_(std::move(whole)), first_(first), count_(count), imageBytes_(imageBytes) {}

    std::int64_t size() const override { return count_; }

    void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const override {
        std::vector<std::int64_t> shifted(indices.begin(), indices.end());
        for (std::int64_t& index : shifted) {
            checkImageIndex(index, count_);
            index += first_;
        }
        whole_->read(shifted, destination);
    }

    std::uint8_t label(std::int64_t index) const override {
        checkImageIndex(index, count_);
        return whole_->label(first_ + index);
    }

    std::string name(std::int64_t index) const override {
        checkImageIndex(index, count_);
        return whole_->name(first_ + index);
    }

    const std::uint8_t* contiguous() const override {
        const std::uint8_t* base = whole_->contiguous();
        return base ? base + first_ * imageBytes_ : nullptr;
    }

    bool decodesOnRead() const override { return whole_->decodesOnRead(); }
    std::vector<DataIssue> issues() const override { return whole_->issues(); }
    bool readable(std::int64_t index) const override {
        checkImageIndex(index, count_);
        return whole_->readable(first_ + index);
    }

private:
    std::shared_ptr<const ImageStore> whole_;
    std::int64_t first_;
    std::int64_t count_;
    std::int64_t imageBytes_;
};

class PickedStore final : public ImageStore {
public:
    PickedStore(std::shared_ptr<const ImageStore> whole, std::vector<std::int64_t> indices)
        : whole_(std::move(whole)), indices_(std::move(indices)) {}

    std::int64_t size() const override { return static_cast<std::int64_t>(indices_.size()); }

    void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const override {
        std::vector<std::int64_t> there;
        for (const std::int64_t index : indices)
            there.push_back(inWhole(index));
        whole_->read(there, destination);
    }

    std::uint8_t label(std::int64_t index) const override { return whole_->label(inWhole(index)); }
    std::string name(std::int64_t index) const override { return whole_->name(inWhole(index)); }

    bool decodesOnRead() const override { return whole_->decodesOnRead(); }
    std::vector<DataIssue> issues() const override { return whole_->issues(); }
    bool readable(std::int64_t index) const override { return whole_->readable(inWhole(index)); }

private:
    std::int64_t inWhole(std::int64_t index) const {
        checkImageIndex(index, size());
        return indices_[static_cast<std::size_t>(index)];
    }

    std::shared_ptr<const ImageStore> whole_;
    std::vector<std::int64_t> indices_;
};

class JoinedStore final : public ImageStore {
public:
    JoinedStore(std::shared_ptr<const ImageStore> first, std::shared_ptr<const ImageStore> second,
                std::int64_t imageBytes)
        : first_(std::move(first)), second_(std::move(second)), imageBytes_(imageBytes) {}

    std::int64_t size() const override { return first_->size() + second_->size(); }

    void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const override {
        std::vector<std::int64_t> there; // in one of them
        for (std::size_t i = 0; i < indices.size(); ++i) {
            const Place place = placeOf(indices[i]);
            there.push_back(place.index);
            if (i + 1 < indices.size() && placeOf(indices[i + 1]).store == place.store)
                continue;
            place.store->read(there, destination);
            destination += static_cast<std::int64_t>(there.size()) * imageBytes_;
            there.clear();
        }
    }

    std::uint8_t label(std::int64_t index) const override {
        const Place place = placeOf(index);
        return place.store->label(place.index);
    }

    std::string name(std::int64_t index) const override {
        const Place place = placeOf(index);
        return place.store->name(place.index);
    }

    bool decodesOnRead() const override { return first_->decodesOnRead() || second_->decodesOnRead(); }
    std::vector<DataIssue> issues() const override {
        std::vector<DataIssue> all = first_->issues();
        std::ranges::copy(second_->issues(), std::back_inserter(all));
        return all;
    }
    bool readable(std::int64_t index) const override {
        const Place place = placeOf(index);
        return place.store->readable(place.index);
    }

private:
    struct Place {
        const ImageStore* store;
        std::int64_t index;
    };
    Place placeOf(std::int64_t index) const {
        checkImageIndex(index, size());
        return index < first_->size() ? Place{first_.get(), index} : Place{second_.get(), index - first_->size()};
    }

    std::shared_ptr<const ImageStore> first_, second_;
    std::int64_t imageBytes_;
};

} // namespace

std::array<const ImageStore*, 3> splitsOf(const DataSet& dataSet) {
    return {dataSet.train.get(), dataSet.validation.get(), dataSet.test.get()};
}

void checkImageIndex(std::int64_t index, std::int64_t size) {
    if (index < 0 || index >= size)
        throw usageError(
            Text::tr("Image %1 was asked for; this split has images 0 to %2. Choose one of them.", index, size - 1));
}

void eraseUnreadable(const ImageStore& store, std::vector<std::int64_t>& indices) {
    std::erase_if(
        indices, [&store](std::int64_t index) { return !store.readable(index); });
}

std::vector<std::int64_t> readableIn(const ImageStore& store, std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> indices(static_cast<std::size_t>(last - first));
    std::iota(indices.begin(), indices.end(), first);
    eraseUnreadable(store, indices);
    return indices;
}

Error noneReadable(const ImageStore& store) {
    std::vector<Text> sentences{Text::tr("None of the pictures can be read. Are their files still there?")};
    for (const DataIssue& issue : store.issues())
        sentences.push_back(issue.sentence);
    return dataError(Text::sentences(sentences));
}

std::shared_ptr<const ImageStore> memoryStore(std::vector<std::uint8_t> images, std::vector<std::uint8_t> labels,
                                              std::int64_t imageBytes, std::vector<std::string> names) {
    if (imageBytes <= 0 || images.size() != labels.size() * static_cast<std::size_t>(imageBytes))
        throw usageError(Text::tr("%1 bytes were given for %2 images of %3 bytes. Give one label for each image.",
                                  images.size(), labels.size(), imageBytes));
    return std::make_shared<MemoryStore>(std::move(images), std::move(labels), imageBytes, std::move(names));
}

std::shared_ptr<const ImageStore> rangeStore(std::shared_ptr<const ImageStore> whole, std::int64_t first,
                                             std::int64_t count, std::int64_t imageBytes) {
    const std::int64_t size = whole->size();
    if (first < 0 || count < 0 || first > size || count > size - first)
        throw usageError(Text::plural("Requested %n images from image %1; the split has %2. Request fewer.",
                                      "Requested %n image from image %1; the split has %2. Request fewer.", count,
                                      first, size));
    return std::make_shared<RangeStore>(std::move(whole), first, count, imageBytes);
}

std::shared_ptr<const ImageStore> pickedStore(std::shared_ptr<const ImageStore> whole,
                                              std::vector<std::int64_t> indices) {
    for (const std::int64_t index : indices)
        checkImageIndex(index, whole->size());
    return std::make_shared<PickedStore>(std::move(whole), std::move(indices));
}

std::vector<DataIssue> issues(const DataSet& dataSet) {
    std::vector<DataIssue> all = dataSet.issues;
    for (const ImageStore* split : splitsOf(dataSet))
        for (DataIssue& found : split->issues())
            all.push_back(std::move(found));
    return all;
}

std::shared_ptr<const ImageStore> joinedStore(std::shared_ptr<const ImageStore> first,
                                              std::shared_ptr<const ImageStore> second, std::int64_t imageBytes) {
    return std::make_shared<JoinedStore>(std::move(first), std::move(second), imageBytes);
}

std::shared_ptr<const ImageStore> allImages(const DataSet& dataSet) {
    const std::int64_t bytes = dataSet.shape.bytes();
    return joinedStore(joinedStore(dataSet.train, dataSet.validation, bytes), dataSet.test, bytes);
}

SplitBegins splitBegins(const DataSet& dataSet) {
    const std::int64_t validation = dataSet.train->size();
    return {0, validation, validation + dataSet.validation->size()};
}

std::size_t splitAt(const SplitBegins& begins, std::int64_t image) {
    return static_cast<std::size_t>(std::ranges::upper_bound(begins, image) - begins.begin()) - 1;
}

} // namespace belfry
