# Run by CPack on the tree that it has installed, before it makes the package (cmake/Package.cmake).
set(tree ${CPACK_TEMPORARY_DIRECTORY}/usr)
execute_process(COMMAND ${CPACK_BELFRY_SOURCE}/packaging/package_tree.sh
    ${tree} ${CPACK_PACKAGE_VERSION} ${CPACK_DEBIAN_PACKAGE_RELEASE} ${CPACK_PACKAGE_CONTACT} ${CPACK_BELFRY_BUILD}
    ${CPACK_BELFRY_HEADERS} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "packaging/package_tree.sh failed")
endif()
# The path into the tool chain of who built them. The launcher names that of who starts them.
file(GLOB programs ${tree}/lib/belfry/bin/*)
foreach(program IN LISTS programs)
    file(RPATH_REMOVE FILE ${program})
endforeach()
