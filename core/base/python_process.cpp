#include "core/base/python_process.h"

#include "core/base/child_process.h"
#include "core/base/files.h"

#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kLook = 200ms; // for a stop, between the child's words
constexpr std::size_t kMaxSaid = 64 << 10;         // bytes

// LibTorch's library of this process, "" without.
fs::path libtorchFile() {
    std::string file;
    ::dl_iterate_phdr(
        [](dl_phdr_info* library, std::size_t, void* found) {
            const std::string_view name = library->dlpi_name ? library->dlpi_name : "";
            if (name.ends_with("/libtorch_cpu.so"))
                *static_cast<std::string*>(found) = name;
            return 0;
        },
        &file);
    return file;
}

// The wheel's libraries are in ENVIRONMENT/lib/pythonX/site-packages/torch/lib.
std::string pythonNamedBy(const std::string& variable) {
    if (const char* named = std::getenv(variable.c_str()); named && *named)
        return named;
    std::error_code ignored;
    const fs::path library = libtorchFile();
    fs::path environment = fs::weakly_canonical(library, ignored);
    for (int i = 0; i < 6; ++i)
        environment = environment.parent_path();
    const fs::path python = environment / "bin" / "python3";
    return !library.empty() && fs::exists(python, ignored) ? python.string() : "python3";
}

// Tells the caller the whole lines of `output`, and keeps the part of a line and what was not for the caller.
void tellLines(std::string& output, const PythonScript& script, std::string& said) {
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = output.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const std::string line = output.substr(begin, end - begin);
        if (!script.heard || !script.heard(line))
            said += line + "\n";
    }
    output.erase(0, begin);
    said.erase(0, said.size() - std::min(said.size(), kMaxSaid));
    output.erase(0, output.size() - std::min(output.size(), kMaxSaid)); // a line without an end
}

} // namespace

bool PythonEnd::lacks(const std::string& module) const {
    return said.find("No module named '" + module + "'") != std::string::npos;
}

std::string PythonEnd::lastLine() const {
    std::string_view words = said;
    while (words.ends_with('\n'))
        words.remove_suffix(1);
    return std::string(words.substr(words.rfind('\n') + 1).substr(0, 300)); // npos + 1 is 0
}

PythonEnd runPython(const PythonScript& script, const std::stop_token& stop) {
    PythonEnd end{.python = pythonNamedBy(script.variable)};
    std::vector<std::string> command{end.python, "-I", "-X", "utf8", (resourceFolder() / script.file).string()};
    command.insert(command.end(), script.arguments.begin(), script.arguments.end());
    ChildProcess child(command); // whose end is that of this scope
    std::string output;
    auto until = std::chrono::steady_clock::now() + script.limit;
    for (ChildProcess::News news{}; news != ChildProcess::News::Ended;) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        end.how = stop.stop_requested() ? PythonEnd::How::Stopped : PythonEnd::How::Silent;
        if (stop.stop_requested() || left <= 0ms)
            return end;
        news = child.next(output, std::min(left, kLook));
        if (news == ChildProcess::News::Output)
            until = std::chrono::steady_clock::now() + script.limit;
        tellLines(output, script, end.said);
    }
    end.said += output;
    end.how = PythonEnd::How::Ended;
    end.status = child.status();
    return end;
}

} // namespace belfry
