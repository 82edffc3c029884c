#include "app/cli/weights_argument.h"

#include "core/base/files.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"

namespace belfry::cli {

std::shared_ptr<const Snapshot> weightsNamed(const std::string& runOrFile) {
    if (runOrFile == "ready")
        return loadSnapshot(readyNetworkFile());
    std::error_code code;
    if (std::filesystem::is_regular_file(runOrFile, code))
        return loadSnapshot(runOrFile);
    return loadSnapshot(runWeights(findRun(runOrFile).folder).preferred());
}

} // namespace belfry::cli
