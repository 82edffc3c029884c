# Everything from outside, each with the reason in ARCHITECTURE.md, "Dependencies".
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(ZLIB REQUIRED)
find_package(CURL REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(LibArchive REQUIRED)
find_package(nlohmann_json 3.9 REQUIRED)
find_package(CLI11 2 REQUIRED)
find_package(spdlog REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(SPNG REQUIRED IMPORTED_TARGET spng)
pkg_check_modules(TURBOJPEG REQUIRED IMPORTED_TARGET libturbojpeg)
pkg_check_modules(WEBP REQUIRED IMPORTED_TARGET libwebp)
pkg_check_modules(TIFF REQUIRED IMPORTED_TARGET libtiff-4>=4.5)
pkg_check_modules(HEIF IMPORTED_TARGET libheif)
pkg_check_modules(DEFLATE REQUIRED IMPORTED_TARGET libdeflate)
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(HTTPLIB REQUIRED IMPORTED_TARGET cpp-httplib)
# CMake 3.25.1 (Debian 12) marks CUDA::nvToolsExt as deprecated without looking whether it exists, which CUDA 13 no
# longer has; it does so only for projects that ask for 3.25 or newer.
set(CMAKE_MINIMUM_REQUIRED_VERSION 3.24)
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared) # the one that LibTorch brings, not a second copy
find_package(CUDAToolkit 13 REQUIRED)
find_package(Torch REQUIRED)

# LibTorch as one target: system headers (no warnings from them), and the CUDA libraries kept although the linker
# sees no symbol of theirs used ("--as-needed" would drop libtorch_cuda, and with it CUDA). nvJitLink is cuSPARSE's,
# whose own search path comes after LD_LIBRARY_PATH.
add_library(belfry_torch INTERFACE)
target_include_directories(belfry_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS}
    ${BELFRY_CUDA_DIR}/include ${BELFRY_NCCL_DIR}/include)
target_link_directories(belfry_torch INTERFACE ${BELFRY_TORCH_DIR}/lib ${BELFRY_CUDA_DIR}/lib)
# OpenMP: at::parallel_for is silently serial in a file compiled without it.
target_link_libraries(belfry_torch INTERFACE OpenMP::OpenMP_CXX
    -Wl,--no-as-needed torch_cpu torch_cuda c10 c10_cuda torch -Wl,--as-needed CUDA::cudart
    -Wl,--push-state,--no-as-needed,-lnvJitLink,--pop-state)
separate_arguments(_belfry_torch_flags NATIVE_COMMAND "${TORCH_CXX_FLAGS}")
target_compile_options(belfry_torch INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${_belfry_torch_flags}>)
# Found in the user's cache at run time, in the build folder as after installation. As DT_RPATH, which comes before
# LD_LIBRARY_PATH: a cluster's older NCCL or cuDNN would serve LibTorch too. With CMake's own path for the build folder
# there would be the MKL folders of whoever compiled LibTorch, and empty elements, which are the working directory.
list(APPEND CMAKE_INSTALL_RPATH ${BELFRY_TORCH_DIR}/lib ${BELFRY_CUDA_DIR}/lib ${BELFRY_NCCL_DIR}/lib)
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
add_link_options($<$<LINK_LANGUAGE:CXX>:-Wl,--disable-new-dtags>)

# torch's own CMake sets the project's flags for CUDA architectures; ours come from the same list.
if(BELFRY_UI)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Charts Svg DBus LinguistTools
        OPTIONAL_COMPONENTS Multimedia)
endif()
# UMAP: headers alone, and what they include. Its own threads, which spin while they wait, are left out.
add_library(belfry_umappp INTERFACE)
target_include_directories(belfry_umappp SYSTEM INTERFACE ${BELFRY_HEADERS}/include)
target_compile_definitions(belfry_umappp INTERFACE UMAPPP_NO_PARALLEL_OPTIMIZATION)
if(BELFRY_TESTS)
    find_package(GTest REQUIRED)
    if(BELFRY_UI)
        find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
    endif()
endif()
if(BELFRY_BENCHES)
    find_package(benchmark REQUIRED)
endif()
