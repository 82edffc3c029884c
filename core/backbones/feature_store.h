// What a network makes of pictures, kept in files: the next run with the same pictures computes none of it again. A
// picture is known by its bytes, so it may move from split to split, and a folder may grow. One object at a time per
// thread; blocks for the disk.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace belfry {

// The first half of the SHA-256 of a picture's bytes.
using PictureKey = std::array<std::uint8_t, 16>;
PictureKey keyOf(std::span<const std::uint8_t> picture);

class FeatureStore {
public:
    // folder: of all stores. network: what decides a picture's features, in any words. width: numbers of a picture.
    // Reads what is there; a file that is not whole counts as not there.
    FeatureStore(const std::filesystem::path& folder, const std::string& network, std::int64_t width);
    ~FeatureStore();
    FeatureStore(const FeatureStore&) = delete;
    FeatureStore& operator=(const FeatureStore&) = delete;

    std::int64_t size() const { return static_cast<std::int64_t>(places_.size()); }
    // Null: it is not there. Valid as long as the store.
    const float* find(const PictureKey& key) const;
    // Writes those of some pictures, keys.size() x width numbers, as one file: complete or absent. Throws Error(Io).
    // Pictures that are there already are left out.
    void add(std::span<const PictureKey> keys, std::span<const float> features);

private:
    class MappedFile;
    struct KeyHash {
        std::size_t operator()(const PictureKey& key) const;
    };
    void open(const std::filesystem::path& file);

    std::filesystem::path folder_;
    std::int64_t width_;
    std::vector<MappedFile> files_;
    std::unordered_map<PictureKey, const float*, KeyHash> places_;
};

// userDataFolder() / "features".
std::filesystem::path featureFolder();

} // namespace belfry
