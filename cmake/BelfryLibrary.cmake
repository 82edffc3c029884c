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

# Makes a target's sources begin with a precompiled header that it shares with others. `name`: of the target that holds
# the header. LINKS: what that target links; all that share it need the same compile options.
function(belfry_share_header target name header)
    cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
    if(NOT TARGET ${name})
        file(WRITE ${CMAKE_BINARY_DIR}/${name}.cpp "// holds a precompiled header\n")
        add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cpp)
        target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
        target_link_libraries(${name} PRIVATE ${ARG_LINKS} belfry_warnings)
        target_precompile_headers(${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/cmake/${header}>)
    endif()
    target_precompile_headers(${target} REUSE_FROM ${name})
endfunction()

# Lets a target's sources include ATen.
function(belfry_use_torch target)
    target_link_libraries(${target} PRIVATE belfry_torch)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fPIC>) # programs too, as the header is
    belfry_share_header(${target} belfry_torch_pch torch_pch.h LINKS belfry_torch)
endfunction()
