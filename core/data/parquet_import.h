// Parquet files as a folder that openDataSet() reads. Another process reads them, in Python with pyarrow
// (resources/data/parquet_pictures.py, which says what becomes of them). No state; any thread; blocks for the disk.
#pragma once

#include "core/base/error.h"
#include "core/data/dataset.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

struct ParquetOptions {
    std::string pictureColumn{};                 // of pictures or of their files; "": the one that looks like it
    std::string labelColumn{};                   // of classes; "": the one that looks like it
    std::function<void(double part)> progress{}; // 0 to 1, on the calling thread, several times a second
    std::stop_token stop{};
    std::chrono::seconds silence{300}; // of the other process, before it is given up
};

struct ParquetImport {
    bool listed = false; // the files had names of pictures, which were copied; else the pictures themselves
    std::int64_t classes = 0;
    std::array<std::int64_t, 3> images{}; // by SplitKind; all are training where the files tell no splits
    bool hasSplits = false;
    std::vector<DataIssue> issues; // what was left out
};

// `from`: a Parquet file, or a folder with those of one data set. Writes the new or empty folder `to`: pictures below
// folders of splits and classes, with their own bytes, or "labels.csv" with copies of the pictures that a list names,
// which lie below its folder. `to` is complete or absent, also when stopped, which returns none. Throws Error(Usage)
// where `to` is filled, Error(Data) where `from` cannot be read as pictures of at most kMaxClasses classes, Error(Io)
// where there is no Python with pyarrow ($BELFRY_PARQUET_PYTHON, else as runPython() finds one) or no space.
std::optional<ParquetImport> importParquet(const std::filesystem::path& from, const std::filesystem::path& to,
                                           const ParquetOptions& options = {});

// By its name.
bool isCalledParquet(const std::filesystem::path& path);
// Says what to do with a path that is called so, where a data set is expected.
Error parquetIsImported(const std::filesystem::path& path);

} // namespace belfry
