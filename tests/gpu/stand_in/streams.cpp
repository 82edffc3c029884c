// Streams, events, captures and graphs.
#include "tests/gpu/stand_in/state.h"

#include <algorithm>

using namespace belfry::stand_in;

namespace {

cudaError_t newStream(const char* name, cudaStream_t* stream) {
    Api api(name);
    *stream = new CUstream_st{++state().streams, currentDevice(), {}};
    api.call().stream = (*stream)->number;
    return cudaSuccess;
}

cudaError_t newEvent(const char* name, cudaEvent_t* event, unsigned flags) {
    Api api(name);
    *event = new CUevent_st;
    (*event)->timing = (flags & cudaEventDisableTiming) == 0;
    return cudaSuccess;
}

cudaError_t record(const char* name, cudaEvent_t event, cudaStream_t handle) {
    Api api(name);
    CUstream_st& stream = streamOf(handle);
    event->recorded = true;
    event->device = stream.device;
    event->within = stream.capture;
    api.queue(stream);
    return stream.device == currentDevice() ? cudaSuccess : keepError(cudaErrorInvalidResourceHandle);
}

cudaStreamCaptureStatus statusOf(const CUstream_st& stream) {
    return !stream.capture          ? cudaStreamCaptureStatusNone
           : stream.capture->broken ? cudaStreamCaptureStatusInvalidated
                                    : cudaStreamCaptureStatusActive;
}

} // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return newStream("cudaStreamCreate", stream); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
    return newStream("cudaStreamCreateWithFlags", stream);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
    return newStream("cudaStreamCreateWithPriority", stream);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    Api api("cudaStreamDestroy");
    api.call().stream = stream->number;
    delete stream;
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    Api api("cudaStreamSynchronize");
    return api.waits(streamOf(stream));
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    Api api("cudaStreamQuery");
    return api.waits(streamOf(stream));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned) {
    Api api("cudaStreamWaitEvent");
    CUstream_st& stream = streamOf(handle);
    if (event->within && !event->within->graph)
        return keepError(cudaErrorCapturedEvent); // of a capture that has ended
    if (event->within && !stream.capture) {
        stream.capture = event->within;
        stream.capture->streams.push_back(&stream);
    }
    api.call().stream = stream.number;
    api.call().captured = stream.capture != nullptr;
    return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data, unsigned) {
    {
        Api api("cudaStreamAddCallback");
        api.queue(streamOf(stream));
    }
    function(stream, cudaSuccess, data);
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    {
        Api api("cudaLaunchHostFunc");
        api.queue(streamOf(stream));
    }
    function(data);
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return newEvent("cudaEventCreate", event, 0); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    return newEvent("cudaEventCreateWithFlags", event, flags);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    Api api("cudaEventDestroy");
    delete event;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return record("cudaEventRecord", event, stream); }

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
    return record("cudaEventRecordWithFlags", event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    Api api("cudaEventSynchronize");
    return event->within ? keepError(cudaErrorCapturedEvent) : api.unsafe();
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    Api api("cudaEventQuery");
    return event->within ? keepError(cudaErrorCapturedEvent) : api.unsafe();
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
    Api api("cudaEventElapsedTime");
    *milliseconds = 0;
    const bool sound = from->timing && to->timing && from->recorded && to->recorded && from->device == to->device;
    return sound ? cudaSuccess : keepError(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    std::swap(*mode, exchangedMode());
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
    Api api("cudaStreamBeginCapture");
    CUstream_st& stream = streamOf(handle);
    api.call().stream = stream.number;
    if (stream.capture || handle == nullptr)
        return keepError(cudaErrorStreamCaptureImplicit);
    stream.capture = std::make_shared<Capture>();
    stream.capture->id = ++state().lastCapture;
    stream.capture->mode = mode;
    stream.capture->thread = std::this_thread::get_id();
    stream.capture->streams = {&stream};
    state().captures.push_back(stream.capture);
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
    Api api("cudaStreamEndCapture");
    CUstream_st& stream = streamOf(handle);
    api.call().stream = stream.number;
    *graph = nullptr;
    if (!stream.capture)
        return keepError(cudaErrorIllegalState);
    const std::shared_ptr<Capture> capture = stream.capture;
    for (CUstream_st* joined : capture->streams)
        joined->capture = nullptr;
    std::erase(state().captures, capture);
    if (capture->broken)
        return keepError(cudaErrorStreamCaptureInvalidated);
    api.call().bytes = capture->graph->nodes.size();
    *graph = capture->graph.release();
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    Api api("cudaStreamIsCapturing", Api::Context::Current, Api::Kept::WhenItOpens);
    *status = statusOf(streamOf(stream));
    return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status, unsigned long long* id,
                                     cudaGraph_t* graph, const cudaGraphNode_t** dependencies,
                                     const cudaGraphEdgeData** edges, std::size_t* count) {
    Api api("cudaStreamGetCaptureInfo", Api::Context::Current, Api::Kept::WhenItOpens);
    const CUstream_st& stream = streamOf(handle);
    *status = statusOf(stream);
    if (id)
        *id = stream.capture ? stream.capture->id : 0;
    if (graph)
        *graph = stream.capture ? stream.capture->graph.get() : nullptr;
    if (dependencies)
        *dependencies = nullptr;
    if (edges)
        *edges = nullptr;
    if (count)
        *count = 0;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
    Api api("cudaGraphInstantiate");
    api.call().bytes = graph->nodes.size();
    *executable = new CUgraphExec_st{*graph};
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
    return cudaGraphInstantiateWithFlags(executable, graph, flags);
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
    Api api("cudaGraphCreate");
    *graph = new CUgraph_st;
    return cudaSuccess;
}

// In a chain: after all nodes that were added before.
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t*, std::size_t,
                                       cudaGraph_t child) {
    Api api("cudaGraphAddChildGraphNode");
    graph->nodes.insert(graph->nodes.end(), child->nodes.begin(), child->nodes.end());
    *node = reinterpret_cast<cudaGraphNode_t>(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t*, std::size_t* count) {
    *count = graph->nodes.size();
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    Api api("cudaGraphLaunch");
    api.call().bytes = executable->graph.nodes.size();
    api.queue(streamOf(stream), [executable] {
        for (const CUgraph_st::Node& node : executable->graph.nodes)
            if (node.work)
                node.work();
    });
    return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t stream) {
    Api api("cudaGraphUpload");
    api.queue(streamOf(stream));
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    Api api("cudaGraphDestroy");
    delete graph;
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
    Api api("cudaGraphExecDestroy");
    delete executable;
    return cudaSuccess;
}

} // extern "C"
