#include "app/cli/table_file.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <filesystem>
#include <system_error>

namespace belfry::cli {

void checkTableFile(const std::string& file) {
    namespace fs = std::filesystem;
    if (file.empty())
        return;
    std::error_code code;
    if (fs::is_directory(file, code))
        throw usageError(Text::tr("--csv is the folder '%1'; give it the name of a file.", file));
    const fs::path folder = fs::absolute(file).parent_path();
    if (!fs::is_directory(folder, code))
        throw usageError(
            Text::tr("--csv is '%1', but the folder '%2' does not exist. Create it first.", file, folder.string()));
    makeWritableFolder(folder);
}

} // namespace belfry::cli
