// What a search says to people, line by line, in the words of the system that the genetic search comes from:
// "Generation average: 96.41%", and the best five at the end. Free of torch.
#pragma once

#include "core/search/search_events.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace belfry {

// None for events that get no line.
std::vector<std::string> logLines(const SearchEvent& event, const SearchPlan& plan);

// log.txt. Every line with its time, flushed. One thread.
class SearchLog {
public:
    explicit SearchLog(const std::filesystem::path& file) : stream_(file, std::ios::app) {}
    void write(const SearchEvent& event, const SearchPlan& plan); // a log that cannot be written is done without

private:
    std::ofstream stream_;
};

} // namespace belfry
