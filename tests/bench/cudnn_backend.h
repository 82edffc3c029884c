// Descriptors of cuDNN's backend API with an owner. Every call's status is checked: what fails throws a sentence that
// says what was tried and, in cuDNN's own words, why it failed.
#pragma once

#include <cudnn.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace belfry {

inline void check(cudnnStatus_t status, const std::string& what) {
    if (status == CUDNN_STATUS_SUCCESS)
        return;
    std::array<char, 2048> reason{};
    cudnnGetLastErrorString(reason.data(), reason.size());
    throw std::runtime_error("cuDNN could not " + what + ": " + cudnnGetErrorString(status) +
                             "; its last error: " + reason.data());
}

// The API's name for a C++ type; enumerations of the same meaning have their own.
template <typename T>
constexpr cudnnBackendAttributeType_t attributeType() {
    if constexpr (std::is_same_v<T, std::int64_t>)
        return CUDNN_TYPE_INT64;
    else if constexpr (std::is_same_v<T, float>)
        return CUDNN_TYPE_FLOAT;
    else if constexpr (std::is_same_v<T, char>)
        return CUDNN_TYPE_CHAR;
    else if constexpr (std::is_same_v<T, cudnnDataType_t>)
        return CUDNN_TYPE_DATA_TYPE;
    else if constexpr (std::is_same_v<T, cudnnConvolutionMode_t>)
        return CUDNN_TYPE_CONVOLUTION_MODE;
    else if constexpr (std::is_same_v<T, cudnnBackendHeurMode_t>)
        return CUDNN_TYPE_HEUR_MODE;
    else if constexpr (std::is_same_v<T, cudnnBackendNumericalNote_t>)
        return CUDNN_TYPE_NUMERICAL_NOTE;
    else {
        static_assert(std::is_same_v<T, cudnnBackendDescriptor_t>);
        return CUDNN_TYPE_BACKEND_DESCRIPTOR;
    }
}

// Whatever a descriptor is set to is kept by the caller for as long as the descriptor lives.
class BackendDescriptor {
public:
    BackendDescriptor(cudnnBackendDescriptorType_t type, std::string name) : name_(std::move(name)) {
        cudnnBackendDescriptor_t created = nullptr;
        check(cudnnBackendCreateDescriptor(type, &created), "create " + name_);
        descriptor_.reset(created);
    }

    cudnnBackendDescriptor_t get() const { return descriptor_.get(); }

    template <typename T>
    void set(cudnnBackendAttributeName_t attribute, std::span<const T> values) {
        check(cudnnBackendSetAttribute(get(), attribute, attributeType<T>(), static_cast<std::int64_t>(values.size()),
                                       values.data()),
              "set attribute " + std::to_string(attribute) + " of " + name_);
    }
    template <typename T>
    void set(cudnnBackendAttributeName_t attribute, const T& value) {
        set(attribute, std::span<const T>(&value, 1));
    }
    void set(cudnnBackendAttributeName_t attribute, const BackendDescriptor& part) { set(attribute, part.get()); }

    cudnnStatus_t tryFinalize() { return cudnnBackendFinalize(get()); }
    void finalize() { check(tryFinalize(), "finalise " + name_); }

    // Fills what fits into `values` and returns how many there are. Values that are descriptors must exist before.
    template <typename T>
    std::int64_t read(cudnnBackendAttributeName_t attribute, std::span<T> values) const {
        std::int64_t count = 0;
        check(cudnnBackendGetAttribute(get(), attribute, attributeType<T>(), static_cast<std::int64_t>(values.size()),
                                       &count, values.empty() ? nullptr : values.data()),
              "read attribute " + std::to_string(attribute) + " of " + name_);
        return count;
    }

private:
    struct Destroy {
        void operator()(void* descriptor) const { cudnnBackendDestroyDescriptor(descriptor); }
    };
    std::string name_; // in sentences: "the operation"
    std::unique_ptr<void, Destroy> descriptor_;
};

} // namespace belfry
