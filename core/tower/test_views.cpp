#include "core/tower/test_views.h"

#include "core/kernels/augment_places.h"

#include <map>

namespace belfry {
namespace {

// Pictures in `bytes` as the view shows them.
void showAs(const TestView& view, const PictureSize& size, std::int64_t count, std::uint8_t* bytes) {
    if (view.move == 0 && !view.mirrored)
        return;
    std::vector<std::uint8_t> picture(static_cast<std::size_t>(size.numbers()));
    PlaceDraw place;
    place.shiftY = place.shiftX = -view.move;
    place.flip = view.mirrored;
    for (std::int64_t i = 0; i < count; ++i) {
        std::uint8_t* to = bytes + i * size.numbers();
        std::copy_n(to, size.numbers(), picture.data());
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                placePixel(picture.data(), size, place, y, x, to);
    }
}

} // namespace

const std::vector<TestView>& testViews(int count) {
    static const std::map<int, std::vector<TestView>> table{
        {1, {{}}},
        {2, {{0, false, 0.5f}, {0, true, 0.5f}}},
        {6,
         {{0, false, 0.25f},
          {0, true, 0.25f},
          {1, false, 0.125f},
          {1, true, 0.125f},
          {-1, false, 0.125f},
          {-1, true, 0.125f}}},
    };
    return table.at(count);
}

std::vector<float> predictViews(TowerTeam& team, int views, std::int64_t count, const ReadImages& read,
                                const std::stop_token& stop, const std::function<void()>& onProgress) {
    const PictureSize size = sizeOf(team.tower(0).blueprint().image);
    std::vector<float> sum;
    for (const TestView& view : testViews(views)) {
        const auto readView = [&](std::int64_t first, std::int64_t last, std::uint8_t* out) {
            read(first, last, out);
            showAs(view, size, last - first, out);
        };
        const std::vector<float> logits = predictBatch(team, count, readView, stop, onProgress);
        if (logits.empty() || views == 1)
            return logits;
        sum.resize(logits.size());
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += view.weight * logits[i];
    }
    return sum;
}

} // namespace belfry
