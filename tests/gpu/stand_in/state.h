// What the parts of the stand-in share: the record, contexts, memory, streams and captures. Internal to it.
#pragma once

#include "tests/gpu/stand_in/record.h"

#include <cuda_runtime_api.h>

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

struct CUgraph_st {
    struct Node {
        std::string name;
        std::function<void()> work; // what the host sees of it; may be empty
    };
    std::vector<Node> nodes;
};

struct CUgraphExec_st {
    CUgraph_st graph;
};

struct CUstream_st;

namespace belfry::stand_in {

// Between begin and end of a capture, on its first stream and on those that joined it by events.
struct Capture {
    unsigned long long id = 0;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    std::thread::id thread; // that began it
    bool broken = false;    // by a call that a capture does not allow
    std::vector<CUstream_st*> streams;
    std::unique_ptr<CUgraph_st> graph = std::make_unique<CUgraph_st>();
};

} // namespace belfry::stand_in

struct CUstream_st {
    int number = 0;
    int device = 0;
    std::shared_ptr<belfry::stand_in::Capture> capture;
};

struct CUevent_st {
    bool timing = true, recorded = false;
    int device = -1;                                   // where it was recorded last
    std::shared_ptr<belfry::stand_in::Capture> within; // the capture that it was recorded in; null: none
};

namespace belfry::stand_in {

inline constexpr int kDevices = 2;
inline constexpr std::size_t kMemory = std::size_t{64} << 30;

struct Block {
    std::size_t bytes = 0;
    int device = 0;
    bool onHost = false;  // page-locked
    bool foreign = false; // registered, not allocated here
};

struct State {
    std::mutex mutex;
    std::vector<Call> calls;
    std::array<bool, kDevices> contexts{};
    std::array<std::size_t, kDevices> inUse{};
    std::size_t memory = kMemory;
    bool locks = true; // page-locked memory can be had
    std::map<const std::byte*, Block> blocks;
    std::map<std::size_t, std::vector<std::uint8_t>> answers;
    std::map<const void*, std::string> kernels; // by the host's function
    std::array<CUstream_st, kDevices> defaultStreams{CUstream_st{0, 0, {}}, CUstream_st{0, 1, {}}};
    int streams = 0;
    std::vector<std::shared_ptr<Capture>> captures; // that have begun and not ended
    unsigned long long lastCapture = 0;
};

State& state();
int& currentDevice();                       // of this thread
cudaStreamCaptureMode& exchangedMode();     // of this thread, as set by cudaThreadExchangeStreamCaptureMode
CUstream_st& streamOf(cudaStream_t handle); // its own, or the current device's default stream
const Block* blockOf(const void* address);  // null: ordinary memory of the host
cudaError_t keepError(cudaError_t error);   // for cudaGetLastError
cudaError_t takeError(bool forget);

// One call of the runtime: holds the lock, creates the context that it needs, and keeps the call when it ends.
class Api {
public:
    enum class Context { None, Current };
    enum class Kept { Always, WhenItOpens };
    explicit Api(const char* name, Context context = Context::Current, Kept kept = Kept::Always);
    ~Api();
    Api(const Api&) = delete;
    Api& operator=(const Api&) = delete;

    Call& call() { return call_; }
    void open(int device); // a context there
    // Queued work. Within a capture it becomes a node; else `work` is done at once.
    void queue(CUstream_st& stream, std::function<void()> work = {});
    // A call that may wait for a device, or that acts on all of a context: a capture that forbids it breaks.
    cudaError_t unsafe();
    // The same of a call that waits for one stream.
    cudaError_t waits(const CUstream_st& stream);

private:
    std::unique_lock<std::mutex> lock_;
    Kept kept_;
    Call call_;
};

} // namespace belfry::stand_in
