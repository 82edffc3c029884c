// A test for each instruction set that is compiled and that this processor has, not for the best of them alone.
#pragma once

#include "core/kernels/lanes/targets.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>
#include <string>

namespace belfry::test {

class EverySet : public testing::TestWithParam<std::int64_t> {
protected:
    void SetUp() override { use(GetParam()); }
    void TearDown() override { use(0); } // all of them

private:
    static void use(std::int64_t sets) {
        hwy::SetSupportedTargetsForTest(sets);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

inline auto everySet() { return testing::ValuesIn(hwy::SupportedAndGeneratedTargets()); }
inline std::string setName(const testing::TestParamInfo<std::int64_t>& set) { return hwy::TargetName(set.param); }

} // namespace belfry::test
