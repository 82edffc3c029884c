// The window speaks the language of its user, and QApplication sets the C library's locale with it: numbers with a
// comma, hours without AM and PM. What a search writes is for programs, and stays as it is.
#include "core/base/files.h"
#include "tests/core/search/fake_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>

namespace belfry {
namespace {

using test::FakeTrainer;
using test::seedsPlan;
using test::TemporaryFolder;
using test::Watcher;

// Spanish, of the system or made for the test; the old one when it goes.
class SpanishLocale {
public:
    SpanishLocale() {
        if (std::setlocale(LC_ALL, "es_ES.UTF-8"))
            return;
        const std::string made = (folder_.path / "es_ES.UTF-8").string();
        if (std::system(("localedef -i es_ES -f UTF-8 " + made + " > /dev/null 2>&1").c_str()) == 0) {
            ::setenv("LOCPATH", folder_.path.c_str(), 1);
            std::setlocale(LC_ALL, "es_ES.UTF-8");
        }
    }
    ~SpanishLocale() {
        std::setlocale(LC_ALL, "C");
        ::unsetenv("LOCPATH");
    }
    SpanishLocale(const SpanishLocale&) = delete;
    SpanishLocale& operator=(const SpanishLocale&) = delete;
    static bool isThere() { return *std::localeconv()->decimal_point == ','; }

private:
    const TemporaryFolder folder_;
};

TEST(Locale, TablesAndLogsAreTheSameInSpanish) {
    const SpanishLocale spanish;
    if (!SpanishLocale::isThere())
        GTEST_SKIP() << "no Spanish locale, and localedef cannot make one";
    const TemporaryFolder temporary;
    const auto folder = createSearch(seedsPlan(3, 1), temporary.path);
    const auto trainer = std::make_shared<FakeTrainer>([](const TrialJob& job, const std::stop_token&) {
        TrialResult result = FakeTrainer::done(job);
        result.device = "cuda:0,cuda:1"; // of a trial on two towers
        result.finished.seconds = 1.5;
        result.finished.imagesPerSecond = 1234.5;
        return result;
    });
    Watcher watcher;
    test::runToEnd(folder, watcher, {.trainer = trainer});
    std::istringstream table(trialsCsv(readSearch(folder)));
    std::string line;
    std::getline(table, line);
    int rows = 0;
    for (; std::getline(table, line); ++rows)
        EXPECT_THAT(line, testing::ContainsRegex("^[0-9]+,1,,,0,done,[0-9]+,[0-9],[a-z]+,[a-z]+,[01]\\.[0-9]{6},1,2,0,"
                                                 "1\\.500,1234\\.5,\"cuda:0,cuda:1\",0,$"));
    EXPECT_EQ(rows, 3);
    std::istringstream log(readFile(SearchFiles(folder).log));
    while (std::getline(log, line))
        EXPECT_THAT(line, testing::ContainsRegex("^[0-9/]{10} [0-9:]{8} [AP]M - INFO - "));
}

} // namespace
} // namespace belfry
