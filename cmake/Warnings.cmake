# Every flag with its reason. Linked (PRIVATE) by every target of the project, never by a third party's.
add_library(belfry_warnings INTERFACE)
set(_belfry_flags
    -Wall -Wextra          # the sensible base
    -Wshadow               # a hidden name is a bug waiting for an edit
    -Wnon-virtual-dtor     # deleting through a base would leak
    -Woverloaded-virtual   # an override that is none
    -Wduplicated-cond      # if (a) ... else if (a)
    -Wduplicated-branches  # both branches the same: a typing error
    -Wlogical-op           # && where & was meant
    -Wformat=2             # format strings are checked, and constant
    -Wundef                # an #if on a name that does not exist
    -Wextra-semi           # stray semicolons
    -Wno-restrict          # GCC 12 warns wrongly on std::string + (GCC bug 105651)
    -Wno-missing-field-initializers) # designated initialisers leave the rest at its default on purpose
if(CMAKE_BUILD_TYPE STREQUAL Release OR BELFRY_SANITIZER)
    # At -O3, and where sanitizers add code, GCC 12 wrongly takes moved and optional values for uninitialised. dev, at
    # -O2, keeps the warning.
    list(APPEND _belfry_flags -Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    # Taken for references into a temporary, which is only the key by which a row of a table is found (GCC bug 107532).
    list(APPEND _belfry_flags -Wno-dangling-reference)
endif()
if(BELFRY_WERROR)
    list(APPEND _belfry_flags -Werror)
endif()
target_compile_options(belfry_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${_belfry_flags}>)
