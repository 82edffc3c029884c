// What every reader's tests share: the sentence of a refusal, and folders that vanish.
#pragma once

#include "core/base/error.h"
#include "core/formats/gzip.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace belfry {

// The message of the Error(category) that `action` throws; anything else fails the test.
template <typename Action>
std::string refusal(const Action& action, ErrorCategory category = ErrorCategory::Data) {
    try {
        action();
    } catch (const Error& error) {
        EXPECT_EQ(error.category(), category) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

inline Bytes bytesOf(const std::string& text) { return {text.begin(), text.end()}; }

// A folder of this test alone, removed at its end.
class TestFolder {
public:
    TestFolder() {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        path_ = std::filesystem::path(testing::TempDir()) /
                (std::string("belfry_") + test->test_suite_name() + "_" + test->name());
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    ~TestFolder() { std::filesystem::remove_all(path_); }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace belfry
