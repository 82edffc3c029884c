// A script of Belfry's in Python, in a process of its own: for files that only a library of Python's reads, and that
// may run code or end the process that reads them. No state; any thread.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

struct PythonScript {
    std::string variable;       // of the environment, which names a Python: "BELFRY_TORCH_PYTHON"
    std::filesystem::path file; // below the folder of the resources
    std::vector<std::string> arguments{};
    std::chrono::seconds limit{300}; // without a word
    // Each whole line that it says, without its end. True: that was for the caller, and is not what it failed with.
    std::function<bool(const std::string& line)> heard{};
};

struct PythonEnd {
    enum class How { Ended, Stopped, Silent } how = How::Ended;
    int status = 0;     // of one that ended, as ChildProcess has it
    std::string python; // the program
    std::string said{}; // the last 64 KiB that were not heard

    bool lacks(const std::string& module) const; // whether it ended for want of this
    std::string lastLine() const;                // of what it said, at most 300 bytes
};

// Runs it to its end, its limit or a stop; it has ended afterwards in any case. The Python is the one that the variable
// names, else that of the environment that LibTorch is in, else python3. It runs isolated from the user's own packages
// and variables. Its input stays open as long as this process lives. Throws Error(Io) where it cannot be started.
PythonEnd runPython(const PythonScript& script, const std::stop_token& stop = {});

} // namespace belfry
