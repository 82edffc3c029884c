// Texts of the zoo's networks that are graphs. Internal to core/model.
#pragma once

namespace belfry {

extern const char* const kResnet20;
extern const char* const kResnet18;

} // namespace belfry
