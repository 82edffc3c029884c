// The folder that the files of a list are named from, and names as programs and people write them. Any thread; blocks
// for the disk.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace belfry {

std::string trimmed(const std::string& text); // without spaces and tabs around it

class ListFolder {
public:
    explicit ListFolder(const std::filesystem::path& list);

    enum class Answer { Here, Missing, Outside };
    struct Place {
        Answer answer = Answer::Missing;
        std::string file{}; // from the folder on; as it was named where it is outside
    };

    // As it is written, else without spaces around it, else with the separators of Windows. A whole path may lead to
    // the folder, too. What is outside of the folder is not looked at.
    Place find(const std::string& name) const;

private:
    Place placeOf(const std::filesystem::path& named) const;
    std::filesystem::path below(const std::filesystem::path& file) const;

    std::vector<std::filesystem::path> folders_; // the same one: as it was named, and without links
};

} // namespace belfry
