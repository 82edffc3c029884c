#include "core/backbones/torch_file.h"

#include "core/base/child_process.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/temporary_folder.h"

#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kLook = 200ms; // for a stop, between the child's words

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
std::string pythonWithTorch() {
    if (const char* named = std::getenv("BELFRY_TORCH_PYTHON"); named && *named)
        return named;
    std::error_code ignored;
    const fs::path library = libtorchFile();
    fs::path environment = fs::weakly_canonical(library, ignored);
    for (int i = 0; i < 6; ++i)
        environment = environment.parent_path();
    const fs::path python = environment / "bin" / "python3";
    return !library.empty() && fs::exists(python, ignored) ? python.string() : "python3";
}

std::string lastLineOf(std::string_view output) {
    while (output.ends_with('\n'))
        output.remove_suffix(1);
    return std::string(output.substr(output.rfind('\n') + 1).substr(0, 300)); // npos + 1 is 0
}

// False: stopped.
bool convert(const fs::path& from, const fs::path& to, const std::stop_token& stop, std::chrono::seconds limit) {
    const std::string python = pythonWithTorch();
    ChildProcess child(
        {python, "-I", (resourceFolder() / "backbones" / "torch_file.py").string(), from.string(), to.string()});
    child.endInput();
    std::string output;
    const auto end = std::chrono::steady_clock::now() + limit;
    ChildProcess::News news{};
    do {
        if (stop.stop_requested())
            return false; // which ends the child
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        if (left <= 0ms)
            throw dataError(
                Text::tr("'%1' was not read within %2 seconds, and was given up. Convert it to safetensors.",
                         from.string(), limit.count()));
        news = child.next(output, std::min(left, kLook));
    } while (news != ChildProcess::News::Ended);
    if (output.find("No module named 'torch'") != std::string::npos)
        throw ioError(
            Text::tr("'%1' is PyTorch's own format, which takes a Python with PyTorch to read: '%2' has none. "
                     "Set BELFRY_TORCH_PYTHON to one that has, or convert the file to safetensors.",
                     from.string(), python));
    if (child.status() != 0)
        throw dataError(Text::tr("'%1' cannot be read as weights: %2. Expected a state dictionary that torch.save() "
                                 "wrote, or safetensors.",
                                 from.string(), Text::verbatim(lastLineOf(output)).withoutFullStop()));
    return true;
}

} // namespace

std::optional<SafetensorsFile> readTorchFile(const fs::path& path, const std::stop_token& stop,
                                             std::chrono::seconds limit) {
    const TemporaryFolder folder("belfry-torch-file");
    const fs::path converted = folder.path() / "weights.safetensors";
    if (!convert(absolutePath(path), converted, stop, limit))
        return std::nullopt;
    return readSafetensors(converted);
}

} // namespace belfry
