# A tree that runs from anywhere: programs find resources beside themselves (../share/belfry) first.
install(DIRECTORY resources/presets resources/data resources/datasets resources/export resources/backbones
    resources/serve
    DESTINATION ${CMAKE_INSTALL_DATADIR}/belfry)
install(DIRECTORY resources/ready DESTINATION ${CMAKE_INSTALL_DATADIR}/belfry FILES_MATCHING PATTERN "*.safetensors")
install(FILES packaging/io.github.belfry.Belfry.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES packaging/io.github.belfry.Belfry.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES packaging/belfry.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
    RENAME io.github.belfry.Belfry.svg)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
