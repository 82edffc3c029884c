#include "core/device/cpu.h"
#include "tests/core/device/fake_system.h"

namespace belfry {
namespace {

constexpr std::int64_t kGiB = std::int64_t{1} << 30;

TEST(UsableCores, WithoutControlGroupsAffinityDecides) {
    FakeSystem system;
    EXPECT_EQ(usableCores(12, system.roots()), 12);
    EXPECT_EQ(usableCores(0, system.roots()), 1);
}

TEST(UsableCores, TheQuotaOfEveryLevelCounts) {
    FakeSystem system;
    system.write("proc/self/cgroup", "0::/a.slice/b.scope\n").write("cgroup/a.slice/b.scope/cpu.max", "max 100000\n");
    EXPECT_EQ(usableCores(64, system.roots()), 64);
    system.write("cgroup/a.slice/cpu.max", "350000 50000\n");
    EXPECT_EQ(usableCores(64, system.roots()), 7);
    system.write("cgroup/cpu.max", "300000 100000\n");
    EXPECT_EQ(usableCores(64, system.roots()), 3);
    EXPECT_EQ(usableCores(2, system.roots()), 2);
}

TEST(UsableCores, QuotasAreRoundedAndNeverBelowOne) {
    for (const auto& [quota, cores] : {std::pair("10000", 1), {"140000", 1}, {"150000", 2}, {"190000", 2}}) {
        FakeSystem system;
        system.write("proc/self/cgroup", "0::/\n").write("cgroup/cpu.max", std::string(quota) + " 100000\n");
        EXPECT_EQ(usableCores(8, system.roots()), cores) << quota;
    }
}

TEST(UsableCores, LegacyGroupsAreFoundByTheirMount) {
    FakeSystem joined;
    joined.write("proc/self/cgroup", "5:cpu,cpuacct:/docker/abc\n1:name=systemd:/x\n")
        .write("cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "400000\n")
        .write("cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(usableCores(16, joined.roots()), 4);
    FakeSystem linked; // the mount's alias, and the container's own view: the path of the host is not there
    linked.write("proc/self/cgroup", "5:cpuacct,cpu:/docker/abc\n")
        .write("cgroup/cpu/cpu.cfs_quota_us", "200000\n")
        .write("cgroup/cpu/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(usableCores(16, linked.roots()), 2);
    linked.write("cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    EXPECT_EQ(usableCores(16, linked.roots()), 16);
}

TEST(UsableCores, ToleratesPathsOutsideTheContainerAndGarbage) {
    FakeSystem system;
    system.write("cgroup/cpu.max", "200000 100000\n").write("proc/self/cgroup", "0::/../../other\n");
    EXPECT_EQ(usableCores(16, system.roots()), 2);
    system.write("cgroup/cpu.max", "many 0\n");
    EXPECT_EQ(usableCores(16, system.roots()), 16);
    system.write("cgroup/cpu.max", "-5 0\n").write("proc/self/cgroup", "rubbish\n::\n0:\n");
    EXPECT_EQ(usableCores(16, system.roots()), 16);
}

TEST(UsableCores, OfThisMachine) {
    EXPECT_GE(usableCores(), 1);
    EXPECT_LE(usableCores(), affinityCores());
}

TEST(DescribeCpu, ReadsNameAndMemory) {
    FakeSystem system;
    system.write("proc/cpuinfo", "processor\t: 0\nmodel\t\t: 17\nmodel name\t: AMD EPYC 9654 96-Core Processor \n")
        .write("proc/meminfo", "MemTotal:       16777216 kB\nMemFree: 1 kB\nMemAvailable:   12582912 kB\n");
    const DeviceInfo cpu = describeCpu(8, system.roots());
    EXPECT_EQ(cpu.id, "cpu");
    EXPECT_EQ(cpu.name, "AMD EPYC 9654 96-Core Processor");
    EXPECT_EQ(cpu.memoryTotal, 16 * kGiB);
    EXPECT_EQ(cpu.memoryUsed, 4 * kGiB);
    EXPECT_EQ(cpu.cores, 8);
    EXPECT_EQ(cpu.utilisation, -1);
}

TEST(DescribeCpu, MissingFilesAreUnknown) {
    FakeSystem system;
    const DeviceInfo cpu = describeCpu(2, system.roots());
    EXPECT_EQ(cpu.name, "CPU");
    EXPECT_EQ(cpu.memoryTotal, -1);
    EXPECT_EQ(cpu.memoryUsed, -1);
    system.write("proc/cpuinfo", "processor\t: 0\nModel\t\t: Raspberry Pi 5\n");
    EXPECT_EQ(describeCpu(2, system.roots()).name, "Raspberry Pi 5");
}

TEST(DescribeCpu, AControlGroupsMemoryExcludesItsFileCache) {
    FakeSystem system;
    system.write("proc/meminfo", "MemTotal: 16777216 kB\nMemAvailable: 12582912 kB\n")
        .write("proc/self/cgroup", "0::/job\n")
        .write("cgroup/job/memory.max", std::to_string(2 * kGiB))
        .write("cgroup/job/memory.current", std::to_string(kGiB))
        .write("cgroup/job/memory.stat", "anon 5\ninactive_file " + std::to_string(kGiB / 4) + "\nactive_file 7\n")
        .write("cgroup/memory.max", "max\n");
    DeviceInfo cpu = describeCpu(8, system.roots());
    EXPECT_EQ(cpu.memoryTotal, 2 * kGiB);
    EXPECT_EQ(cpu.memoryUsed, kGiB - kGiB / 4);
    system.write("cgroup/job/memory.max", std::to_string(64 * kGiB)); // more than there is
    cpu = describeCpu(8, system.roots());
    EXPECT_EQ(cpu.memoryTotal, 16 * kGiB);
    EXPECT_EQ(cpu.memoryUsed, 4 * kGiB);
}

TEST(DescribeCpu, LegacyMemoryGroupsWriteNoLimitAsAHugeNumber) {
    FakeSystem system;
    system.write("proc/meminfo", "MemTotal: 16777216 kB\nMemAvailable: 12582912 kB\n")
        .write("proc/self/cgroup", "4:memory:/job\n")
        .write("cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
        .write("cgroup/memory/job/memory.limit_in_bytes", std::to_string(kGiB))
        .write("cgroup/memory/job/memory.usage_in_bytes", std::to_string(kGiB / 2));
    const DeviceInfo cpu = describeCpu(8, system.roots());
    EXPECT_EQ(cpu.memoryTotal, kGiB);
    EXPECT_EQ(cpu.memoryUsed, kGiB / 2);
}

TEST(CpuLoad, IsTheBusyTimeBetweenTwoSamples) {
    FakeSystem system;
    CpuLoad load;
    EXPECT_EQ(load.sample(system.roots()), -1); // no such file
    system.write("proc/stat", "cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n");
    EXPECT_EQ(load.sample(system.roots()), -1);                        // nothing to compare with
    EXPECT_EQ(load.sample(system.roots()), -1);                        // no time has passed
    system.write("proc/stat", "cpu  160 10 105 715 105 3 2 0 50 0\n"); // 80 busy, 20 idle or waiting for a disk
    EXPECT_EQ(load.sample(system.roots()), 80);
    system.write("proc/stat", "cpu  160 10 105 815 105 3 2 0 50 0\n");
    EXPECT_EQ(load.sample(system.roots()), 0);
    system.write("proc/stat", "cpu  nonsense\n");
    EXPECT_EQ(load.sample(system.roots()), -1);
}

} // namespace
} // namespace belfry
