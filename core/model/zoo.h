// The networks that Belfry knows by name. One table; CLI help, GUI menus and docs are made from it.
#pragma once

#include "core/base/text.h"
#include "core/model/architecture.h"

#include <functional>
#include <string>
#include <vector>

namespace belfry {

// The free choices of a multilayer perceptron (the other networks have none).
struct MlpShape {
    int hiddenLayers = 4;
    int width = 512;
    Activation activation = Activation::Relu;
    double dropout = 0.2; // fraction dropped after every hidden layer
    bool operator==(const MlpShape&) const = default;
};

struct ZooEntry {
    std::string name; // "lenet"
    Text title;       // "LeNet"
    Text summary;     // one line
    std::function<Architecture(const MlpShape&)> build;
};

const std::vector<ZooEntry>& zoo();
std::vector<std::string> networkNames();
// Throws Error(Usage) for a width below 1 or for less than 0 or more than 400 hidden layers.
Architecture mlp(const MlpShape& shape);
// Throws Error(Usage) with the nearest valid name.
Architecture networkByName(const std::string& name, const MlpShape& shape = {});

} // namespace belfry
