#include "core/search/search_recorder.h"

#include "core/base/error.h"

#include <utility>

namespace belfry {

void SearchRecorder::write(const nlohmann::json& line) {
    quietly([&] { journal_.append(line); });
}

void SearchRecorder::saveState(double seconds) {
    state.seconds = seconds;
    quietly([&] { writeSearchState(files_, state); });
}

void SearchRecorder::quietly(const std::function<void()>& work) {
    try {
        work();
    } catch (const std::exception& error) {
        if (!std::exchange(warned_, true))
            warn_(Text::sentences({messageOf(error), Text::tr("The search continues.")}));
    }
}

} // namespace belfry
