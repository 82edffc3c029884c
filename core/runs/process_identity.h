// Identifies the process that trains a run, to detect whether it still exists. No state; any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>

namespace belfry {

struct ProcessIdentity {
    std::string host;
    std::string boot; // /proc/sys/kernel/random/boot_id: process ids are reused after a boot
    std::int64_t pid = 0;
    std::uint64_t startTicks = 0; // /proc/PID/stat, field 22: clock ticks after boot; detects a reused pid
    bool operator==(const ProcessIdentity&) const = default;
};

std::string hostName();                       // "" if it is not known
ProcessIdentity identityOf(std::int64_t pid); // startTicks is 0 if there is no such process
ProcessIdentity thisProcess();

enum class Liveness { Alive, Gone, Unknown };
// Unknown: on another machine. A zombie process is Gone.
Liveness livenessOf(const ProcessIdentity& identity);

nlohmann::json toJson(const ProcessIdentity& identity);
// Throws nlohmann::json::exception for a missing field or a wrong type.
ProcessIdentity processIdentityFromJson(const nlohmann::json& json);

} // namespace belfry
