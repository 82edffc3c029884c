// Reports of `belfry-cli data ...`; data_command.cpp reads the options. Each returns the exit status.
#pragma once

#include "core/data/catalogue.h"

#include <cstdint>
#include <string>

namespace belfry::cli {

int listData(const DataOptions& options, bool json);
int showData(const std::string& name, const DataOptions& options, bool json);
int showDamaged(const std::string& name, const DataOptions& options); // one path a line
int checkData(const std::string& name, const DataOptions& options, bool json);

// Of a data set that was read: on standard error which pictures could not be, and count in no figure. told: how many
// were told before; returns how many are now, and says nothing where they are the same.
std::int64_t tellUnreadable(const DataSet& data, std::int64_t told = 0);

} // namespace belfry::cli
