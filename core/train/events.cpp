#include "core/train/events.h"

namespace belfry {

std::string_view runStateName(RunState state) {
    switch (state) {
    case RunState::Running:
        return "running";
    case RunState::Paused:
        return "paused";
    case RunState::Finished:
        return "finished";
    case RunState::Stopped:
        return "stopped";
    case RunState::Failed:
        return "failed";
    }
    return "";
}

} // namespace belfry
