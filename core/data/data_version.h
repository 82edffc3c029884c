// Versions of a folder of pictures: which of them are left out, and which count in another class. The folder itself
// stays as it is. A version is a file in the user's data folder, known by a hash of what it says. No state; any thread;
// blocks for the disk.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

struct DataVersion {
    // By the picture's file below the folder: the class in which it counts, or none: it is left out.
    std::map<std::string, std::optional<std::string>> changes;
    std::string folder; // for people: whose pictures. No part of the hash, so that it is the same on all machines
    std::vector<std::vector<std::string>> together{}; // sets of pictures that stay in one split, such as near copies
    bool operator==(const DataVersion&) const = default;
};

// These pictures stay in one split; a set that the version has is not added again.
void keepTogether(DataVersion& version, std::vector<std::string> files);
// The picture leaves its sets; of two pictures the other one is then alone, and the set is gone. False: it was in none.
bool takeApart(DataVersion& version, const std::string& file);

// The first 16 hexadecimal digits of the SHA-256 of the changes and the sets.
std::string hashOf(const DataVersion& version);

// userDataFolder() / "versions".
std::filesystem::path dataVersionFolder();

// Returns its hash; one that is there already is replaced by the same. Throws Error(Io), and Error(Usage) for a name of
// a file that is not UTF-8.
std::string saveDataVersion(const DataVersion& version);

// Throws Error(Usage) for a hash without a version, Error(Data) for a damaged file, or one that says something else.
DataVersion loadDataVersion(const std::string& hash);

} // namespace belfry
