// LibTorch's own words on stderr. Internal to core/ranks.
#pragma once

namespace belfry {

// The library prints every refusal with a stack to stderr, unless it was told before its logging began. Any thread.
void silenceLibrary();

} // namespace belfry
