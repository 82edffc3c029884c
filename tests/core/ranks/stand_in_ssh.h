// A script that is started in place of ssh, as long as this object lives: by its folder at the beginning of PATH.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace belfry {

class StandInSsh {
public:
    // script: of sh. ${0%/*} is its folder, for other files.
    explicit StandInSsh(const std::string& script) : path_(::getenv("PATH")) {
        std::string name = (std::filesystem::temp_directory_path() / "belfry-ssh-XXXXXX").string();
        EXPECT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
        write("ssh", "#!/bin/sh\n" + script);
        std::filesystem::permissions(folder_ / "ssh", std::filesystem::perms::owner_all);
        ::setenv("PATH", (name + ":" + path_).c_str(), 1);
    }
    ~StandInSsh() {
        ::setenv("PATH", path_.c_str(), 1);
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    StandInSsh(const StandInSsh&) = delete;
    StandInSsh& operator=(const StandInSsh&) = delete;

    const std::filesystem::path& folder() const { return folder_; }
    void write(const std::string& name, const std::string& content) const { std::ofstream(folder_ / name) << content; }
    std::string read(const std::string& name) const {
        std::ifstream file(folder_ / name);
        return {std::istreambuf_iterator<char>(file), {}};
    }

private:
    std::string path_;
    std::filesystem::path folder_;
};

} // namespace belfry
