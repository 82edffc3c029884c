// run.json: state and results of a run, in a small file that is written atomically. Plain values; any thread.
#pragma once

#include "core/runs/process_identity.h"
#include "core/runs/run_hardware.h"
#include "core/train/events.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace belfry {

struct RunRecord : RunFigures {
    std::string state = "running"; // "running" (paused too), "finished", "stopped", "failed", "interrupted"
    Text reason;                   // why it failed or was interrupted
    std::string version;           // of Belfry
    ProcessIdentity process;
    std::string parent;          // folder name of the run that this one branches from (runs/branch.h)
    std::int64_t parentStep = 0; // of that checkpoint
    std::int64_t started = 0;    // seconds since 1970, UTC
    std::int64_t ended = 0;      // 0 during the run
    std::int64_t validationEpoch = 0;
    RunHardware hardware; // of the last session
};

// A record of a run that this process starts now.
RunRecord newRunRecord();

// Copies the figures of an event.
void apply(RunRecord& record, const EpochDone& epoch);
void apply(RunRecord& record, const Finished& finished);

nlohmann::json toJson(const RunRecord& record);
void writeRunRecord(const std::filesystem::path& path, const RunRecord& record); // atomic; throws Error(Io)
// Throws Error(Data) with the file's name and the reason.
RunRecord readRunRecord(const std::filesystem::path& path);

std::int64_t secondsSince1970();
std::string utcText(std::int64_t seconds); // "2026-03-01T12:34:56Z"; "" for 0

} // namespace belfry
