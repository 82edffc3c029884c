#include "core/data/resized_store.h"

#include "core/data/on_all_cores.h"
#include "core/formats/resize.h"

#include <algorithm>

namespace belfry {
namespace {

class ResizedStore final : public ImageStore {
public:
    ResizedStore(std::shared_ptr<const ImageStore> whole, const ImageShape& from, const ImageShape& to)
        : whole_(std::move(whole)), from_(from), to_(to) {}

    std::int64_t size() const override { return whole_->size(); }
    std::uint8_t label(std::int64_t index) const override { return whole_->label(index); }
    std::string name(std::int64_t index) const override { return whole_->name(index); }
    bool decodesOnRead() const override { return true; }
    std::vector<DataIssue> issues() const override { return whole_->issues(); }
    bool readable(std::int64_t index) const override { return whole_->readable(index); }

    void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const override {
        const auto bytes = static_cast<std::size_t>(from_.bytes());
        std::vector<std::uint8_t> pictures(indices.size() * bytes);
        whole_->read(indices, pictures.data());
        onAllCores(indices.size(), [&](std::size_t i) {
            const auto first = pictures.begin() + static_cast<std::ptrdiff_t>(i * bytes);
            const DecodedImage picture{from_.width, from_.height, from_.channels,
                                       Bytes(first, first + static_cast<std::ptrdiff_t>(bytes))};
            const DecodedImage made = resized(withChannels(picture, to_.channels), to_.width, to_.height);
            std::ranges::copy(made.pixels, destination + static_cast<std::int64_t>(i) * to_.bytes());
        });
    }

private:
    std::shared_ptr<const ImageStore> whole_;
    ImageShape from_, to_;
};

} // namespace

std::shared_ptr<const ImageStore> resizedStore(std::shared_ptr<const ImageStore> whole, const ImageShape& from,
                                               const ImageShape& to) {
    return std::make_shared<ResizedStore>(std::move(whole), from, to);
}

} // namespace belfry
