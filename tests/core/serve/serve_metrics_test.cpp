#include "core/serve/serve_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

using testing::HasSubstr;

TEST(ServeMetrics, CountRequestsAndTimesInBucketsThatGrow) {
    ServeMetrics metrics;
    metrics.add("/predict", 200, 0.0015);
    metrics.add("/predict", 200, 0.002); // a bound is within its bucket
    metrics.add("/predict", 200, 60);
    metrics.add("/predict", 400, 0.0001); // is no answer
    metrics.add("/health", 200, 0.0001);
    const std::string text = metrics.text({.pictures = 5, .passes = 2, .waiting = 1}, "a \"b\"\\c\nd");
    EXPECT_THAT(text, HasSubstr("belfry_network_info{network=\"a \\\"b\\\"\\\\c\\nd\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("belfry_requests_total{path=\"/predict\",status=\"200\"} 3\n"));
    EXPECT_THAT(text, HasSubstr("belfry_requests_total{path=\"/predict\",status=\"400\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("belfry_predict_seconds_bucket{le=\"0.001\"} 0\n"));
    EXPECT_THAT(text, HasSubstr("belfry_predict_seconds_bucket{le=\"0.002\"} 2\n"));
    EXPECT_THAT(text, HasSubstr("belfry_predict_seconds_bucket{le=\"10\"} 2\n"));
    EXPECT_THAT(text, HasSubstr("belfry_predict_seconds_bucket{le=\"+Inf\"} 3\n"));
    EXPECT_THAT(text, HasSubstr("belfry_predict_seconds_sum 60.0035\n"));
    EXPECT_THAT(text, HasSubstr("belfry_pictures_total 5\n"));
    EXPECT_THAT(text, HasSubstr("belfry_waiting_pictures 1\n"));
}

} // namespace
} // namespace belfry
