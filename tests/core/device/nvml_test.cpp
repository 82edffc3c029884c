// A management library made of lambdas: several GPUs, figures that are not told, calls that fail.
#include "core/device/nvml.h"
#include "core/device/probe.h"
#include "tests/core/device/fake_system.h"

#include <cstring>
#include <map>

namespace belfry {
namespace {

constexpr std::int64_t kGibibyte = std::int64_t{1} << 30;
constexpr int kLost = 15; // NVML_ERROR_GPU_IS_LOST

struct FakeGpu {
    NvmlMemory memory;
    unsigned load = 0, milliwatts = 0, degrees = 0;
    std::vector<NvmlProcess> processes;
    int status = kNvmlSuccess; // of every question about this GPU
};

struct FakeNvml {
    std::map<std::string, FakeGpu> gpus; // by bus id
    int opened = 0, closed = 0;

    template <class Read>
    static int answer(NvmlDevice device, Read read) {
        const auto* gpu = static_cast<FakeGpu*>(device);
        if (gpu->status == kNvmlSuccess)
            read(*gpu);
        return gpu->status;
    }

    NvmlApi api() {
        NvmlApi api;
        api.init = [this] { return ++opened, kNvmlSuccess; };
        api.shutdown = [this] { return ++closed, kNvmlSuccess; };
        api.driverVersion = [](char* text, unsigned size) {
            return std::strncpy(text, "580.65.06", size), kNvmlSuccess;
        };
        api.handleByPciBusId = [this](const char* id, NvmlDevice* device) {
            const auto found = gpus.find(id);
            *device = found == gpus.end() ? nullptr : &found->second;
            return found == gpus.end() ? 6 : kNvmlSuccess;
        };
        api.memory = [](NvmlDevice d, NvmlMemory* out) { return answer(d, [&](auto& gpu) { *out = gpu.memory; }); };
        api.utilisation = [](NvmlDevice d, NvmlUtilisation* out) {
            return answer(d, [&](auto& gpu) { out->gpu = gpu.load; });
        };
        api.powerMilliwatts = [](NvmlDevice d, unsigned* out) {
            return answer(d, [&](auto& gpu) { *out = gpu.milliwatts; });
        };
        api.temperature = [](NvmlDevice d, int, unsigned* out) {
            return answer(d, [&](auto& gpu) { *out = gpu.degrees; });
        };
        api.computeProcesses = [](NvmlDevice d, unsigned* count, NvmlProcess* out) {
            const auto& all = static_cast<FakeGpu*>(d)->processes;
            const bool fits = *count >= all.size();
            *count = static_cast<unsigned>(all.size());
            if (fits)
                std::copy(all.begin(), all.end(), out);
            return fits ? static_cast<FakeGpu*>(d)->status : kNvmlInsufficientSize;
        };
        return api;
    }
};

DeviceInfo gpu(const std::string& busId, std::int64_t memory, int computeMajor = 9, int computeMinor = 0) {
    DeviceInfo device;
    device.computeMajor = computeMajor;
    device.computeMinor = computeMinor;
    device.pciBusId = busId;
    device.memoryTotal = memory;
    return device;
}

FakeNvml twoGpus() {
    FakeNvml fake;
    fake.gpus["0000:65:00.0"] = {{80 * kGibibyte, 50 * kGibibyte, 30 * kGibibyte}, 97, 412500, 61, {}, kNvmlSuccess};
    fake.gpus["0000:17:00.0"] = {{80 * kGibibyte, 79 * kGibibyte, kGibibyte}, 3, 60000, 35, {}, kNvmlSuccess};
    return fake;
}

TEST(Nvml, MatchesGpusByBusIdNotByOrder) {
    FakeNvml fake = twoGpus();
    FakeSystem system;
    const Nvml nvml(fake.api());
    DeviceInfo device = gpu("0000:65:00.0", 79 * kGibibyte);
    nvml.fill(device, system.roots());
    EXPECT_EQ(device.memoryTotal, 80 * kGibibyte);
    EXPECT_EQ(device.memoryUsed, 30 * kGibibyte);
    EXPECT_EQ(device.utilisation, 97);
    EXPECT_DOUBLE_EQ(device.powerWatts, 412.5);
    EXPECT_EQ(device.temperature, 61);
    EXPECT_EQ(nvml.driverVersion(), "580.65.06");
}

void expectUnknown(const DeviceInfo& device) {
    EXPECT_EQ(device.memoryTotal, 79 * kGibibyte); // as CUDA told it
    EXPECT_EQ(device.memoryUsed, -1);
    EXPECT_EQ(device.utilisation, -1);
    EXPECT_EQ(device.powerWatts, -1);
    EXPECT_EQ(device.temperature, -1);
    EXPECT_TRUE(device.processes.empty());
}

TEST(Nvml, UnreportedFiguresStayUnknown) {
    FakeSystem system;
    for (const int status : {kNvmlNotSupported, kLost}) {
        FakeNvml fake = twoGpus();
        fake.gpus["0000:65:00.0"].status = status;
        DeviceInfo device = gpu("0000:65:00.0", 79 * kGibibyte);
        Nvml(fake.api()).fill(device, system.roots());
        expectUnknown(device);
    }
    FakeNvml fake = twoGpus();
    DeviceInfo foreign = gpu("0000:99:00.0", 79 * kGibibyte);
    Nvml(fake.api()).fill(foreign, system.roots());
    expectUnknown(foreign);
}

TEST(Nvml, ToleratesAMissingLibraryAMissingFunctionAndAFailedStart) {
    FakeSystem system;
    DeviceInfo device = gpu("0000:65:00.0", 79 * kGibibyte);
    Nvml(NvmlApi{}).fill(device, system.roots());
    expectUnknown(device);
    FakeNvml fake = twoGpus();
    NvmlApi old = fake.api(), broken = fake.api();
    old.memory = nullptr, old.utilisation = nullptr, old.powerMilliwatts = nullptr, old.temperature = nullptr;
    old.computeProcesses = nullptr, old.driverVersion = nullptr;
    Nvml(old).fill(device, system.roots());
    expectUnknown(device);
    broken.init = [] { return 9; }; // driver not loaded
    Nvml(broken).fill(device, system.roots());
    expectUnknown(device);
    EXPECT_EQ(Nvml(broken).driverVersion(), "");
}

TEST(Nvml, AMigCardReportsNoForeignMemory) {
    FakeNvml fake = twoGpus();
    FakeSystem system;
    DeviceInfo instance = gpu("0000:65:00.0", 10 * kGibibyte);
    Nvml(fake.api()).fill(instance, system.roots());
    EXPECT_EQ(instance.memoryTotal, 10 * kGibibyte);
    EXPECT_EQ(instance.memoryUsed, -1);
}

TEST(Nvml, ProcessesAreNamedWhereKnown) {
    FakeNvml fake = twoGpus();
    FakeSystem system;
    system.write("proc/4711/comm", "python3\n");
    auto& processes = fake.gpus["0000:65:00.0"].processes;
    processes = {{4711, 5 * kGibibyte, 0, 0}, {4712, ~0ULL, 0, 0}};
    const Nvml nvml(fake.api());
    DeviceInfo device = gpu("0000:65:00.0", 80 * kGibibyte);
    nvml.fill(device, system.roots());
    ASSERT_EQ(device.processes.size(), 2U);
    EXPECT_EQ(device.processes[0].pid, 4711);
    EXPECT_EQ(device.processes[0].name, "python3");
    EXPECT_EQ(device.processes[0].memoryBytes, 5 * kGibibyte);
    EXPECT_EQ(device.processes[1].name, "");
    EXPECT_EQ(device.processes[1].memoryBytes, -1);
    processes.assign(100, {4711, 1, 0, 0}); // more than fit at the first call
    nvml.fill(device, system.roots());
    EXPECT_EQ(device.processes.size(), 100U);
}

TEST(Nvml, IsClosedForEveryOpen) {
    FakeNvml fake;
    { const Nvml nvml(fake.api()); }
    EXPECT_EQ(fake.opened, 1);
    EXPECT_EQ(fake.closed, 1);
    NvmlApi broken = fake.api();
    broken.init = [] { return 9; };
    { const Nvml nvml(broken); }
    EXPECT_EQ(fake.closed, 1);
}

TEST(DeviceProbe, ReportsTheCpuThenTheGpusThatCudaSees) {
    FakeNvml fake = twoGpus();
    FakeSystem system;
    CudaInventory inventory;
    inventory.findings = {0, "no error", 13000, 13000, 2, "", "", false};
    for (const char* busId : {"0000:17:00.0", "0000:65:00.0"})
        inventory.devices.push_back(gpu(busId, 79 * kGibibyte));
    DeviceProbe probe(inventory, fake.api(), system.roots());
    DeviceReport report = probe.sample();
    ASSERT_EQ(report.devices.size(), 3U);
    EXPECT_EQ(report.cudaProblem, "");
    EXPECT_EQ(report.devices[0].id, "cpu");
    EXPECT_EQ(report.devices[1].utilisation, 3);
    EXPECT_EQ(report.devices[2].utilisation, 97);
    fake.gpus["0000:65:00.0"].load = 12;
    fake.gpus["0000:17:00.0"].status = kLost; // falls off the bus between two samples: nothing stale is told
    report = probe.sample();
    EXPECT_EQ(report.devices[1].utilisation, -1);
    EXPECT_EQ(report.devices[2].utilisation, 12);
}

// `auto` took every GPU, and one of capability 7.5 failed at its first kernel.
TEST(DeviceProbe, LeavesOutGpusThatNothingIsCompiledFor) {
    FakeNvml fake = twoGpus();
    FakeSystem system;
    CudaInventory inventory;
    inventory.findings = {0, "no error", 13000, 13000, 3, "", "", false};
    inventory.code = "sm_75 sm_90";
    inventory.devices = {gpu("0000:17:00.0", kGibibyte, 6, 1), gpu("0000:65:00.0", kGibibyte),
                         gpu("0000:66:00.0", kGibibyte, 8, 6)};
    for (int i = 0; i < 3; ++i) {
        DeviceInfo& device = inventory.devices[static_cast<std::size_t>(i)];
        device.id = "cuda:" + std::to_string(i);
        device.name = "GPU " + std::to_string(i);
    }
    const DeviceReport report = DeviceProbe(inventory, fake.api(), system.roots()).sample();
    ASSERT_EQ(report.devices.size(), 2U);
    EXPECT_EQ(report.devices[1].id, "cuda:1");
    ASSERT_EQ(report.unusable.size(), 2U);
    EXPECT_EQ(report.unusable[0].id, "cuda:0");
    EXPECT_EQ(report.problems().english(),
              "cuda:0 (GPU 0) cannot train: its compute capability is 6.1, at least 7.5 is needed. Choose another "
              "device. cuda:2 (GPU 2) cannot train: its compute capability is 8.6, but Belfry was built for others "
              "(sm_75 sm_90). Choose another device, or build with -DBELFRY_CUDA_ARCHITECTURES=8.6.");
}

TEST(DeviceProbe, NamesAnOutdatedDriver) {
    FakeNvml fake;
    FakeSystem system;
    CudaInventory inventory;
    inventory.findings = {35, "insufficient driver", 12040, 13000, 0, "", "", false};
    NvmlApi api = fake.api();
    api.driverVersion = [](char* text, unsigned size) { return std::strncpy(text, "550.54.15", size), kNvmlSuccess; };
    const DeviceReport report = DeviceProbe(inventory, api, system.roots()).sample();
    EXPECT_EQ(report.devices.size(), 1U);
    EXPECT_NE(report.cudaProblem.english().find("550.54.15"), std::string::npos) << report.cudaProblem;
}

} // namespace
} // namespace belfry
