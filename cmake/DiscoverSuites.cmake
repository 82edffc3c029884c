# Run by CMake after a test program was linked: one ctest test for each of its suites, all in one process. A program
# that loads torch takes half a second to start, longer than most of its tests.
#   cmake -D PROGRAM=path -D OUTPUT=file -D PROPERTIES=list -D SLOW=suites -P DiscoverSuites.cmake
execute_process(COMMAND "${PROGRAM}" --gtest_list_tests RESULT_VARIABLE status OUTPUT_VARIABLE listing
    ERROR_VARIABLE listing_errors TIMEOUT 60)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} does not list its tests: ${status}\n${listing}${listing_errors}")
endif()
cmake_policy(SET CMP0057 NEW) # if(... IN_LIST ...)
string(REGEX MATCHALL "(^|\n)[^ \n][^ \n]*\\.[^\n]*" suites "${listing}")
set(script "")
foreach(suite IN LISTS suites)
    string(REGEX REPLACE "[ \t]*#.*" "" suite "${suite}") # of typed suites: their type
    string(STRIP "${suite}" suite)
    string(REGEX REPLACE "\\.$" "" name "${suite}")
    string(APPEND script "add_test([=[${name}]=] [=[${PROGRAM}]=] [=[--gtest_filter=${suite}*]=])\n"
        "set_tests_properties([=[${name}]=] PROPERTIES ${PROPERTIES})\n")
    if(name IN_LIST SLOW)
        string(APPEND script "set_tests_properties([=[${name}]=] PROPERTIES LABELS slow)\n")
        list(REMOVE_ITEM SLOW "${name}")
    endif()
endforeach()
if(SLOW)
    message(FATAL_ERROR "${PROGRAM} has no suites of these names, said to be slow: ${SLOW}.")
endif()
if(script STREQUAL "")
    message(FATAL_ERROR "${PROGRAM} has no tests.")
endif()
file(WRITE "${OUTPUT}" "${script}")
