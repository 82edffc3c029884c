#include "tests/gpu/stand_in/state.h"

#include <dlfcn.h>

#include <algorithm>
#include <utility>

namespace belfry::stand_in {
namespace {

cudaError_t& lastError() {
    thread_local cudaError_t error = cudaSuccess;
    return error;
}

} // namespace

// Never destroyed: libraries give memory back after the end of main().
State& state() {
    static auto* only = new State;
    return *only;
}

int& currentDevice() {
    thread_local int device = 0;
    return device;
}

cudaStreamCaptureMode& exchangedMode() {
    thread_local cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    return mode;
}

CUstream_st& streamOf(cudaStream_t handle) {
    const bool isDefault = handle == nullptr || handle == cudaStreamLegacy || handle == cudaStreamPerThread;
    return isDefault ? state().defaultStreams.at(static_cast<std::size_t>(currentDevice())) : *handle;
}

const Block* blockOf(const void* address) {
    const auto* byte = static_cast<const std::byte*>(address);
    auto after = state().blocks.upper_bound(byte);
    if (after == state().blocks.begin())
        return nullptr;
    const auto& [begin, block] = *--after;
    return byte < begin + std::max(block.bytes, std::size_t{1}) ? &block : nullptr;
}

cudaError_t keepError(cudaError_t error) {
    if (error != cudaSuccess)
        lastError() = error;
    return error;
}

cudaError_t takeError(bool forget) { return forget ? std::exchange(lastError(), cudaSuccess) : lastError(); }

Api::Api(const char* name, Context context, Kept kept) : lock_(state().mutex), kept_(kept) {
    call_.name = name;
    call_.device = currentDevice();
    call_.thread = std::this_thread::get_id();
    if (context == Context::Current)
        open(currentDevice());
}

Api::~Api() {
    if (kept_ == Kept::Always || call_.opened >= 0)
        state().calls.push_back(std::move(call_));
}

void Api::open(int device) {
    if (!std::exchange(state().contexts.at(static_cast<std::size_t>(device)), true))
        call_.opened = device;
}

void Api::queue(CUstream_st& stream, std::function<void()> work) {
    call_.stream = stream.number;
    call_.captured = stream.capture != nullptr;
    if (stream.capture)
        stream.capture->graph->nodes.push_back({call_.name + " " + call_.detail, std::move(work)});
    else if (work)
        work();
}

cudaError_t Api::unsafe() {
    if (exchangedMode() == cudaStreamCaptureModeRelaxed)
        return cudaSuccess;
    for (const auto& capture : state().captures) {
        const bool own = capture->thread == std::this_thread::get_id();
        if (capture->mode == cudaStreamCaptureModeGlobal ||
            (capture->mode == cudaStreamCaptureModeThreadLocal && own)) {
            capture->broken = true;
            return keepError(cudaErrorStreamCaptureUnsupported);
        }
    }
    return cudaSuccess;
}

cudaError_t Api::waits(const CUstream_st& stream) {
    call_.stream = stream.number;
    if (!stream.capture)
        return cudaSuccess;
    stream.capture->broken = true;
    return keepError(cudaErrorStreamCaptureUnsupported);
}

void restart() {
    const std::lock_guard lock(state().mutex);
    state().calls.clear();
    state().contexts = {};
    state().answers.clear();
    state().memory = kMemory;
    state().locks = true;
}

std::vector<Call> calls() {
    const std::lock_guard lock(state().mutex);
    return state().calls;
}

std::vector<Call> calls(std::string_view name) {
    std::vector<Call> found = calls();
    std::erase_if(found, [name](const Call& call) { return call.name != name; });
    return found;
}

std::size_t countCalls(std::string_view name) { return calls(name).size(); }

std::vector<int> contexts() {
    const std::lock_guard lock(state().mutex);
    std::vector<int> found;
    for (int device = 0; device < kDevices; ++device)
        if (state().contexts.at(static_cast<std::size_t>(device)))
            found.push_back(device);
    return found;
}

void limitMemory(std::size_t bytes) {
    const std::lock_guard lock(state().mutex);
    state().memory = bytes;
}

void refuseLockedMemory() {
    const std::lock_guard lock(state().mutex);
    state().locks = false;
}

std::size_t memoryInUse(int device) {
    const std::lock_guard lock(state().mutex);
    return state().inUse.at(static_cast<std::size_t>(device));
}

void answerReads(const std::vector<std::uint8_t>& bytes) {
    const std::lock_guard lock(state().mutex);
    state().answers[bytes.size()] = bytes;
}

bool isLoaded() {
    Dl_info found{}, here{};
    const void* called = dlsym(RTLD_DEFAULT, "cudaMalloc"); // in the order in which the tensor library's is found
    return called != nullptr && dladdr(called, &found) != 0 &&
           dladdr(reinterpret_cast<const void*>(&state), &here) != 0 && found.dli_fbase == here.dli_fbase;
}

} // namespace belfry::stand_in
