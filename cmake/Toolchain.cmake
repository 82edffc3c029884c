# Finds the tool chain that packaging/setup.sh installed: its folder's name is a hash of the pinned versions,
# so a change of versions.env never meets an older install.
file(SHA256 ${CMAKE_CURRENT_LIST_DIR}/../packaging/versions.env _belfry_versions)
string(SUBSTRING ${_belfry_versions} 0 12 _belfry_versions)
if(NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "") # set but empty counts as unset
    set(_belfry_cache $ENV{XDG_CACHE_HOME})
else()
    set(_belfry_cache $ENV{HOME}/.cache)
endif()
# No cache variable: after a change of versions.env an old build folder must not keep the old tool chain.
set(BELFRY_TOOLCHAIN ${_belfry_cache}/belfry/toolchain-${_belfry_versions})
if(NOT EXISTS ${BELFRY_TOOLCHAIN}/complete)
    message(FATAL_ERROR "No complete tool chain at ${BELFRY_TOOLCHAIN}: run packaging/setup.sh first.")
endif()
# What the tests in Python import beside PyTorch.
set(_belfry_test_versions ${CMAKE_CURRENT_LIST_DIR}/../packaging/test-versions.env)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_belfry_test_versions})
file(SHA256 ${_belfry_test_versions} _belfry_test_versions)
string(SUBSTRING ${_belfry_test_versions} 0 12 _belfry_test_versions)
set(BELFRY_TEST_PACKAGES ${BELFRY_TOOLCHAIN}/tests-${_belfry_test_versions})
# Headers of libraries that no distribution has.
set(_belfry_header_versions ${CMAKE_CURRENT_LIST_DIR}/../packaging/header-versions.env)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_belfry_header_versions})
file(SHA256 ${_belfry_header_versions} _belfry_header_versions)
string(SUBSTRING ${_belfry_header_versions} 0 12 _belfry_header_versions)
set(BELFRY_HEADERS ${BELFRY_TOOLCHAIN}/headers-${_belfry_header_versions})
if(NOT EXISTS ${BELFRY_HEADERS})
    message(FATAL_ERROR "No headers at ${BELFRY_HEADERS}: run packaging/setup.sh first.")
endif()
include(${BELFRY_TOOLCHAIN}/paths.cmake) # BELFRY_TORCH_DIR BELFRY_CUDA_DIR BELFRY_NCCL_DIR BELFRY_PYTHON

set(CMAKE_CUDA_COMPILER ${BELFRY_CUDA_DIR}/bin/nvcc)
set(CUDAToolkit_ROOT ${BELFRY_CUDA_DIR})
set(CUDA_TOOLKIT_ROOT_DIR ${BELFRY_CUDA_DIR})
list(PREPEND CMAKE_PREFIX_PATH ${BELFRY_TORCH_DIR}/share/cmake)
# From the oldest that CUDA 13 and LibTorch know. Without its own code a device compiles PTX at the first start, and one
# older than the PTX cannot train at all (core/device/cuda_inventory.h).
set(BELFRY_CUDA_ARCHITECTURES "7.5;8.0;8.6;8.9;9.0;10.0;12.0+PTX"
    CACHE STRING "GPU architectures, in TORCH_CUDA_ARCH_LIST's spelling")
set(TORCH_CUDA_ARCH_LIST ${BELFRY_CUDA_ARCHITECTURES})
