#include "core/explain/umap_layout.h"

#include <umappp/umappp.hpp>

namespace belfry {
namespace {

umappp::Options usualOptions(std::uint64_t seed) {
    umappp::Options options;
    options.initialize_method = umappp::InitializeMethod::NONE;
    options.min_dist = 0.1;
    options.optimize_seed = seed;
    options.num_threads = 1;
    return options;
}

} // namespace

struct UmapLayout::Impl {
    Impl(std::vector<std::vector<std::pair<int, float>>> neighbours, std::vector<float> start, std::uint64_t seed)
        : points(std::move(start)),
          status(umappp::initialize<int, float>(std::move(neighbours), 2, points.data(), usualOptions(seed))) {}

    std::vector<float> points;
    umappp::Status<int, float> status;
};

UmapLayout::UmapLayout(std::vector<std::vector<std::pair<int, float>>> neighbours, std::vector<float> start,
                       std::uint64_t seed)
    : impl_(std::make_unique<Impl>(std::move(neighbours), std::move(start), seed)) {}

UmapLayout::~UmapLayout() = default;
UmapLayout::UmapLayout(UmapLayout&&) noexcept = default;

bool UmapLayout::step() {
    if (impl_->status.epoch() < impl_->status.num_epochs())
        impl_->status.run(impl_->points.data(), impl_->status.epoch() + 1);
    return impl_->status.epoch() < impl_->status.num_epochs();
}

double UmapLayout::part() const {
    return static_cast<double>(impl_->status.epoch()) / static_cast<double>(impl_->status.num_epochs());
}

const std::vector<float>& UmapLayout::points() const { return impl_->points; }

} // namespace belfry
