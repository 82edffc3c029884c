#include "core/explain/principal_components.h"

#include <ATen/CPUGeneratorImpl.h>

#include <gtest/gtest.h>

#include <tuple>

namespace belfry {
namespace {

// Rows whose variance falls from column to column of a rotated frame.
at::Tensor spreadRows(std::int64_t rows, std::int64_t columns) {
    const at::Generator random = at::detail::createCPUGenerator(3);
    const at::Tensor deviations = at::pow(0.7, at::arange(columns, at::kDouble)).clamp_min(1e-3);
    const at::Tensor frame = std::get<0>(at::linalg_qr(at::randn({columns, columns}, random, at::kDouble)));
    return (at::mm(at::randn({rows, columns}, random, at::kDouble) * deviations, frame.t()) + 5).to(at::kFloat);
}

void expectThoseOfSvd(const at::Tensor& rows, std::int64_t count) {
    const PrincipalComponents components(rows, count, 1);
    const at::Tensor centred = rows.to(at::kDouble) - rows.to(at::kDouble).mean(0, true);
    const at::Tensor wanted = std::get<2>(at::linalg_svd(centred, false)).narrow(0, 0, count).t();
    ASSERT_EQ(components.axes().sizes(), wanted.sizes());
    const at::Tensor cosines = (components.axes().to(at::kDouble) * wanted).sum(0);
    EXPECT_LT((components.axes() - wanted * cosines.sign()).abs().max().item<double>(), 1e-4);
    const at::Tensor projected = at::mm(centred, wanted * cosines.sign());
    EXPECT_LT((components.of(rows) - projected).abs().max().item<double>(),
              1e-4 * projected.abs().max().item<double>());
}

TEST(PrincipalComponents, AreThoseOfTheSingularValues) { expectThoseOfSvd(spreadRows(500, 12), 5); }

TEST(PrincipalComponents, OfManyColumnsAreTheSame) { expectThoseOfSvd(spreadRows(1300, 1100), 3); }

TEST(PrincipalComponents, AreOrthonormalAndHaveFixedSigns) {
    const at::Tensor rows = spreadRows(300, 20);
    const PrincipalComponents components(rows, 64, 1);
    EXPECT_EQ(components.axes().size(1), 20) << "no more than columns";
    const at::Tensor products = at::mm(components.axes().t(), components.axes());
    EXPECT_LT((products - at::eye(20)).abs().max().item<float>(), 1e-5);
    EXPECT_TRUE((std::get<0>(components.axes().max(0)) >= -std::get<0>(components.axes().min(0))).all().item<bool>());
    EXPECT_TRUE(at::equal(components.axes(), PrincipalComponents(rows, 64, 1).axes()));
}

// The covariance of some thousand rows stands for all.
TEST(PrincipalComponents, OfManyRowsAreThoseOfSome) {
    const at::Tensor rows = spreadRows(30'000, 6);
    const at::Tensor some = PrincipalComponents(rows, 2, 1).axes();
    const at::Tensor all = PrincipalComponents(rows.narrow(0, 0, 8000), 2, 1).axes();
    EXPECT_GT((some * all).sum(0).abs().min().item<float>(), 0.99);
}

TEST(PrincipalComponents, OfOneRowKeepItAtTheMiddle) {
    const at::Tensor row = at::tensor({3.0F, -4.0F, 5.0F}).unsqueeze(0);
    EXPECT_EQ(PrincipalComponents(row, 2, 1).of(row).abs().max().item<float>(), 0);
}

} // namespace
} // namespace belfry
