// How a search uses the devices: trials in parallel, or one trial on many towers. Measured once, then fixed. Free of
// torch.
#pragma once

#include "core/base/text.h"
#include "core/device/devices.h"
#include "core/search/search_plan.h"
#include "core/train/session.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

struct Layout {
    int trials = 1;                   // in parallel
    int towers = 1;                   // of each
    int threads = 1;                  // of each tower on the CPU
    std::vector<std::string> devices; // trial k of those in parallel has devices[k], or with several towers all
    bool operator==(const Layout&) const = default;
};
std::vector<std::string> devicesOf(const Layout& layout, int slot); // of the trial at this place

nlohmann::json toJson(const Layout& layout);
// Throws nlohmann's errors and Error(Data).
Layout layoutFromJson(const nlohmann::json& json);

Layout cpuLayout(int trials, int towers); // all on the CPU, a thread for each tower
// Of another machine with these GPUs and cores, whose trials get the bits of the leader's: as many towers with as many
// threads. `parallel`: trials in parallel there; 0: as many as its cores or GPUs take. Throws Error(Usage) where it
// lacks what the leader has.
Layout helperLayout(const Layout& leaders, const std::vector<std::string>& gpus, int cores, int parallel);

struct LayoutTrial {
    Layout layout;
    double imagesPerSecond = 0; // of all trials in parallel together
    Text problem;               // why it could not be measured; else empty
};

// Layouts to try on these devices ("cpu" with its cores, or GPUs). On the CPU every tower has one thread: sums of a
// matrix product depend on the number of threads, and a seed gives the same search with any number of parallel
// trials. A trial gets several towers only if neither number is given, or if theirs is.
std::vector<Layout> layoutCandidates(const std::vector<std::string>& devices, int cores, const SearchPlan& plan);
// Layouts of this machine that all trials can run on. Throws what preparing a trial on the first of them throws where
// there are none.
std::vector<Layout> usableLayouts(const SearchPlan& plan, const std::shared_ptr<const DataSet>& data);

// The fastest; of those within 3 % the first. Several towers, on whose number the bits of a trial depend, must
// be faster by a fifth. There is at least one.
Layout fastestLayout(const std::vector<LayoutTrial>& measured);

// The fastest of the usable ones for the middle of the space. All that was measured comes with it, fastest first; when
// only one layout is possible, nothing is measured.
struct MeasuredLayout {
    Layout layout;
    std::vector<LayoutTrial> trials;
};
MeasuredLayout chooseLayout(const SearchPlan& plan, std::shared_ptr<const DataSet> data, bool lowPriority = false,
                            std::stop_token stop = {});

// A hint for users who want to reproduce the same bits; may be empty.
Text towersRemark(const SearchPlan& plan, const Layout& layout);
// `devices`: this machine's. On devices of several kinds a trial's bits depend on where there was a free place.
Text devicesRemark(const Layout& layout, const std::vector<DeviceInfo>& devices);

// "AMD EPYC 9654"; where none is known, the id.
std::string deviceName(const std::string& id);

// Whether a trial on these devices may meet another on one of them.
bool sharesDevices(const Layout& layout, const std::vector<std::string>& devices);

// The plan of a trial as it runs on the layout's place number `slot`.
Plan placedPlan(Plan plan, const Layout& layout, int slot);
// Ready for a session: the data is open already, and its threads are the layout's.
PreparedRun prepareTrial(const Plan& placed, const Layout& layout, std::shared_ptr<const DataSet> data);
// Throws what preparing a trial throws: on one of the layout's devices, which may be gone since the layout was chosen,
// or with one of the space's batches, which may be too small for its towers.
void checkDevices(const Layout& layout, const Space& space, const std::shared_ptr<const DataSet>& data);

} // namespace belfry
