#include "core/data/split_pictures.h"

#include "core/base/random.h"
#include "core/base/suggest.h"
#include "core/data/name_division.h"
#include "core/data/source.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace belfry {
namespace {

constexpr std::size_t kMinPerClass = 3; // one for each split
constexpr std::uint64_t kGroups = 1000; // the random numbers of groups; those of a class's pictures are below

using Numbers = std::vector<std::int64_t>;

std::string folderOf(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

// The path without the last number of the file's name; "" where it has none.
std::string filmOf(const std::string& path) {
    constexpr const char* kDigits = "0123456789";
    const std::size_t name = folderOf(path).size(), dot = path.rfind('.');
    const std::size_t last = path.find_last_of(kDigits, dot == std::string::npos || dot < name ? dot : dot - 1);
    if (last == std::string::npos || last < name)
        return {};
    const std::size_t before = path.find_last_not_of(kDigits, last); // the slash, at the latest
    return path.substr(0, before == std::string::npos ? 0 : before + 1) + '#' + path.substr(last + 1);
}

// Without the folder of its split: a group may be in several.
std::string belowSplit(const std::string& path, const PictureSplitting& splitting) {
    return splitting.classDepth > 1 ? path.substr(path.find('/') + 1) : path;
}

// What the pictures of one group have in common; "": the picture is alone.
std::string keyOf(const PictureFile& file, const PictureSplitting& splitting) {
    if (splitting.grouping == Grouping::Frames)
        return filmOf(belowSplit(file.path, splitting));
    if (splitting.grouping == Grouping::Listed)
        return file.group;
    if (splitting.classDepth == 0)
        return folderOf(file.path);
    const std::string path = belowSplit(file.path, splitting);
    const std::size_t ofClass = path.find('/'), sub = path.find('/', ofClass + 1);
    return sub == std::string::npos ? std::string() : path.substr(0, sub);
}

// The number of the group of each file.
class Groups {
public:
    Groups(const std::vector<PictureFile>& files, const PictureSplitting& splitting) : above_(files.size()) {
        std::iota(above_.begin(), above_.end(), std::size_t{0});
        std::unordered_map<std::string, std::size_t> first;
        for (std::size_t i = 0; i < files.size(); ++i)
            if (const std::string key = keyOf(files[i], splitting); !key.empty())
                join(i, first.emplace(key, i).first->second);
        if (splitting.together.empty())
            return;
        std::unordered_map<std::string, std::size_t> places;
        for (std::size_t i = 0; i < files.size(); ++i)
            places.emplace(files[i].path, i);
        for (const std::vector<std::string>& paths : splitting.together) {
            std::optional<std::size_t> known;
            for (const std::string& path : paths)
                if (const auto place = places.find(path); place != places.end()) {
                    join(place->second, known.value_or(place->second));
                    known = place->second;
                }
        }
    }
    std::size_t of(std::size_t file) {
        while (above_[file] != file)
            file = above_[file] = above_[above_[file]];
        return file;
    }

private:
    // The smaller number stands for both.
    void join(std::size_t one, std::size_t other) {
        const auto [less, more] = std::minmax({of(one), of(other)});
        above_[more] = less;
    }
    std::vector<std::size_t> above_;
};

struct Group {
    Numbers files;
    PicturesByClass perClass;
    std::size_t owner = 0; // 0: the remainder
};

std::vector<Group> groupsOf(const std::vector<PictureFile>& files, const PictureSplitting& splitting) {
    Groups numbers(files, splitting);
    std::vector<Group> groups;
    std::unordered_map<std::size_t, std::size_t> places;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto [place, fresh] = places.emplace(numbers.of(i), groups.size());
        if (fresh)
            groups.emplace_back();
        Group& group = groups[place->second];
        group.files.push_back(static_cast<std::int64_t>(i));
        ++group.perClass[files[i].folder];
    }
    return groups;
}

std::size_t shareOf(std::size_t count) {
    return count >= kMinPerClass ? std::max<std::size_t>(1, count / kSplitPart) : 0;
}

std::vector<Numbers> splitSingles(const std::vector<PictureFile>& files, const PictureSplitting& splitting) {
    std::vector<Numbers> split(splitting.parts + 1);
    for (std::size_t first = 0; first < files.size();) {
        std::size_t last = first;
        while (last < files.size() && files[last].folder == files[first].folder)
            ++last;
        const std::size_t count = last - first;
        const std::size_t share = shareOf(count);
        const auto order = permutation(static_cast<std::int64_t>(count),
                                       RandomStream(splitting.seed, Purpose::Sample, files[first].folder));
        std::vector<std::size_t> owner(count); // 0: the remainder
        for (std::size_t i = 0; i < splitting.parts * share; ++i)
            owner[static_cast<std::size_t>(order[i])] = 1 + i / share;
        for (std::size_t i = 0; i < count; ++i)
            split[owner[i]].push_back(static_cast<std::int64_t>(first + i));
        first = last;
    }
    return split;
}

// Gives groups to the parts.
class GroupDivision {
public:
    GroupDivision(std::vector<Group>& groups, const PictureSplitting& splitting)
        : groups_(groups), have_(splitting.parts + 1) {
        for (const Group& group : groups)
            for (const auto& [label, count] : group.perClass)
                have_[0][label] += count;
        for (const auto& [label, count] : have_[0])
            share_[label] = static_cast<std::int64_t>(shareOf(static_cast<std::size_t>(count)));
        for (const std::int64_t number :
             permutation(std::ssize(groups), RandomStream(splitting.seed, Purpose::Sample, kGroups)))
            order_.push_back(static_cast<std::size_t>(number));
    }
    void divide() {
        for (const std::size_t number : order_)
            for (std::size_t part = 1; part < have_.size() && groups_[number].owner == 0; ++part)
                if (fits(groups_[number], part))
                    give(groups_[number], part);
        fillUp();
    }
    // The groups stay where the pictures are that stand alone; one that is torn apart goes to the remainder.
    void keep(const std::vector<std::size_t>& ownerOfFile) {
        for (Group& group : groups_) {
            const auto ownerOf = [&](std::int64_t file) { return ownerOfFile[static_cast<std::size_t>(file)]; };
            const std::size_t first = ownerOf(group.files.front());
            if (first > 0 && std::ranges::all_of(group.files, [&](auto file) { return ownerOf(file) == first; }))
                give(group, first);
        }
        fillUp();
    }

private:
    // Where a class has nothing in a part.
    void fillUp() {
        for (std::size_t part = 1; part < have_.size(); ++part)
            for (const auto& [label, share] : share_)
                if (share > 0 && have_[part][label] == 0)
                    giveSmallest(label, part);
    }
    bool fits(const Group& group, std::size_t part) {
        return std::ranges::all_of(
            group.perClass, [&](const auto& of) { return have_[part][of.first] + of.second <= share_.at(of.first); });
    }
    void give(Group& group, std::size_t part) {
        for (const auto& [label, count] : group.perClass) {
            have_[0][label] -= count;
            have_[part][label] += count;
        }
        group.owner = part;
    }
    // Each of its classes keeps a picture to learn from.
    void giveSmallest(int label, std::size_t part) {
        Group* smallest = nullptr;
        for (const std::size_t number : order_) {
            Group& group = groups_[number];
            const bool may =
                group.owner == 0 && group.perClass.contains(label) &&
                std::ranges::all_of(group.perClass, [&](const auto& of) { return have_[0][of.first] > of.second; });
            if (may && (!smallest || group.files.size() < smallest->files.size()))
                smallest = &group;
        }
        if (smallest)
            give(*smallest, part);
    }

