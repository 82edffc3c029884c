#include "core/runs/run_data.h"

#include "core/data/catalogue.h"
#include "core/data/picture_size.h"
#include "core/runs/run_list.h"

namespace belfry {

Plan dataPlan(const std::filesystem::path& run, const Snapshot& snapshot) {
    Plan plan = planOf(run);
    if (isPictureFolder(plan.data)) // its contents may have changed
        plan.pictureSize = pictureSizeText(snapshot.blueprint->image);
    return plan;
}

} // namespace belfry
