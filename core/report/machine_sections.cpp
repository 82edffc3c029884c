// What the run was trained on, and how it is repeated.
#include "core/formats/json_file.h"
#include "core/report/report_sections.h"
#include "core/report/report_words.h"

#include <nlohmann/json.hpp>

namespace belfry {
namespace {

std::vector<Cell> factRow(const std::string& what, const Html& value) { return {{what}, {value}}; }

Html towerTable(const RunHardware& hardware) {
    TableOf table{"Towers", {"Tower", "Device", "Name", "Threads", "Images a step"}, {}};
    for (const TowerPlacement& tower : hardware.towers)
        table.rows.push_back({{std::to_string(tower.tower)},
                              {(tower.host.empty() ? "" : tower.host + ", ") + tower.device},
                              {tower.deviceName + (tower.pciBusId.empty() ? "" : " (" + tower.pciBusId + ")")},
                              {tower.threads > 0 ? std::to_string(tower.threads) : "–", true},
                              {countText(tower.batch), true}});
    return tableHtml(table);
}

Html code(const std::string& line) { return el("pre", Attributes{{"class", "command"}}, line); }

} // namespace

OptionalSection hardwareSection(const RunReportData& report) {
    const RunRecord& record = report.record;
    TableOf table;
    table.rows = {factRow("Belfry", record.version),
                  factRow("Host", record.process.host.empty() ? "not known" : record.process.host)};
    if (record.hardware.cores > 0)
        table.rows.push_back(factRow("Usable cores", std::to_string(record.hardware.cores)));
    if (!record.hardware.driver.empty())
        table.rows.push_back(factRow("NVIDIA driver", record.hardware.driver));
    if (!record.hardware.cuda.empty())
        table.rows.push_back(factRow("CUDA", record.hardware.cuda));
    table.rows.push_back(factRow("Training", secondsText(record.seconds)));
    table.rows.push_back(factRow("Start-up", secondsText(record.startupSeconds)));
    table.rows.push_back(
        factRow("Speed", exactly("images-per-second", record.imagesPerSecond,
                                 countText(static_cast<std::int64_t>(record.imagesPerSecond)) + " images per second")));
    Html body = tableHtml(table);
    body += record.hardware.towers.empty()
                ? el("p",
                     "The record of this run names no devices: it was made by an earlier version of Belfry, or the run "
                     "ended before it began.")
                : towerTable(record.hardware);
    return ReportSection{"hardware", "Hardware", body};
}

OptionalSection repeatSection(const RunReportData& report) {
    Html body;
    const RunRecord& record = report.record;
    if (record.parent.empty()) {
        body += el("p", "Save the plan below as ", el("code", "plan.json"), ", then:");
        body += code("belfry-cli train --plan plan.json");
    } else {
        body += el("p", "This run is a branch of ", el("b", record.parent),
                   " from step " + countText(record.parentStep) +
                       " on. Repeat that one first, then branch from it, with the options of what differs in the plan "
                       "below:");
        body += code("belfry-cli branch " + record.parent + " --at " + std::to_string(record.parentStep));
    }
    body += el("p",
               "On the same machine the CPU gives the same bits. The plan names the devices: on another machine, give "
               "others with ",
               el("code", "--devices"), ".");
    TableOf table;
    table.rows = {factRow("Seed", std::to_string(report.plan.seed)),
                  factRow("Seed of the splits", std::to_string(report.plan.splitSeed)),
                  factRow("Belfry", record.version)};
    if (!report.plan.dataVersion.empty())
        table.rows.push_back(factRow("Version of the data", el("code", report.plan.dataVersion)));
    if (report.data) {
        table.rows.push_back(
            factRow("Training and validation images", el("code", Attributes{{"id", "data-hash"}}, report.dataHash)));
        table.rows.push_back(factRow("Test images", el("code", Attributes{{"id", "test-hash"}}, report.testHash)));
    }
    body += tableHtml(table);
    body += report.data ? el("p", Attributes{{"class", "small"}},
                             "The checksums (SHA-256) are of shape, labels and images "
                             "as this report found them.")
                        : el("p", "The data could not be read for a checksum. ", report.noData);
    body += el("details", Attributes{{"id", "plan-json"}}, el("summary", "plan.json"),
               el("pre", jsonText(toJson(report.plan), 2)));
    return ReportSection{"repeat", "How to repeat", body};
}

} // namespace belfry
