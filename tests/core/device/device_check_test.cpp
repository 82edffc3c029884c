#include "core/device/devices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

TEST(DeviceCheck, ListedDevicesWork) {
    for (const DeviceInfo& device : listDevices().devices)
        EXPECT_EQ(deviceProblem(device.id), "") << device.id;
}

TEST(DeviceCheck, AMissingDeviceDoesNotWork) {
    const std::string problem = deviceProblem("cuda:99").english();
    EXPECT_THAT(problem, testing::StartsWith("The device 'cuda:99' has stopped working ("));
    EXPECT_EQ(deviceProblem("cuda:99"), problem); // the error of the first call is not left for the second
}

} // namespace
} // namespace belfry
