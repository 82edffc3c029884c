// metrics.db as SQLite has it: what its writers and its readers share. Internal to runs.
#pragma once

#include "core/base/error.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <filesystem>
#include <functional>

namespace belfry {

inline constexpr int kBusyMilliseconds = 5000; // a reader recovers the log of a killed run

// A value that is not of its column's type: reported like the library's own errors about a damaged file.
struct BadColumn : Error {
    using Error::Error;
};

// Runs `work` and converts the library's exceptions to Error; `sentence` makes a message of their reason.
template <typename Sentence, typename Work>
auto converted(ErrorCategory category, const Sentence& sentence, Work work) {
    try {
        return work();
    } catch (const SQLite::Exception& error) {
        throw Error(category, sentence(Text::verbatim(error.what())));
    } catch (const BadColumn& error) {
        throw Error(category, sentence(error.message()));
    }
}

template <typename Work>
auto writing(const std::filesystem::path& path, Work work) {
    const auto sentence = [&](const Text& reason) {
        return Text::tr("Cannot write '%1' (SQLite: %2). Free some space, or choose a folder that you can write to.",
                        path.string(), reason);
    };
    return converted(ErrorCategory::Io, sentence, work);
}

template <typename... Values>
void insert(SQLite::Statement& statement, const Values&... values) {
    int index = 0;
    (statement.bind(++index, values), ...);
    statement.exec();
    statement.reset();
}

// Throw BadColumn for another type. NULL is NaN.
double real(const SQLite::Column& column);
std::int64_t integer(const SQLite::Column& column);
inline float single(const SQLite::Column& column) { return static_cast<float>(real(column)); }
[[noreturn]] void refuseValue(const SQLite::Column& column);

using TakeRow = std::function<void(SQLite::Statement&)>;

// `first`: bound to the query's parameter, if it has one. `newer`: the table may be missing in older files; then no
// rows. Throws Error(Data).
void forEachRow(const std::filesystem::path& path, const char* query, const TakeRow& row, std::int64_t first = -1,
                const char* newer = nullptr);

} // namespace belfry
