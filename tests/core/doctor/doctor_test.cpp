// What the doctor examines. Its stages have tests of their own.
#include "core/doctor/doctor.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/damaged_store.h"
#include "tests/support/synthetic.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

constexpr ImageShape kExamined{3, 24, 24};

DataSet dataWith(const std::set<std::int64_t>& damaged) {
    DataSet data;
    data.shape = kExamined;
    data.classes = {"a", "b", "c"};
    std::uint64_t seed = 1;
    for (const auto split : {&DataSet::train, &DataSet::validation, &DataSet::test})
        data.*split = std::make_shared<test::DamagedStore>(test::syntheticStore(20, kExamined, 3, seed++), damaged,
                                                           kExamined.bytes());
    return data;
}

// They were examined as plain grey ones: "empty".
TEST(Doctor, LeavesOutPicturesThatCannotBeRead) {
    const std::optional<DoctorReport> report = examine(Plan(), dataWith({0, 7, 19}));
    ASSERT_TRUE(report);
    ASSERT_EQ(report->pictures.size(), 51U);
    EXPECT_EQ(report->pictures[0].index, 1);
    EXPECT_EQ(report->pictures[16].index, 18);
    EXPECT_EQ(report->pictures[17].index, 1);
    EXPECT_EQ(report->pictures[17].split, 1);
    EXPECT_TRUE(report->faults.empty());
    EXPECT_TRUE(report->copies.empty());
    std::set<std::int64_t> all;
    for (std::int64_t i = 0; i < 20; ++i)
        all.insert(i);
    EXPECT_THAT(refusal([&] { examine(Plan(), dataWith(all)); }),
                testing::HasSubstr("None of the pictures can be read"));
}

} // namespace
} // namespace belfry
