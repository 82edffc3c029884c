#include "core/train/data_fit.h"

#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/formats/json_file.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace belfry {
namespace {

using Names = std::vector<std::string>;

// As a weights file keeps them: a folder's name may be any bytes.
Names asKept(const Names& classes) {
    Names names;
    for (const std::string& name : classes)
        names.push_back(nlohmann::json::parse(jsonText(name)).get<std::string>());
    return names;
}

// "0", "1" ... are what classes without names are called. Of a folder of pictures they are names.
bool areNumbers(const Names& classes) {
    for (std::size_t i = 0; i < classes.size(); ++i)
        if (!classes[i].empty() && classes[i] != std::to_string(i))
            return false;
    return true;
}

bool haveNames(const Names& classes, const DataSet& data) {
    const bool areFolders = data.train && data.train->size() > 0 && !data.train->name(0).empty();
    return areFolders || !areNumbers(classes);
}

// The first three of those that `others` lack.
std::string without(const Names& classes, const Names& others) {
    constexpr std::size_t kNamed = 3;
    const std::set<std::string> known(others.begin(), others.end());
    Names found;
    for (const std::string& name : classes)
        if (!known.contains(name))
            found.push_back('\'' + name + '\'');
    const bool more = found.size() > kNamed;
    found.resize(std::min(found.size(), kNamed));
    return joined(found) + (more ? ", ..." : "");
}

void checkNames(const Names& trained, const Names& now, const std::string& title) {
    const std::string missing = without(trained, now), added = without(now, trained);
    if (!missing.empty() && !added.empty())
        throw dataError(Text::tr("%1 lacks classes that the network was trained on: %2; and it has others: %3. If they "
                                 "were renamed, give them their names back; else train again.",
                                 title, missing, added));
    if (!missing.empty())
        throw dataError(Text::tr("%1 lacks classes that the network was trained on: %2. Put their pictures back, or "
                                 "train again.",
                                 title, missing));
    if (!added.empty())
        throw dataError(Text::tr("%1 has classes that the network was not trained on: %2. Take them out, or train "
                                 "again.",
                                 title, added));
    const auto differ = std::ranges::mismatch(trained, now);
    if (differ.in1 != trained.end() && differ.in2 != now.end())
        throw dataError(Text::tr("%1 has the classes that the network was trained on in another order: '%2' is where "
                                 "'%3' was. Restore their order, or train again.",
                                 title, *differ.in2, *differ.in1));
}

std::string sizeText(const ImageShape& image) { return TensorShape{image.height, image.width, image.channels}.text(); }

} // namespace

void checkFits(const Snapshot& snapshot, const DataSet& data) {
    const Blueprint& blueprint = *snapshot.blueprint;
    const Names trained = asKept(snapshot.classes), now = asKept(data.classes);
    if (haveNames(trained, data) && haveNames(now, data))
        checkNames(trained, now, data.title);
    const int classes = static_cast<int>(data.classes.size());
    if (blueprint.image != data.shape || blueprint.classes != classes)
        throw dataError(Text::tr("The network was trained on %1 pictures of %2 classes; %3 has %4 pictures of %5 "
                                 "classes. Use the pictures that it was trained on, or train again.",
                                 sizeText(blueprint.image), blueprint.classes, data.title, sizeText(data.shape),
                                 classes));
}

} // namespace belfry
