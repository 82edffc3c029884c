# One static library per folder of core/ and ui/. A folder links only what stands to its left in ARCHITECTURE.md's rule;
# tests/core/layering_test.py reads the includes and holds the same rule.
#   belfry_library(<name> SOURCES <files> [LINKS <targets>] [TORCH])      target belfry_<name>, alias belfry::<name>
# TORCH: the sources use ATen. They share one precompiled header; no header they export includes torch for ui or app.
function(belfry_library name)
    cmake_parse_arguments(ARG "TORCH" "" "SOURCES;LINKS" ${ARGN})
    add_library(belfry_${name} STATIC ${ARG_SOURCES})
    add_library(belfry::${name} ALIAS belfry_${name})
    target_include_directories(belfry_${name} PUBLIC ${PROJECT_SOURCE_DIR})
    target_link_libraries(belfry_${name} PUBLIC ${ARG_LINKS} PRIVATE belfry_warnings)
    if(ARG_TORCH)
        belfry_use_torch(belfry_${name})
    endif()
endfunction()

# For unity builds (packaging/build.sh): sources that share no translation unit with their neighbours, as some of their
# file-local names are the same, as Highway includes them again, or as they replace operator new.
function(belfry_alone)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Lets a target's sources include ATen, through the one precompiled header.
function(belfry_use_torch target)
    target_link_libraries(${target} PRIVATE belfry_torch)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fPIC>) # programs too, as the header is
    if(NOT TARGET belfry_torch_pch)
        file(WRITE ${CMAKE_BINARY_DIR}/torch_pch.cpp
            "// holds the precompiled header that all torch-using targets share\n")
        add_library(belfry_torch_pch OBJECT ${CMAKE_BINARY_DIR}/torch_pch.cpp)
        target_include_directories(belfry_torch_pch PUBLIC ${PROJECT_SOURCE_DIR})
        target_link_libraries(belfry_torch_pch PRIVATE belfry_torch belfry_warnings)
        target_precompile_headers(belfry_torch_pch PRIVATE
            $<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/cmake/torch_pch.h>)
    endif()
    target_precompile_headers(${target} REUSE_FROM belfry_torch_pch)
endfunction()
