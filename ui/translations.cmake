# resources/translations/belfry_<language>.ts, compiled and embedded under :/i18n. English is the source: no file.
# cmake --build ... --target update_translations  takes new texts from the sources into the .ts files.
set(BELFRY_TRANSLATIONS ${PROJECT_SOURCE_DIR}/resources/translations/belfry_es.ts)

function(belfry_embed_translations target)
    # The library that Qt makes for the resources has nothing for moc, and from 3.28 on CMake links what moc made of it.
    set(CMAKE_AUTOMOC OFF)
    qt_add_translation(compiled ${BELFRY_TRANSLATIONS})
    qt_add_resources(${target} belfry_translations PREFIX /i18n BASE ${CMAKE_CURRENT_BINARY_DIR} FILES ${compiled})
endfunction()

# Not CONFIGURE_DEPENDS: ninja would never say that there is nothing to do, and every start by run.sh would configure.
file(GLOB_RECURSE _belfry_texts ${PROJECT_SOURCE_DIR}/ui/*.cpp ${PROJECT_SOURCE_DIR}/ui/*.h
    ${PROJECT_SOURCE_DIR}/app/gui/*.cpp ${PROJECT_SOURCE_DIR}/app/gui/*.h
    ${PROJECT_SOURCE_DIR}/app/fetch/*.cpp ${PROJECT_SOURCE_DIR}/app/fetch/*.h
    ${PROJECT_SOURCE_DIR}/core/*.cpp ${PROJECT_SOURCE_DIR}/core/*.h) # Text::tr() and Text::plural()
# Titles and summaries of the presets, which are JSON, as a source that lupdate reads.
file(GLOB _belfry_presets ${PROJECT_SOURCE_DIR}/resources/presets/*.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_belfry_presets})
set(_belfry_preset_texts "")
foreach(preset IN LISTS _belfry_presets)
    file(READ ${preset} json)
    foreach(key title summary)
        string(JSON text GET "${json}" ${key})
        string(REPLACE "\"" "\\\"" text "${text}")
        string(APPEND _belfry_preset_texts "belfry::Text::tr(\"${text}\");\n")
    endforeach()
endforeach()
file(WRITE ${CMAKE_BINARY_DIR}/preset_texts.cpp "${_belfry_preset_texts}")
list(APPEND _belfry_texts ${CMAKE_BINARY_DIR}/preset_texts.cpp)
string(REPLACE ";" "\n" _belfry_texts "${_belfry_texts}")
file(WRITE ${CMAKE_BINARY_DIR}/translated_sources.txt "${_belfry_texts}\n")
add_custom_target(update_translations
    COMMAND Qt6::lupdate -silent -no-obsolete -tr-function-alias tr+=plural -locations none
        -I ${PROJECT_SOURCE_DIR} @${CMAKE_BINARY_DIR}/translated_sources.txt
        -ts ${BELFRY_TRANSLATIONS}
    VERBATIM)
