#include "core/base/temporary_folder.h"

#include "core/base/error.h"
#include "core/base/system_text.h"

#include <cstdlib>
#include <system_error>

namespace belfry {

TemporaryFolder::TemporaryFolder(const std::string& purpose) {
    std::error_code error;
    std::filesystem::path parent = std::filesystem::temp_directory_path(error);
    if (error)
        parent = "/tmp"; // $TMPDIR is no folder
    std::string name = (parent / (purpose + "-XXXXXX")).string();
    if (!::mkdtemp(name.data()))
        throw ioError(Text::tr("No temporary folder can be made in '%1': %2. Set TMPDIR to a folder with space.",
                               parent.string(), systemText()));
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace belfry
