// An open file of the system, and writing all of something to it. One thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

namespace belfry {

// Closed with its owner, without a message: what write and fsync return comes before.
class FileDescriptor {
public:
    FileDescriptor() = default; // none
    explicit FileDescriptor(int file) : file_(file) {}
    FileDescriptor(FileDescriptor&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(file_, other.file_);
        return *this;
    }
    ~FileDescriptor();

    bool isOpen() const { return file_ >= 0; }
    int get() const { return file_; }
    int release() { return std::exchange(file_, -1); } // to an owner that closes it

private:
    int file_ = -1;
};

// The whole content, however much of it the system takes at a time. False: errno has the reason, and a part may have
// been written.
bool writeAll(const FileDescriptor& file, std::string_view content);
bool writeAllAt(const FileDescriptor& file, std::string_view content, std::uint64_t offset);

} // namespace belfry
