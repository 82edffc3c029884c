# ccache and mold are used when they are there; nothing depends on them.
find_program(BELFRY_CCACHE ccache)
if(BELFRY_CCACHE)
    # Precompiled headers hash by content only with these settings (ccache manual, "Precompiled headers").
    set(_belfry_launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${BELFRY_CCACHE})
    set(CMAKE_C_COMPILER_LAUNCHER ${_belfry_launcher})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${_belfry_launcher})
    set(CMAKE_CUDA_COMPILER_LAUNCHER ${_belfry_launcher})
endif()
find_program(BELFRY_MOLD mold)
if(BELFRY_MOLD)
    # mold before 2 begins the part that is read-only after relocation with .tbss, which can lie in a page that nothing
    # maps: a program of an unlucky size then does not start ("cannot apply additional memory protection").
    add_link_options($<$<LINK_LANGUAGE:CXX>:-fuse-ld=mold> $<$<LINK_LANGUAGE:CXX>:-Wl,-z,norelro>)
endif()