    std::vector<Group>& groups_;
    std::vector<std::map<int, std::int64_t>> have_; // pictures by part and class
    std::map<int, std::int64_t> share_;             // by class
    std::vector<std::size_t> order_;
};

// Of each picture that is in no group, its path. Those of a set may have several names.
std::string nameOf(const PictureFile& file, const PictureSplitting& splitting) {
    const std::string key = keyOf(file, splitting);
    return key.empty() ? belowSplit(file.path, splitting) : key;
}

std::vector<Numbers> splitByName(const std::vector<PictureFile>& files, const std::vector<Group>& groups,
                                 const PictureSplitting& splitting) {
    NameDivision division(splitting.parts, splitting.seed);
    for (const Group& group : groups) {
        std::vector<std::string> names;
        for (const std::int64_t file : group.files)
            names.push_back(nameOf(files[static_cast<std::size_t>(file)], splitting));
        division.add(names, group.perClass);
    }
    if (groups.empty())
        for (const PictureFile& file : files)
            division.add({{belowSplit(file.path, splitting)}}, {{file.folder, 1}});
    const std::vector<std::size_t> parts = division.parts();
    std::vector<Numbers> split(splitting.parts + 1);
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (groups.empty())
            split[parts[i]].push_back(static_cast<std::int64_t>(i));
        else
            split[parts[i]].insert(split[parts[i]].end(), groups[i].files.begin(), groups[i].files.end());
    for (Numbers& part : split)
        std::ranges::sort(part);
    return split;
}

// Whether there are groups beside the sets.
bool isGrouped(const std::vector<PictureFile>& files, PictureSplitting splitting) {
    splitting.together.clear();
    return groupsOf(files, splitting).size() < files.size();
}

} // namespace

