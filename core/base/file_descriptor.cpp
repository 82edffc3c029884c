#include "core/base/file_descriptor.h"

#include <unistd.h>

#include <cerrno>

namespace belfry {
namespace {

// write(rest, done): as the system's call.
template <typename Write>
bool writeRest(std::string_view content, const Write& write) {
    std::size_t done = 0;
    while (done < content.size()) {
        const ssize_t written = write(content.substr(done), done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        done += static_cast<std::size_t>(written);
    }
    return true;
}

} // namespace

FileDescriptor::~FileDescriptor() {
    if (isOpen())
        ::close(file_);
}

bool writeAll(const FileDescriptor& file, std::string_view content) {
    return writeRest(
        content, [&file](std::string_view rest, std::size_t) { return ::write(file.get(), rest.data(), rest.size()); });
}

bool writeAllAt(const FileDescriptor& file, std::string_view content, std::uint64_t offset) {
    return writeRest(
        content,
        [&file, offset](std::string_view rest, std::size_t done) {
            return ::pwrite(file.get(), rest.data(), rest.size(), static_cast<off_t>(offset + done));
        });
}

} // namespace belfry
