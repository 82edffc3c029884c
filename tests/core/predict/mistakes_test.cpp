// Mistakes and confused pairs against an example worked out by hand.
#include "core/predict/errors_csv.h"
#include "core/predict/mistakes.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

const std::vector<std::string> kNames{"cat", "dog, wet", "=fox"};

// Eight images of three classes, given as label, answer and the answer's probability; a tenth of the rest is the
// truth's.
Evaluation judged() {
    const struct {
        std::uint8_t label, answer;
        float confidence;
    } images[] = {{0, 0, 0.9F}, {0, 1, 0.6F},  {0, 1, 0.8F}, {1, 1, 0.7F},
                  {1, 2, 0.5F}, {2, 0, 0.95F}, {2, 2, 0.4F}, {2, 2, 0.99F}};
    Evaluation evaluation;
    evaluation.classes = 3;
    evaluation.probabilities.assign(24, 0);
    for (const auto& image : images) {
        float* const row = evaluation.probabilities.data() + 3 * evaluation.labels.size();
        row[image.label] = 0.1F;
        row[image.answer] = image.confidence;
        evaluation.labels.push_back(image.label);
        evaluation.answers.push_back(image.answer);
    }
    return evaluation;
}

TEST(Mistakes, AreOnlyWrongOnesAndTheMostConfidentFirst) {
    const std::vector<Mistake> all = mistakesOf(judged());
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[0], (Mistake{5, 2, 0, 0.95F, 0.1F}));
    EXPECT_EQ(all[1], (Mistake{2, 0, 1, 0.8F, 0.1F}));
    EXPECT_EQ(all[2].image, 1);
    EXPECT_EQ(all[3].image, 4);
    EXPECT_EQ(mistakesOf(judged(), 2), (std::vector<Mistake>{all[0], all[1]}));
    EXPECT_TRUE(mistakesOf(Evaluation()).empty());
}

TEST(Mistakes, MakePairsByNumberThenShare) {
    const std::vector<ConfusedPair> pairs = confusedPairs(judged());
    ASSERT_EQ(pairs.size(), 3U);
    EXPECT_EQ(pairs[0].truth, 0);
    EXPECT_EQ(pairs[0].answer, 1);
    EXPECT_EQ(pairs[0].images, 2);
    EXPECT_EQ(pairs[0].ofClass, 3);
    EXPECT_NEAR(pairs[0].confidence, 0.7, 1e-6);
    EXPECT_EQ(pairs[0].worst, 2);
    EXPECT_EQ(pairs[1].truth, 1); // one of two comes before one of three
    EXPECT_EQ(pairs[2].truth, 2);
    EXPECT_EQ(sentenceOf(pairs[0], kNames), "2 images of 'cat' (66.67 % of that class) are taken for 'dog, wet', "
                                            "with a mean confidence of 70.00 %.");
    EXPECT_EQ(sentenceOf(pairs[2], kNames),
              "1 image of '=fox' (33.33 % of that class) is taken for 'cat', with a confidence of 95.00 %.");
}

TEST(Mistakes, AreTables) {
    const auto file = [](std::int64_t image) { return image == 5 ? "a \"b\".png" : std::string(); };
    EXPECT_EQ(mistakesCsv(mistakesOf(judged(), 2), kNames, file),
              "image,file,true_class,answer,confidence,true_probability\n"
              "5,\"a \"\"b\"\".png\",=fox,cat,0.95,0.1\n"
              "2,,cat,\"dog, wet\",0.8,0.1\n");
    EXPECT_EQ(pairsCsv(confusedPairs(judged()), kNames, file),
              "true_class,answer,images,of_class,share,confidence,worst_image,worst_file\n"
              "cat,\"dog, wet\",2,3,0.666667,0.7,2,\n"
              "\"dog, wet\",=fox,1,2,0.5,0.5,4,\n"
              "=fox,cat,1,3,0.333333,0.95,5,\"a \"\"b\"\".png\"\n");
}

} // namespace
} // namespace belfry
