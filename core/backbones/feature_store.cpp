#include "core/backbones/feature_store.h"

#include "core/base/error.h"
#include "core/base/file_descriptor.h"
#include "core/base/files.h"
#include "core/formats/bytes.h"
#include "core/formats/sha256.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <charconv>
#include <cstring>
#include <utility>

namespace belfry {
namespace {

namespace fs = std::filesystem;

// A file: this, then the keys, then the numbers.
struct Header {
    std::array<char, 8> format{'b', 'f', 'e', 'a', 't', 'u', 'r', '1'};
    std::int64_t width = 0, count = 0;
    std::array<std::uint8_t, 40> unused{}; // numbers after it are aligned as it is long: 64 bytes
};
static_assert(sizeof(Header) == 64);

constexpr const char* kEnding = ".features";

std::uint8_t digit(char hexadecimal) {
    std::uint8_t value = 0;
    std::from_chars(&hexadecimal, &hexadecimal + 1, value, 16);
    return value;
}

} // namespace

PictureKey keyOf(std::span<const std::uint8_t> picture) {
    const std::string digest = sha256(picture);
    PictureKey key;
    for (std::size_t i = 0; i < key.size(); ++i)
        key[i] = static_cast<std::uint8_t>(digit(digest[2 * i]) << 4 | digit(digest[2 * i + 1]));
    return key;
}

class FeatureStore::MappedFile {
public:
    MappedFile(const fs::path& path, std::int64_t width) {
        const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        struct stat status {};
        if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || status.st_size < std::int64_t{sizeof(Header)})
            return;
        size_ = static_cast<std::size_t>(status.st_size);
        void* const memory = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.get(), 0);
        if (memory == MAP_FAILED)
            return;
        memory_ = static_cast<const std::uint8_t*>(memory);
        Header header;
        std::memcpy(&header, memory_, sizeof header);
        const std::int64_t each = std::int64_t{sizeof(PictureKey)} + width * std::int64_t{sizeof(float)};
        if (header.format == Header().format && header.width == width && header.count >= 0 &&
            header.count <= status.st_size / each &&
            status.st_size == std::int64_t{sizeof(Header)} + header.count * each)
            count_ = header.count;
    }
    MappedFile(MappedFile&& other) noexcept
        : memory_(std::exchange(other.memory_, nullptr)), size_(other.size_), count_(other.count_) {}
    MappedFile& operator=(MappedFile&&) = delete;
    ~MappedFile() {
        if (memory_)
            ::munmap(const_cast<std::uint8_t*>(memory_), size_);
    }

    std::int64_t count() const { return count_; } // 0: damaged, or none
    PictureKey key(std::int64_t index) const {
        PictureKey key;
        std::memcpy(key.data(), memory_ + sizeof(Header) + index * std::int64_t{sizeof key}, sizeof key);
        return key;
    }
    const float* features(std::int64_t index, std::int64_t width) const {
        const std::uint8_t* first = memory_ + sizeof(Header) + count_ * std::int64_t{sizeof(PictureKey)};
        return reinterpret_cast<const float*>(first) + index * width;
    }

private:
    const std::uint8_t* memory_ = nullptr;
    std::size_t size_ = 0;
    std::int64_t count_ = 0;
};

std::size_t FeatureStore::KeyHash::operator()(const PictureKey& key) const {
    std::size_t hash;
    std::memcpy(&hash, key.data(), sizeof hash);
    return hash;
}

FeatureStore::FeatureStore(const fs::path& folder, const std::string& network, std::int64_t width)
    : folder_(folder / sha256(asBytes(network)).substr(0, 16)), width_(width) {
    std::error_code ignored;
    for (const fs::path& file : entriesOf(folder_, ignored))
        if (file.extension() == kEnding)
            open(file);
}

FeatureStore::~FeatureStore() = default;

void FeatureStore::open(const fs::path& path) {
    MappedFile file(path, width_);
    for (std::int64_t i = 0; i < file.count(); ++i)
        places_.emplace(file.key(i), file.features(i, width_));
    if (file.count() > 0)
        files_.push_back(std::move(file));
}

const float* FeatureStore::find(const PictureKey& key) const {
    const auto place = places_.find(key);
    return place == places_.end() ? nullptr : place->second;
}

void FeatureStore::add(std::span<const PictureKey> keys, std::span<const float> features) {
    std::unordered_map<PictureKey, std::size_t, KeyHash> fresh; // and where its numbers are
    std::string keyBytes, numbers;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (places_.contains(keys[i]) || !fresh.emplace(keys[i], i).second)
            continue;
        keyBytes += asText(keys[i]);
        numbers += asText(littleEndianBytes(
            features.subspan(i * static_cast<std::size_t>(width_), static_cast<std::size_t>(width_))));
    }
    if (fresh.empty())
        return;
    Header header;
    header.width = width_;
    header.count = static_cast<std::int64_t>(fresh.size());
    // By what is in it: two processes that keep the same pictures write the same file.
    const fs::path file = folder_ / (sha256(asBytes(keyBytes)).substr(0, 16) + kEnding);
    makeWritableFolder(folder_);
    const std::string_view head(reinterpret_cast<const char*>(&header), sizeof header);
    const std::array<std::string_view, 3> parts{head, keyBytes, numbers};
    writeFileAtomically(file, parts);
    open(file);
}

fs::path featureFolder() { return userDataFolder() / "features"; }

} // namespace belfry
