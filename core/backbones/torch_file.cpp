#include "core/backbones/torch_file.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/python_process.h"
#include "core/base/temporary_folder.h"

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr int kNotWeights = 3, kNoStateDictionary = 4; // of torch_file.py

// Ended otherwise than with the tensors.
[[noreturn]] void refuse(const fs::path& from, const PythonEnd& end) {
    if (end.status == kNotWeights)
        throw dataError(Text::tr("'%1' holds more than weights, or is damaged. Nothing of it was run. Expected a state "
                                 "dictionary that torch.save() wrote, or safetensors.",
                                 from.string()));
    if (end.status == kNoStateDictionary)
        throw dataError(Text::tr("'%1' holds no state dictionary, but an object of the kind '%2'. Expected one that "
                                 "torch.save() wrote, or safetensors.",
                                 from.string(), end.lastLine()));
    throw dataError(Text::tr("'%1' cannot be read as weights: %2. Expected a state dictionary that torch.save() "
                             "wrote, or safetensors.",
                             from.string(), Text::verbatim(end.lastLine()).withoutFullStop()));
}

// False: stopped.
bool convert(const fs::path& from, const fs::path& to, const std::stop_token& stop, std::chrono::seconds limit) {
    const PythonEnd end = runPython({.variable = "BELFRY_TORCH_PYTHON",
                                     .file = fs::path("backbones") / "torch_file.py",
                                     .arguments = {from.string(), to.string()},
                                     .limit = limit},
                                    stop);
    if (end.how == PythonEnd::How::Stopped)
        return false;
    if (end.how == PythonEnd::How::Silent)
        throw dataError(Text::tr("'%1' was not read within %2 seconds, and was given up. Convert it to safetensors.",
                                 from.string(), limit.count()));
    if (end.lacks("torch"))
        throw ioError(
            Text::tr("'%1' is PyTorch's own format, which takes a Python with PyTorch to read: '%2' has none. "
                     "Set BELFRY_TORCH_PYTHON to one that has, or convert the file to safetensors.",
                     from.string(), end.python));
    if (end.status != 0)
        refuse(from, end);
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
