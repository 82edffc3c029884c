// A folder of the system's for temporary files, gone with the object. Any thread.
#pragma once

#include <filesystem>
#include <string>

namespace belfry {

class TemporaryFolder {
public:
    // In $TMPDIR or /tmp, named `purpose` and a random ending; for this user alone. Throws Error(Io).
    explicit TemporaryFolder(const std::string& purpose);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace belfry
