// A machine made of files: /proc and /sys/fs/cgroup in a folder of the test's own.
#pragma once

#include "core/device/cgroup.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace belfry {

class FakeSystem {
public:
    FakeSystem() {
        std::string name = (std::filesystem::temp_directory_path() / "belfry-device-XXXXXX").string();
        EXPECT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    ~FakeSystem() { std::filesystem::remove_all(folder_); }
    FakeSystem(const FakeSystem&) = delete;
    FakeSystem& operator=(const FakeSystem&) = delete;

    SystemRoots roots() const { return {folder_ / "proc", folder_ / "cgroup"}; }
    // `path` begins with proc/ or cgroup/.
    FakeSystem& write(const std::string& path, const std::string& text) {
        std::filesystem::create_directories((folder_ / path).parent_path());
        std::ofstream(folder_ / path) << text;
        return *this;
    }

private:
    std::filesystem::path folder_;
};

} // namespace belfry
