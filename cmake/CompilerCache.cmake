# ccache and lld are used when they are there; nothing depends on them.
find_program(BELFRY_CCACHE ccache)
if(BELFRY_CCACHE)
    # Precompiled headers hash by content only with these settings (ccache manual, "Precompiled headers").
    set(_belfry_launcher ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${BELFRY_CCACHE})
    set(CMAKE_C_COMPILER_LAUNCHER ${_belfry_launcher})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${_belfry_launcher})
    set(CMAKE_CUDA_COMPILER_LAUNCHER ${_belfry_launcher})
endif()
# Not mold: that of Debian 12 (1.10) lets the part that is read-only after relocation begin in a page that nothing maps,
# when a thread_local stands before it at an unlucky place, and such a program does not start; without that part it
# never came to an end of linking some others.
find_program(BELFRY_LLD ld.lld)
if(BELFRY_LLD)
    add_link_options($<$<LINK_LANGUAGE:CXX>:-fuse-ld=lld>)
endif()
