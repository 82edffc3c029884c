#include "core/runs/plan_queue_file.h"

#include "core/base/error.h"
#include "core/formats/json_file.h"

#include <nlohmann/json.hpp>

#include <system_error>

namespace belfry {
namespace {

namespace fs = std::filesystem;

// Otherwise the next queued plan would overwrite it.
[[noreturn]] void putAside(const fs::path& path, const Text& what) {
    const fs::path aside = path.string() + ".damaged";
    std::error_code code;
    fs::rename(path, aside, code);
    throw dataError(Text::tr("The queue in '%1' is damaged: %2 It was put aside as '%3'; queue the plans again.",
                             path.string(), what, aside.filename().string()));
}

} // namespace

std::vector<Plan> readPlanQueue(const fs::path& path) {
    constexpr std::uint64_t kMaxQueueBytes = 16 << 20;
    std::error_code code;
    if (!fs::exists(path, code))
        return {};
    const nlohmann::json json = readJsonFile(path, kMaxQueueBytes);
    if (!json.is_array())
        putAside(path, Text::tr("it is not a list of plans."));
    std::vector<Plan> plans;
    for (const nlohmann::json& plan : json)
        try {
            plans.push_back(planFromJson(plan));
        } catch (const Error& error) {
            putAside(path, error.message());
        }
    return plans;
}

void writePlanQueue(const fs::path& path, const std::vector<Plan>& plans) {
    std::error_code code; // the folder may not exist before the first run; errors are reported on writing
    fs::create_directories(path.parent_path(), code);
    nlohmann::json json = nlohmann::json::array();
    for (const Plan& plan : plans)
        json.push_back(toJson(plan));
    writeJsonFile(path, json);
}

} // namespace belfry
