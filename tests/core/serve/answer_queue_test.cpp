#include "core/base/files.h"
#include "core/predict/predictor.h"
#include "core/runs/weights_file.h"
#include "core/serve/answer_queue.h"

#include <gtest/gtest.h>

#include <latch>
#include <thread>

namespace belfry {
namespace {

constexpr std::int64_t kBytes = 784;

std::vector<std::uint8_t> picture(int number) {
    std::vector<std::uint8_t> pixels(kBytes);
    for (int y = 4; y < 24; ++y)
        pixels[static_cast<std::size_t>(y * 28 + 4 + number % 20)] = 255;
    return pixels;
}

// Everybody gets the answer to his own pictures, whichever were answered together.
TEST(AnswerQueue, AnswersAreThoseOfThePredictor) {
    constexpr int kCallers = 16, kEach = 20;
    const auto network = loadSnapshot(readyNetworkFile());
    Predictor predictor(network);
    AnswerQueue queue(network, 2, 1000);
    std::latch together(kCallers);
    std::vector<std::jthread> callers;
    std::vector<int> wrong(kCallers);
    for (int caller = 0; caller < kCallers; ++caller)
        callers.emplace_back([&, caller] {
            together.arrive_and_wait();
            for (int i = 0; i < kEach; ++i) {
                std::vector<std::uint8_t> asked = picture(caller + i);
                const std::vector<std::uint8_t> second = picture(caller * i);
                asked.insert(asked.end(), second.begin(), second.end());
                const auto answer = queue.answer(asked);
                if (!answer || answer->size() != 20)
                    ++wrong[static_cast<std::size_t>(caller)];
                else if (caller == 0) // the predictor is for one thread
                    for (std::size_t k = 0; k < 20; ++k)
                        wrong[0] += std::abs((*answer)[k] - predictor.predictMany(asked)[k]) > 1e-5F;
            }
        });
    callers.clear();
    EXPECT_EQ(wrong, std::vector<int>(kCallers));
    const AnswerCounts counts = queue.counts();
    EXPECT_EQ(counts.pictures, 2 * kCallers * kEach);
    EXPECT_LE(counts.passes, kCallers * kEach);
    EXPECT_EQ(counts.waiting, 0);
}

TEST(AnswerQueue, MoreThanMayWaitAreRefused) {
    AnswerQueue queue(loadSnapshot(readyNetworkFile()), 1, 3);
    EXPECT_FALSE(queue.answer(std::vector<std::uint8_t>(4 * kBytes)));
    EXPECT_EQ(queue.counts().pictures, 0);
    EXPECT_TRUE(queue.answer(std::vector<std::uint8_t>(3 * kBytes)));
}

TEST(AnswerQueue, AProblemOfTheNetworkIsTheCallers) {
    AnswerQueue queue(loadSnapshot(readyNetworkFile()), 1, 10);
    EXPECT_ANY_THROW(queue.answer({})); // no picture
    EXPECT_TRUE(queue.answer(picture(3))) << "it goes on";
}

} // namespace
} // namespace belfry
