# A Debian package by CPack: packaging/package.sh calls it. The tree that `cmake --install` makes becomes that of a
# package in packaging/package_tree.sh, before CPack looks for what it depends on.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME belfry)
set(CPACK_PACKAGE_CONTACT "The Belfry maintainers <maintainers@belfry.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "studio for training image classifiers on many devices")
string(CONCAT CPACK_PACKAGE_DESCRIPTION # lines of at most 79 columns
    "Choose a network, a data set, the devices and the batch size, and press\n"
    "Start: loss, accuracy and images per second are drawn live. While the network\n"
    "trains, one draws digits and sees its predictions change. The same engine runs\n"
    "without a window as belfry-cli.\n"
    "LibTorch and NVIDIA's libraries are fetched at the first start into the user's\n"
    "cache, from the Python package index.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS # whatever the umask of who builds it
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# dpkg-shlibdeps must find LibTorch, which is of no package.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${BELFRY_TORCH_DIR}/lib ${BELFRY_CUDA_DIR}/lib ${BELFRY_NCCL_DIR}/lib
    ${BELFRY_CUDNN_DIR}/lib)
# For packaging/libraries.sh, besides bash, which is essential. The rest is loaded by Qt, by name.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "python3 (>= 3.10), python3-venv, ca-certificates")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "qt6-wayland, qt6-svg-plugins | libqt6svg6, qt6-translations-l10n, gstreamer1.0-plugins-good, shared-mime-info")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/PackageTree.cmake)
set(CPACK_BELFRY_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_BELFRY_BUILD ${CMAKE_BINARY_DIR})
set(CPACK_BELFRY_HEADERS ${BELFRY_HEADERS})
include(CPack)
