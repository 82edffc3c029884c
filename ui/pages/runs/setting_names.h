// What the fields of a plan's JSON are called in the window. GUI thread only (tr).
#pragma once

#include <QString>
#include <string>

namespace belfry {

QString settingName(const std::string& field); // "learning_rate" -> "Learning rate"; an unknown one stays as it is

} // namespace belfry
