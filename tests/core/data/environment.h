// What tests of the catalogue share: variables and files of one test.
#pragma once

#include "core/base/files.h"
#include "core/formats/gzip.h"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace belfry {

// Sets a variable for one test; an empty value removes it.
class Environment {
public:
    Environment(const char* name, const std::string& value) : name_(name) {
        if (const char* before = std::getenv(name))
            before_ = before;
        set(value);
    }
    ~Environment() { set(before_.value_or("")); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    void set(const std::string& value) {
        if (value.empty())
            ::unsetenv(name_);
        else
            ::setenv(name_, value.c_str(), 1);
    }
    const char* name_;
    std::optional<std::string> before_;
};

inline void write(const std::filesystem::path& path, const Bytes& bytes) {
    std::filesystem::create_directories(path.parent_path());
    writeFileAtomically(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

} // namespace belfry
