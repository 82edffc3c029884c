// What `belfry-cli data ...` does; data_command.cpp reads the options. Each returns the exit status.
#pragma once

#include "core/data/catalogue.h"

#include <string>

namespace belfry::cli {

int listData(const DataOptions& options, bool json);
int showData(const std::string& name, const DataOptions& options, bool json);
int checkData(const std::string& name, const DataOptions& options, bool json);
// `to` becomes a folder of `format`.
int convertData(const std::string& from, const std::string& to, const std::string& format, const DataOptions& options);
// `parent`: instead of the user's data folder, "" for that; `mirror`: a server asked first, "" for none. Ctrl-C stops,
// and what came stays.
int downloadNamed(const std::string& name, const std::string& parent, const std::string& mirror);

} // namespace belfry::cli
