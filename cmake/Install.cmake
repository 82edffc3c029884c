# A tree that runs from anywhere: programs find resources beside themselves (../share/belfry) first.
install(DIRECTORY resources/presets resources/datasets DESTINATION ${CMAKE_INSTALL_DATADIR}/belfry)