std::vector<std::string> groupingNames() { return {"listed", "folders", "frames"}; }

Grouping groupingNamed(const std::string& name) {
    const std::vector<std::string> known = groupingNames();
    const auto place = std::ranges::find(known, name);
    if (place == known.end() && !name.empty())
        throw usageError(unknownName(Text::tr("grouping"), name, known));
    return name.empty() ? Grouping::Listed : static_cast<Grouping>(place - known.begin());
}

std::vector<std::string> splitRuleNames() { return {"name", "count"}; }

SplitRule splitRuleNamed(const std::string& name) {
    const std::vector<std::string> known = splitRuleNames();
    const auto place = std::ranges::find(known, name);
    if (place == known.end() && !name.empty())
        throw usageError(unknownName(Text::tr("rule of splitting"), name, known));
    return name.empty() ? SplitRule::ByName : static_cast<SplitRule>(place - known.begin());
}

std::vector<Numbers> splitPictures(const std::vector<PictureFile>& files, const PictureSplitting& splitting) {
    const bool byName = splitting.rule == SplitRule::ByName;
    if (splitting.together.empty() &&
        std::ranges::all_of(files, [&](const PictureFile& file) { return keyOf(file, splitting).empty(); }))
        return byName ? splitByName(files, {}, splitting) // most sets: no list of groups is made
                      : splitSingles(files, splitting);
    std::vector<Group> groups = groupsOf(files, splitting);
    if (byName)
        return splitByName(files, groups, splitting);
    if (groups.size() == files.size())
        return splitSingles(files, splitting);
    std::vector<Numbers> split(splitting.parts + 1);
    GroupDivision division(groups, splitting);
    if (isGrouped(files, splitting)) {
        division.divide();
    } else { // sets of a version, which moves no other picture
        std::vector<std::size_t> owners(files.size());
        const std::vector<Numbers> singles = splitSingles(files, splitting);
        for (std::size_t part = 0; part < singles.size(); ++part)
            for (const std::int64_t file : singles[part])
                owners[static_cast<std::size_t>(file)] = part;
        division.keep(owners);
    }
    for (const Group& group : groups)
        split[group.owner].insert(split[group.owner].end(), group.files.begin(), group.files.end());
    for (Numbers& part : split)
        std::ranges::sort(part);
    return split;
}

std::int64_t groupsAcross(const std::array<std::vector<PictureFile>, 3>& splits, const PictureSplitting& splitting) {
    if (std::ranges::count_if(splits, [](const auto& files) { return !files.empty(); }) < 2)
        return 0; // they are drawn yet
    std::vector<PictureFile> all;
    std::vector<std::size_t> splitOf;
    for (std::size_t i = 0; i < splits.size(); ++i) {
        std::ranges::copy_if(splits[i], std::back_inserter(all), [](const PictureFile& file) { return !file.leftOut; });
        splitOf.resize(all.size(), i);
    }
    return std::ranges::count_if(groupsOf(all, splitting), [&](const Group& group) {
        return std::ranges::any_of(group.files, [&](std::int64_t file) {
            return splitOf[static_cast<std::size_t>(file)] != splitOf[static_cast<std::size_t>(group.files.front())];
        });
    });
}

} // namespace belfry
