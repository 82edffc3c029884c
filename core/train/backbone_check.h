// A backbone and the network that starts from it. Free of torch; any thread.
#pragma once

#include "core/backbones/backbone.h"
#include "core/train/plan.h"

#include <span>

namespace belfry {

// Throws Error(Usage), naming the layer, where the run's network is not the backbone's but for its last layer, or where
// images reach it otherwise normalised.
void checkBackbone(const Backbone& backbone, const Blueprint& blueprint);

// The plan of a run that starts from it: with its network, under a name that the zoo does not have where the zoo's is
// padded otherwise, its normalisation, and where the plan says no size of pictures, one in which it sees something.
void chooseBackbone(Plan& plan, const Backbone& backbone);
// The same plan without one: what came with it is as in a plan of defaults.
void leaveBackbone(Plan& plan);

// The network without its last layer and the dropouts before it: its outputs are the features.
Blueprint bodyOf(const Blueprint& whole);

// The backbone's weights, but for those of its last layer, into `flat` of a network that starts from it, or of its
// body.
void copyBody(const Backbone& backbone, const Blueprint& to, std::span<float> flat);

} // namespace belfry
