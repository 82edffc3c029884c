#include "app/cli/table_file.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <filesystem>
#include <system_error>

namespace belfry::cli {

void checkTableFile(const std::string& file, const std::string& option) {
    namespace fs = std::filesystem;
    if (file.empty())
        return;
    std::error_code code;
    if (fs::is_directory(file, code))
        throw usageError(Text::tr("%1 is the folder '%2'; give it the name of a file.", option, file));
    const fs::path folder = fs::absolute(file).parent_path();
    if (!fs::is_directory(folder, code))
        throw usageError(Text::tr("%1 is '%2', but the folder '%3' does not exist. Create it first.", option, file,
                                  folder.string()));
    makeWritableFolder(folder);
}

} // namespace belfry::cli
