// The engine speaks English. What it refuses, warns of or fails with must have a Spanish form in the window.
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/catalogue.h"
#include "core/runs/run_folder.h"
#include "core/runs/weights_file.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/foundation/texts.h"

#include <QFile>
#include <QRegularExpression>

namespace belfry {
namespace {

namespace fs = std::filesystem;

class EngineTextsTest : public WindowTest {
protected:
    EngineTextsTest() { speak("es"); }

    // The sentence of what `work` throws must be Spanish to its last word; paths and names in quotes are no words.
    template <typename Work>
    void expectSpanish(const char* what, const Work& work) {
        try {
            work();
        } catch (const std::exception& error) {
            const QString english = QString::fromUtf8(error.what());
            QString spanish = translated(messageOf(error));
            EXPECT_NE(spanish, english) << what;
            spanish.remove(QRegularExpression(QStringLiteral("«[^»]*»|'[^']*'")));
            static const QRegularExpression left(QStringLiteral("\\b(the|is|are|of|and|with|but|not|has|holds|expected|"
                                                                "found|file|bytes? of|images?|labels?|choose|get)\\b"));
            EXPECT_FALSE(left.match(spanish).hasMatch()) << what << ": " << spanish.toStdString();
            return;
        }
        ADD_FAILURE() << what << " was not refused";
    }
    void expectSpanish(const char* what, const Plan& plan) {
        expectSpanish(what, [&] { validate(plan); });
    }
    void write(const char* name, const QByteArray& content) {
        QFile file(path(name));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(content);
    }
};

TEST_F(EngineTextsTest, RefusedPlansAreSpanish) {
    const auto with = [](auto change) {
        Plan plan;
        change(plan);
        return plan;
    };
    expectSpanish("name of two lines", with([](Plan& p) { p.name = "two\nlines"; }));
    expectSpanish("long name", with([](Plan& p) { p.name = std::string(300, 'x'); }));
    expectSpanish("network", with([](Plan& p) { p.model = "lenett"; }));
    expectSpanish("far network", with([](Plan& p) { p.model = "zzzzzzzzzz"; }));
    for (const char* line : {"", "dens 10", "dense", "conv 6 5x3", "dense 4 relu relu", "dense 4 gelo", "maxpool 2x2 3",
                             "pad 3 4", "lrn 4 gamma 1", "batchnorm scale", "dense 0", "dropout half"}) {
        expectSpanish(line, with([&](Plan& p) { p.model = "own", p.layers = {"dense 3 relu", line}; }));
    }
    expectSpanish("many layers", with([](Plan& p) { p.model = "own", p.layers.assign(1001, "dense 3"); }));
    expectSpanish("own name", with([](Plan& p) { p.layers = {"dense classes linear"}; }));
    expectSpanish("long own name", with([](Plan& p) { p.model = std::string(300, 'x'), p.layers = {"dense 3"}; }));
    expectSpanish("layers", with([](Plan& p) { p.mlp.hiddenLayers = 0; }));
    expectSpanish("dropout", with([](Plan& p) { p.mlp.dropout = 1; }));
    expectSpanish("towers", with([](Plan& p) { p.towers = 0; }));
    expectSpanish("global batch", with([](Plan& p) { p.towers = 3, p.globalBatch = 2; }));
    expectSpanish("rate", with([](Plan& p) { p.learningRate = 0; }));
    expectSpanish("beta", with([](Plan& p) { p.beta2 = 2; }));
    expectSpanish("no device", with([](Plan& p) { p.devices.clear(); }));
    for (const char* text :
         {"P6 640 480", "[1, 2]", "42", R"({"towers": "two"})", R"({"towrs": 2})", R"({"devices": 1})"}) {
        write("plan.json", text);
        expectSpanish(text, [&] { readPlanFile(path("plan.json").toStdString()); });
    }
    expectSpanish("no file", [&] { readPlanFile(path("none.json").toStdString()); });
    expectSpanish("huge file", [&] {
        write("plan.json", QByteArray(2'000'000, ' '));
        readPlanFile(path("plan.json").toStdString());
    });
}

TEST_F(EngineTextsTest, DamagedDataIsReportedInSpanish) {
    const fs::path folder = path("data").toStdString();
    const fs::path good = resourceFolder() / "datasets" / "mnist";
    const auto fresh = [&] {
        fs::remove_all(folder);
        fs::create_directories(folder);
        for (const auto& entry : fs::directory_iterator(good)) {
            fs::copy(entry.path(), folder / entry.path().filename());
        }
    };
    const auto open = [&] { openDataSet("mnist", folder); };
    const auto named = [&](const char* part) {
        for (const auto& entry : fs::directory_iterator(folder)) {
            if (entry.path().filename().string().starts_with(part)) {
                return entry.path();
            }
        }
        return fs::path();
    };
    expectSpanish("no folder", open);
    fresh();
    fs::remove(named("t10k-images"));
    expectSpanish("missing file", open);
    const std::string header("\0\0\x08\1\0\0\0\x0a", 8);
    const std::pair<const char*, std::string> labels[] = {
        {"empty", ""},
        {"text", "These are no labels."},
        {"foreign type", std::string("\0\0\x0d\1\0\0\0\1x", 9)},
        {"dimensions", std::string("\0\0\x08\2\0\0\0\1x", 9)},
        {"header", std::string("\0\0\x08\1\0", 5)},
        {"too few", header},
        {"surplus", header + std::string(12, '\1')},
        {"none", std::string("\0\0\x08\1\0\0\0\0", 8)},
        {"label out of range", header + std::string(10, '\x0b')},
        {"fewer labels", header + std::string(10, '\1')},
        {"short gzip", "\x1f\x8b\x08"},
        {"broken gzip", "\x1f\x8b\x08" + std::string(60, '\1')},
    };
    for (const auto& [what, content] : labels) {
        fresh();
        const fs::path file = named("train-labels");
        fs::remove(file);
        writeFileAtomically(file, content);
        expectSpanish(what, open);
    }
    const std::string whole = readFile(good / named("train-labels").filename());
    for (const auto& [what, content] : {std::pair{"cut gzip", whole.substr(0, whole.size() / 2)},
                                        {"changed gzip", whole.substr(0, whole.size() - 8) + "12345678"},
                                        {"gzip and more", whole + "more"}}) {
        fresh();
        const fs::path file = named("train-labels");
        fs::remove(file);
        writeFileAtomically(file, content);
        expectSpanish(what, open);
    }
}

TEST_F(EngineTextsTest, DamagedWeightsAreReportedInSpanish) {
    const fs::path file = path("weights.safetensors").toStdString();
    const std::string good = readFile(readyNetworkFile());
    const auto load = [&] { loadSnapshot(file); };
    const auto replaced = [&good](const char* what, const char* by) {
        std::string content = good;
        const std::size_t at = content.find(what);
        EXPECT_NE(at, std::string::npos) << what;
        return content.replace(at, std::string(by).size(), by);
    };
    expectSpanish("no file", load);
    for (const auto& [what, content] : {std::pair<const char*, std::string>{"empty", ""},
                                        {"text", "no weights, but a text that is long enough"},
                                        {"header", good.substr(0, 100)},
                                        {"half", good.substr(0, good.size() / 2)},
                                        {"more", good + "x"},
                                        {"no metadata", replaced("__metadata__", "xxmetadataxx")},
                                        {"format", replaced("belfry-weights", "gelfry")},
                                        {"dtype", replaced("F32", "I32")},
                                        {"foreign layer", replaced("conv 6", "conx 6")},
                                        {"other layer", replaced("conv 6", "conv 7")}}) {
        writeFileAtomically(file, content);
        expectSpanish(what, load);
    }
}

TEST_F(EngineTextsTest, UnwritableFoldersAreReportedInSpanish) {
    write("file", "in the way");
    expectSpanish("a file in the way", [&] { makeWritableFolder(path("file").toStdString()); });
    expectSpanish("below a file", [&] { makeWritableFolder(path("file").toStdString() + "/runs"); });
    expectSpanish("no such folder", [&] { writeFileAtomically(path("none").toStdString() + "/plan.json", "{}"); });
}

} // namespace
} // namespace belfry
