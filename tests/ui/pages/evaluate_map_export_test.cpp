// The map of the pictures saved from its page, in each of its formats.
#include "tests/ui/file_dialog.h"
#include "tests/ui/pages/evaluate_map_fixture.h"
#include "ui/pages/evaluate/map_looks.h"

#include <QImage>
#include <QMenu>
#include <QSvgRenderer>
#include <algorithm>

namespace belfry {
namespace {

class EvaluateMapExportTest : public EvaluateMapTest {
protected:
    void openSavable(const char* split = "training") {
        evaluateFolder(split);
        settings_->setFolder(QStringLiteral("map"), folder_.path());
        openFinishedMap();
    }
    // Chosen from the menu by its object name, and typed.
    void saveAs(const char* action, const char* name) {
        click("saveMapButton");
        auto* menu = find<QMenu>("saveMapMenu");
        ASSERT_TRUE(menu->isVisible());
        auto* chosen = menu->findChild<QAction*>(QLatin1String(action));
        ASSERT_NE(chosen, nullptr);
        chosen->trigger();
        menu->close();
        typeFileName(window().findChild<QFileDialog*>("mapDialog"), QLatin1String(name));
        ASSERT_TRUE(eventually([this] { return window().findChild<QFileDialog*>() == nullptr; }));
        ASSERT_TRUE(eventually([this] { return find("saveMapButton")->isEnabled(); }));
    }
    std::string written(const char* name) { return readFile(path(name).toStdString()); }
};

TEST_F(EvaluateMapExportTest, SavesPictureDrawingTableAndFolder) {
    openSavable();
    saveAs("saveMapPng", "map.png");
    const QImage picture(path("map.png"));
    EXPECT_GT(picture.width(), 2 * plot()->width()); // a legend beside it
    EXPECT_GT(picture.height(), 2 * plot()->height());
    saveAs("saveMapSvg", "map.svg");
    EXPECT_TRUE(QSvgRenderer(path("map.svg")).isValid());
    saveAs("saveMapCsv", "map"); // the suffix is added
    const std::string table = written("map.csv");
    EXPECT_EQ(std::ranges::count(table, '\n'), images() + 1);
    EXPECT_EQ(table.substr(0, table.find('\n')), "image,file,label,answer,confidence,x,y");
    EXPECT_NE(table.find(evaluatePage().report()->images->name(5)), std::string::npos);
    saveAs("saveMapProjector", "projector");
    for (const char* file : {"tensors.tsv", "metadata.tsv", "sprite.png", "projector_config.pbtxt"})
        EXPECT_FALSE(written((std::string("projector/") + file).c_str()).empty()) << file;
    const std::string tensors = written("projector/tensors.tsv");
    EXPECT_EQ(std::ranges::count(tensors, '\n'), images());
}

TEST_F(EvaluateMapExportTest, ATableOfAllSplitsNamesThem) {
    openSavable("all splits");
    saveAs("saveMapCsv", "map.csv");
    const std::string table = written("map.csv");
    EXPECT_EQ(table.substr(0, table.find('\n')), "split,image,file,label,answer,confidence,x,y");
    for (const char* const first : {"\ntrain,0,", "\nvalidation,0,", "\ntest,0,"})
        EXPECT_NE(table.find(first), std::string::npos) << first;
}

// Steps of confidence and colours of classes were others in the files than in the window.
TEST_F(EvaluateMapExportTest, FilesHaveTheColoursOfTheWindow) {
    openSavable();
    saveAs("saveMapSvg", "map.svg");
    const std::string drawing = written("map.svg");
    Theme light, dark;
    light.setMode(Theme::Mode::Light);
    dark.setMode(Theme::Mode::Dark);
    const EvaluationReport& report = *evaluatePage().report();
    for (const auto colouring : {MapColouring::Class, MapColouring::Answer, MapColouring::Error,
                                 MapColouring::Confidence, MapColouring::Split}) {
        const std::vector<MapGroup> groups = mapGroups(colouring, report.snapshot->classes);
        const MapLooks onLight = mapLooks(colouring, report, {0}, light),
                       onDark = mapLooks(colouring, report, {0}, dark);
        ASSERT_EQ(onLight.colours.size(), groups.size());
        for (std::size_t i = 0; i < groups.size(); ++i) {
            EXPECT_EQ(onLight.colours[i].name().toStdString(), hexOf(groups[i].colour.onLight));
            EXPECT_EQ(onDark.colours[i].name().toStdString(), hexOf(groups[i].colour.onDark));
            EXPECT_TRUE(colouring != MapColouring::Class ||
                        drawing.find("fill=\"" + onLight.colours[i].name().toStdString()) != std::string::npos);
        }
    }
}

TEST_F(EvaluateMapExportTest, WhatCannotBeWrittenIsSaidInTheBanner) {
    openSavable();
    writeFileAtomically(path("taken").toStdString(), "mine"); // where the folder should be
    saveAs("saveMapProjector", "taken");
    EXPECT_TRUE(find("evaluateBanner")->isVisible());
    EXPECT_TRUE(text("evaluateBannerText").contains("taken")) << text("evaluateBannerText").toStdString();
    EXPECT_EQ(written("taken"), "mine");
}

} // namespace
} // namespace belfry
