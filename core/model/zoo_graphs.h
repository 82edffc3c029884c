// Texts of the zoo's networks that are graphs. Internal to core/model.
#pragma once

#include <string>

namespace belfry {

std::string resnet20Text();
std::string resnet18Text();

} // namespace belfry
