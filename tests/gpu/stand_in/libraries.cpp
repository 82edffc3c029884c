// What a network of dense layers needs of cuBLAS, cuBLASLt and NCCL. Products and sums are kept as calls.
#include "tests/gpu/stand_in/state.h"

#include <cublasLt.h>
#include <cublas_v2.h>
#include <nccl.h>

#include <algorithm>
#include <vector>

using namespace belfry::stand_in;

struct cublasContext {
    int device = 0;
    cudaStream_t stream = nullptr;
    cublasMath_t math = CUBLAS_DEFAULT_MATH;
    cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
};

struct ncclComm {
    int device = 0, rank = 0, size = 1;
};

namespace {

constexpr int kPremultiplied = 100; // from here on: handles of sums that ncclRedOpCreatePreMulSum made

cublasStatus_t product(const char* name, cublasHandle_t handle) {
    Api api(name);
    api.queue(streamOf(handle->stream));
    return handle->device == currentDevice() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

ncclResult_t sum(const char* name, std::size_t count, ncclComm_t comm, cudaStream_t stream, std::string detail) {
    Api api(name, Api::Context::None);
    api.open(comm->device);
    api.call().bytes = count;
    api.call().detail = std::move(detail);
    api.queue(streamOf(stream));
    return ncclSuccess;
}

} // namespace

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
    Api api("cublasCreate");
    *handle = new cublasContext{.device = currentDevice()};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
    Api api("cublasDestroy");
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream) {
    *stream = handle->stream;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t, void*, std::size_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
    *mode = handle->math;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
    handle->math = mode;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode) {
    *mode = handle->pointers;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) {
    handle->pointers = mode;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSgemm_v2(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int, int, int, const float*,
                              const float*, int, const float*, int, const float*, float*, int) {
    return product("cublasSgemm", handle);
}
cublasStatus_t cublasSgemv_v2(cublasHandle_t handle, cublasOperation_t, int, int, const float*, const float*, int,
                              const float*, int, const float*, float*, int) {
    return product("cublasSgemv", handle);
}
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int, int, int, const void*,
                            const void*, cudaDataType, int, const void*, cudaDataType, int, const void*, void*,
                            cudaDataType, int, cublasComputeType_t, cublasGemmAlgo_t) {
    return product("cublasGemmEx", handle);
}

const char* cublasGetStatusString(cublasStatus_t) { return "a status of the stand-in"; }

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* description, cublasComputeType_t, cudaDataType_t) {
    *description = new cublasLtMatmulDescOpaque_t{};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t description) {
    delete description;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t, const void*,
                                              std::size_t) {
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType, std::uint64_t, std::uint64_t,
                                          std::int64_t) {
    *layout = new cublasLtMatrixLayoutOpaque_t{};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
    delete layout;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t, cublasLtMatrixLayoutAttribute_t, const void*,
                                                std::size_t) {
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
    *preference = new cublasLtMatmulPreferenceOpaque_t{};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
    delete preference;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t,
                                                    const void*, std::size_t) {
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatmulPreference_t, int, cublasLtMatmulHeuristicResult_t* results,
                                              int* found) {
    *results = {};
    *found = 1;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t, const void*, const void*, cublasLtMatrixLayout_t,
                              const void*, cublasLtMatrixLayout_t, const void*, const void*, cublasLtMatrixLayout_t,
                              void*, cublasLtMatrixLayout_t, const cublasLtMatmulAlgo_t*, void*, std::size_t,
                              cudaStream_t stream) {
    Api api("cublasLtMatmul");
    api.queue(streamOf(stream));
    return CUBLAS_STATUS_SUCCESS;
}

ncclResult_t ncclGetVersion(int* version) {
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}
const char* ncclGetErrorString(ncclResult_t) { return "an error of the stand-in"; }
const char* ncclGetLastError(ncclComm_t) { return ""; }

// As NCCL does: it works on every device in turn, and returns to the one before.
ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices) {
    int before = 0;
    cudaGetDevice(&before);
    for (int rank = 0; rank < count; ++rank) {
        const int device = devices ? devices[rank] : rank;
        cudaSetDevice(device);
        Api("ncclCommInitAll").call().detail = std::to_string(device);
        comms[rank] = new ncclComm{device, rank, count};
    }
    cudaSetDevice(before);
    return ncclSuccess;
}
ncclResult_t ncclCommDestroy(ncclComm_t comm) {
    Api api("ncclCommDestroy", Api::Context::None);
    delete comm;
    return ncclSuccess;
}
ncclResult_t ncclCommAbort(ncclComm_t comm) {
    Api api("ncclCommAbort", Api::Context::None);
    delete comm;
    return ncclSuccess;
}
ncclResult_t ncclCommGetAsyncError(ncclComm_t, ncclResult_t* error) {
    *error = ncclSuccess;
    return ncclSuccess;
}
ncclResult_t ncclCommCount(const ncclComm_t comm, int* count) {
    *count = comm->size;
    return ncclSuccess;
}
ncclResult_t ncclGroupStart() { return ncclSuccess; }
ncclResult_t ncclGroupEnd() { return ncclSuccess; }
ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t* operation, void*, ncclDataType_t, ncclScalarResidence_t,
                                      ncclComm_t) {
    *operation = static_cast<ncclRedOp_t>(kPremultiplied);
    return ncclSuccess;
}
ncclResult_t ncclRedOpDestroy(ncclRedOp_t, ncclComm_t) { return ncclSuccess; }
ncclResult_t ncclAllReduce(const void*, void*, std::size_t count, ncclDataType_t, ncclRedOp_t operation,
                           ncclComm_t comm, cudaStream_t stream) {
    const char* name = operation == ncclSum ? "sum" : operation >= kPremultiplied ? "scaled sum" : "other operation";
    return sum("ncclAllReduce", count, comm, stream, name);
}
ncclResult_t ncclBroadcast(const void*, void*, std::size_t count, ncclDataType_t, int, ncclComm_t comm,
                           cudaStream_t stream) {
    return sum("ncclBroadcast", count, comm, stream, "");
}

} // extern "C"
