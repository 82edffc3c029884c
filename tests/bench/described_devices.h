// GPUs as cuDNN wants them described, for asking it without one (CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION). The fields
// of the text are those of CUDA's cudaDeviceProp under other names. The figures are the public ones: those of a compute
// capability are in the CUDA programming guide, those of a card in its data sheet. No device was asked.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace belfry {

struct DescribedDevice {
    const char* name;
    const char* fullName; // what the driver calls it
    int capability;       // compute capability times 100
    int multiprocessors;
    int sharedBytes;          // that one block may ask for
    int threads, blocks;      // of one multiprocessor, at most
    std::int64_t memoryBytes; // about, as the driver keeps some
    int clockKhz;             // boost
    int memoryClockKhz;
    int l2Bytes;
};

inline constexpr std::array<DescribedDevice, 6> kDescribedDevices{{
    {"h100", "NVIDIA H100 80GB HBM3", 900, 132, 232448, 2048, 32, 85176483840, 1980000, 2619000, 50 << 20},
    {"a100", "NVIDIA A100-SXM4-80GB", 800, 108, 166912, 2048, 32, 85000000000, 1410000, 1593000, 40 << 20},
    {"rtx3090", "NVIDIA GeForce RTX 3090", 860, 82, 101376, 1536, 16, 25000000000, 1695000, 9751000, 6 << 20},
    {"rtx4090", "NVIDIA GeForce RTX 4090", 890, 128, 101376, 1536, 24, 25000000000, 2520000, 10501000, 72 << 20},
    {"t4", "Tesla T4", 750, 40, 65536, 1024, 16, 15800000000, 1590000, 5001000, 4 << 20},
    {"b200", "NVIDIA B200", 1000, 148, 232448, 2048, 32, 190000000000, 1965000, 3996000, 132644864},
}};

inline std::string textOf(const DescribedDevice& device) {
    const nlohmann::json text{
        {"deviceName", device.fullName},
        {"deviceVer", device.capability},
        {"multiProcessorCount", device.multiprocessors},
        {"totalGlobalMem", device.memoryBytes},
        {"l2CacheSize", device.l2Bytes},
        {"smClockRateKHz", device.clockKhz},
        {"memClockRateKHz", device.memoryClockKhz},
        {"maxThreadsPerSM", device.threads},
        {"maxCtasPerSM", device.blocks}, // CTA: a thread block
        {"maxSharedMemoryPerBlockOptin", device.sharedBytes},
        // What CUDA keeps of a block's shared memory.
        {"reservedSharedMemoryPerBlock", device.capability < 800 ? 0 : 1024},
        // The same on all of them.
        {"maxSharedMemoryPerBlock", 49152},
        {"maxRegistersPerSM", 65536},
        {"regsPerBlock", 65536},
        {"warpSize", 32},
        {"maxThreadsPerBlock", 1024},
        {"maxBlockSize", {1024, 1024, 64}},
        {"maxGridSize", {2147483647, 65535, 65535}},
        {"supportCoopLaunch", 1}, // kernels whose blocks wait for each other
        {"isTccDriver", 0},       // Windows' driver without a screen
        {"cudaDeviceId", 0},
        {"pciDeviceId", 0},
        {"driverVer", 13000}, // CUDA 13.0, the oldest driver that this cuDNN runs with
    };
    return text.dump();
}

// A name of the table, or a file with such a text.
inline std::string deviceText(const std::string& device) {
    const auto known =
        std::ranges::find(kDescribedDevices, device, [](const auto& row) { return std::string(row.name); });
    if (known != kDescribedDevices.end())
        return textOf(*known);
    std::ifstream file(device);
    if (!file)
        throw std::runtime_error("Found the device '" + device +
                                 "'; expected h100, a100, rtx3090, rtx4090, t4, b200 or a file with a description.");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    while (!text.empty() && text.back() == '\n') // cuDNN refuses what follows the last brace
        text.pop_back();
    return text;
}

} // namespace belfry
