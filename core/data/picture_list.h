// Lists of pictures with their classes: tables (CSV, TSV) with a line of column names, and lines of a file's name and a
// class, as published lists have them. Decodes nothing. Used by folder_set.cpp. No state; any thread; blocks for the
// disk.
#pragma once

#include "core/data/class_folders.h"

#include <filesystem>
#include <optional>
#include <string>

namespace belfry {

// The list that a path stands for: a file .csv, .tsv or .txt itself, or "labels.csv" or "labels.tsv" in a folder.
// Beside sub-folders, which may be classes, only one that names files and classes counts.
std::optional<std::filesystem::path> pictureListAt(const std::filesystem::path& path);

// The files are named from the folder of the list on. Columns of a table, by their names: file (also file_name,
// filename, path, image), label (also class, category), and, where there are, split (train, validation or test; empty:
// train) and group (pictures of one group stay in one split). Classes are sorted: by value if all are whole numbers.
// What cannot be read is left out and reported. Throws Error(Data) for a table without the first two columns, an
// unknown split, a list without training pictures, and more classes than a label can name.
ClassFolders readPictureList(const std::filesystem::path& list);

} // namespace belfry
