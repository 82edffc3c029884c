# One sanitizer per build folder, for everything compiled here (libraries from outside stay as they are).
if(BELFRY_SANITIZER)
    add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=${BELFRY_SANITIZER}>
        $<$<COMPILE_LANGUAGE:C,CXX>:-fno-omit-frame-pointer>)
    add_link_options($<$<LINK_LANGUAGE:CXX>:-fsanitize=${BELFRY_SANITIZER}>)
endif()
