// Reports of `belfry-cli data ...`; data_command.cpp reads the options. Each returns the exit status.
#pragma once

#include "core/data/catalogue.h"

#include <string>

namespace belfry::cli {

int listData(const DataOptions& options, bool json);
int showData(const std::string& name, const DataOptions& options, bool json);
int showDamaged(const std::string& name, const DataOptions& options); // one path a line
int checkData(const std::string& name, const DataOptions& options, bool json);

} // namespace belfry::cli
