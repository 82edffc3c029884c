#include "core/data/list_folder.h"

#include "core/base/files.h"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace belfry {
namespace {

namespace fs = std::filesystem;

// "C:\..." or "C:/...", of a list that was made on Windows.
bool namesADrive(const std::string& file) {
    return file.size() > 2 && file[1] == ':' && (file[2] == '/' || file[2] == '\\');
}

std::string withSlashes(std::string file) {
    std::ranges::replace(file, '\\', '/');
    return file;
}

} // namespace

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
    return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
}

ListFolder::ListFolder(const fs::path& list) {
    folders_.push_back(absolutePath(list).parent_path());
    std::error_code code;
    if (const fs::path real = fs::canonical(folders_[0], code); !code && real != folders_[0])
        folders_.push_back(real);
}

ListFolder::Place ListFolder::find(const std::string& name) const {
    const std::string plain = trimmed(name);
    Place place;
    for (const std::string& written : {name, plain, withSlashes(plain)})
        if (place = placeOf(written); place.answer == Answer::Here)
            return place;
    return namesADrive(plain) ? Place{Answer::Outside, name} : place;
}

ListFolder::Place ListFolder::placeOf(const fs::path& named) const {
    const fs::path file = below(named.lexically_normal());
    if (file.empty() || *file.begin() == "..")
        return {Answer::Outside, named.string()};
    std::error_code code;
    return {fs::is_regular_file(folders_[0] / file, code) ? Answer::Here : Answer::Missing, file.string()};
}

fs::path ListFolder::below(const fs::path& file) const {
    if (file.is_relative())
        return file;
    for (const fs::path& folder : folders_)
        if (fs::path rest = file.lexically_relative(folder); !rest.empty() && *rest.begin() != "..")
            return rest;
    return {};
}

} // namespace belfry
