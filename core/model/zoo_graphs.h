// Texts of the zoo's networks that are graphs. Internal to core/model.
#pragma once

#include <string>

namespace belfry {

std::string resnet20Text();
std::string resnet18Text();
std::string resnet50Text();
std::string mobilenetV2Text();
std::string efficientnetLite0Text();
std::string convnextAttoText();
std::string vitTinyText();
std::string cifar94Text();

} // namespace belfry
