#include "core/runs/process_identity.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <array>
#include <fstream>
#include <sstream>

namespace belfry {
namespace {

std::string bootId() {
    std::ifstream stream("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(stream, id);
    return id;
}

// Start of a process in clock ticks after boot; 0 if it does not run. proc(5): the second field is the program's name
// in brackets. The name may contain spaces and brackets, so fields are counted from the last bracket.
std::uint64_t startTicksOf(std::int64_t pid) {
    std::ifstream stream("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    std::getline(stream, line);
    const std::size_t bracket = line.rfind(')');
    if (bracket == std::string::npos)
        return 0;
    std::istringstream fields(line.substr(bracket + 1));
    std::string state;
    fields >> state; // field 3
    if (state == "Z" || state == "X")
        return 0;
    std::string skipped;
    for (int field = 4; field < 22; ++field)
        fields >> skipped;
    std::uint64_t ticks = 0;
    fields >> ticks;
    return ticks;
}

} // namespace

std::string hostName() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

ProcessIdentity identityOf(std::int64_t pid) { return {hostName(), bootId(), pid, startTicksOf(pid)}; }

ProcessIdentity thisProcess() { return identityOf(::getpid()); }

Liveness livenessOf(const ProcessIdentity& identity) {
    if (identity.host != hostName())
        return Liveness::Unknown;
    if (identity.pid <= 0 || identity.startTicks == 0)
        return Liveness::Gone;
    return identityOf(identity.pid) == identity ? Liveness::Alive : Liveness::Gone;
}

nlohmann::json toJson(const ProcessIdentity& identity) {
    return {{"host", identity.host}, {"boot", identity.boot}, {"pid", identity.pid}, {"start", identity.startTicks}};
}

ProcessIdentity processIdentityFromJson(const nlohmann::json& json) {
    return {json.at("host").get<std::string>(), json.at("boot").get<std::string>(), json.at("pid").get<std::int64_t>(),
            json.at("start").get<std::uint64_t>()};
}

} // namespace belfry
