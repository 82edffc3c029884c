// Which process works on a run, so that one that was killed is told from one that still trains. No state; any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>

namespace belfry {

struct ProcessIdentity {
    std::string host;
    std::string boot; // /proc/sys/kernel/random/boot_id: numbers of processes start anew with each boot
    std::int64_t pid = 0;
    std::uint64_t startTicks = 0; // /proc/PID/stat, field 22: clock ticks after boot; tells a reused pid
    bool operator==(const ProcessIdentity&) const = default;
};

ProcessIdentity identityOf(std::int64_t pid); // startTicks 0 when there is no such process
ProcessIdentity thisProcess();

enum class Liveness { Alive, Gone, Unknown };
// Unknown: it ran on another machine. A process that has ended but was not yet waited for is gone.
Liveness livenessOf(const ProcessIdentity& identity);

nlohmann::json toJson(const ProcessIdentity& identity);
// Throws nlohmann::json::exception for a missing field or a wrong type.
ProcessIdentity processIdentityFromJson(const nlohmann::json& json);

} // namespace belfry
