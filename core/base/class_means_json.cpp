#include "core/base/class_means_json.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

namespace belfry {
namespace {

template <typename Means, typename Visit>
void visitMeans(Means& means, const std::string& prefix, const Visit& visit) {
    visit(prefix + "balanced_accuracy", means.balancedAccuracy);
    visit(prefix + "macro_f1", means.macroF1);
}

} // namespace

void setClassMeans(nlohmann::json& object, const ClassMeans& means, const std::string& prefix) {
    visitMeans(
        means, prefix,
        [&object](const std::string& key, const std::optional<double>& mean) {
            if (mean)
                object[key] = *mean;
        });
}

ClassMeans classMeansIn(const nlohmann::json& object, const std::string& prefix) {
    ClassMeans means;
    visitMeans(means, prefix, [&object](const std::string& key, std::optional<double>& mean) {
        const auto found = object.find(key);
        if (found == object.end())
            return;
        if (!found->is_number() || !(found->get<double>() >= 0 && found->get<double>() <= 1))
            throw dataError(
                Text::tr("its '%1' is %2; expected a number from 0 to 1", key, found->dump().substr(0, 40)));
        mean = found->get<double>();
    });
    return means;
}

} // namespace belfry
