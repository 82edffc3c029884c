// cuDNN loads its parts by name when they are first used. It has DT_RUNPATH, and LD_LIBRARY_PATH comes before that
// (ld.so(8)): parts of another version, of a cluster or a system, would be taken, and are refused by the library.
#pragma once

namespace belfry {

// Where LD_LIBRARY_PATH has such parts, loads those beside the cuDNN that this program has loaded: a part that is there
// is not searched for again. Takes a fifth of a second there, and nothing elsewhere. Never throws; any thread.
void loadBundledCudnn();

} // namespace belfry
