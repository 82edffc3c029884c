// A network is evaluated, and trained further, on the classes that it learnt, under the names that it learnt them by.
#include "core/data/stores.h"
#include "core/model/zoo.h"
#include "core/train/data_fit.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::HasSubstr;
using Names = std::vector<std::string>;

Snapshot trainedOn(const Names& classes, ImageShape image = {1, 4, 4}) {
    Snapshot snapshot;
    snapshot.blueprint = std::make_shared<const Blueprint>(makeBlueprint(
        architectureFromLines("tiny", Names{"dense classes linear"}), image, static_cast<int>(classes.size())));
    snapshot.classes = classes;
    return snapshot;
}

DataSet dataWith(const Names& classes, Names files = {"x/1.png"}) {
    DataSet data;
    data.title = "pets";
    data.shape = {1, 4, 4};
    data.classes = classes;
    data.train = memoryStore(std::vector<std::uint8_t>(16), {0}, 16, std::move(files));
    return data;
}

std::string refused(const Names& trained, const DataSet& data) {
    return refusal([&] { checkFits(trainedOn(trained), data); });
}

// A class folder was renamed: the labels of all classes were others, and the figures said nothing.
TEST(DataFit, NamesClassesThatWereRenamed) {
    const Names trained{"cat", "dog", "ship"};
    checkFits(trainedOn(trained), dataWith(trained));
    const std::string sentence = refused(trained, dataWith({"dog", "ship", "zebra"}));
    EXPECT_THAT(sentence, HasSubstr("pets lacks classes that the network was trained on: 'cat'"));
    EXPECT_THAT(sentence, HasSubstr("it has others: 'zebra'. If they were renamed"));
}

TEST(DataFit, NamesClassesThatAreMissingOrNew) {
    EXPECT_THAT(refused({"cat", "dog", "ship"}, dataWith({"dog", "ship"})), HasSubstr("was trained on: 'cat'. Put"));
    EXPECT_THAT(refused({"dog"}, dataWith({"a", "b", "c", "d", "dog"})),
                HasSubstr("was not trained on: 'a', 'b', 'c', .... Take them out, or train again."));
    EXPECT_THAT(refused({"cat", "dog"}, dataWith({"dog", "cat"})), HasSubstr("'dog' is where 'cat' was"));
}

// Records without names, and sets that number their classes.
TEST(DataFit, NumbersAreNoNamesWherePicturesHaveNone) {
    checkFits(trainedOn({"0", "1"}), dataWith({"cat", "dog"}, {}));
    checkFits(trainedOn({"cat", "dog"}), dataWith({"0", "1"}, {}));
    EXPECT_THAT(refused({"0", "1", "2"}, dataWith({"cat", "dog"}, {})),
                HasSubstr("4x4x1 pictures of 3 classes; pets has 4x4x1 pictures of 2 classes"));
    EXPECT_THAT(refused({"0", "1"}, dataWith({"1", "2"})), HasSubstr("'0'")); // folders have names
}

TEST(DataFit, NamesOfAnyBytesAreComparedAsTheyAreKept) {
    checkFits(trainedOn({"caf\xef\xbf\xbd", "dog"}), dataWith({"caf\xe9", "dog"}));
}

TEST(DataFit, RefusesPicturesOfAnotherSize) {
    EXPECT_THAT(refusal([] {
                    checkFits(trainedOn({"cat", "dog"}, {1, 8, 8}), dataWith({"cat", "dog"}));
                }),
                HasSubstr("8x8x1 pictures of 2 classes; pets has 4x4x1"));
}

} // namespace
} // namespace belfry
