#include "core/backbones/feature_store.h"
#include "core/base/files.h"
#include "core/base/temporary_folder.h"

#include <gmock/gmock.h>

#include <vector>

namespace belfry {
namespace {

constexpr std::int64_t kWidth = 3;

PictureKey keyOfPicture(int number) {
    const std::vector<std::uint8_t> picture(20, static_cast<std::uint8_t>(number));
    return keyOf(picture);
}

std::vector<float> found(const FeatureStore& store, int number) {
    const float* features = store.find(keyOfPicture(number));
    return features ? std::vector<float>(features, features + kWidth) : std::vector<float>();
}

class FeatureStoreTest : public testing::Test {
protected:
    FeatureStore open(const std::string& network = "a network") const {
        return FeatureStore(folder_.path(), network, kWidth);
    }
    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> all;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path()))
            if (entry.is_regular_file())
                all.push_back(entry.path());
        return all;
    }
    TemporaryFolder folder_{"belfry-features-test"};
};

TEST_F(FeatureStoreTest, GivesBackWhatItGot) {
    {
        FeatureStore store = open();
        EXPECT_EQ(store.size(), 0);
        const std::vector keys{keyOfPicture(1), keyOfPicture(2)};
        store.add(keys, std::vector<float>{1, 2, 3, 4, 5, 6});
        EXPECT_EQ(found(store, 2), (std::vector<float>{4, 5, 6}));
        EXPECT_EQ(found(store, 3), std::vector<float>());
    }
    FeatureStore later = open();
    EXPECT_EQ(later.size(), 2);
    EXPECT_EQ(found(later, 1), (std::vector<float>{1, 2, 3}));
    later.add(std::vector{keyOfPicture(2), keyOfPicture(3), keyOfPicture(3)},
              std::vector<float>{0, 0, 0, 7, 8, 9, 0, 0, 0}); // one is there, one is given twice
    EXPECT_EQ(later.size(), 3);
    EXPECT_EQ(found(open(), 2), (std::vector<float>{4, 5, 6}));
    EXPECT_EQ(found(open(), 3), (std::vector<float>{7, 8, 9}));
    EXPECT_EQ(files().size(), 2U);
}

TEST_F(FeatureStoreTest, KeepsNetworksApart) {
    open().add(std::vector{keyOfPicture(1)}, std::vector<float>{1, 2, 3});
    EXPECT_EQ(open("another").size(), 0);
    EXPECT_EQ(FeatureStore(folder_.path(), "a network", kWidth + 1).size(), 0);
}

TEST_F(FeatureStoreTest, TakesADamagedFileForNone) {
    open().add(std::vector{keyOfPicture(1), keyOfPicture(2)}, std::vector<float>{1, 2, 3, 4, 5, 6});
    const std::filesystem::path file = files().at(0);
    const std::string whole = readFile(file);
    for (const std::size_t length : {whole.size() - 1, std::size_t{64}, std::size_t{10}, std::size_t{0}}) {
        writeFileAtomically(file, whole.substr(0, length));
        EXPECT_EQ(open().size(), 0) << length;
    }
    std::string claims = whole;
    claims[16] = 100; // the number of pictures
    writeFileAtomically(file, claims);
    EXPECT_EQ(open().size(), 0);
    open().add(std::vector{keyOfPicture(1), keyOfPicture(2)}, std::vector<float>{1, 2, 3, 4, 5, 6});
    EXPECT_EQ(open().size(), 2); // written again
}

} // namespace
} // namespace belfry
