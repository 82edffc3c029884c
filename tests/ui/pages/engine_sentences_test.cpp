// The engine speaks English. What it refuses, warns of or fails with must have a Spanish form in the window.
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/catalogue.h"
#include "core/runs/run_folder.h"
#include "core/runs/weights_file.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/foundation/engine_sentences.h"
#include "ui/foundation/engine_text.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

namespace belfry {
namespace {

namespace fs = std::filesystem;

// Files of the engine whose texts never reach the window.
constexpr std::array kElsewhere{
    "core/base/folders.cpp", // belfry-cli verify, as the next five
    "core/formats/onnx.cpp",
    "core/interop/model_json.cpp",
    "core/interop/onnx_model.cpp",
    "core/interop/package.cpp",
    "core/interop/package_weights.cpp",
    "core/data/convert.cpp", // belfry-cli data convert
    "core/data/stores.cpp",  // programming errors, as the next three
    "core/kernels/lanes/lane_convolution.cpp",
    "core/predict/predictor.cpp",
    "core/train/choices.cpp", // titles and helps: LanguageTest.TheEnginesTextsAreTranslated
    "core/device/cgroup.cpp", // words of the system's files
    "core/device/cpu.cpp",
    "core/model/layers/aten_ops.cpp", // what the network picks: belfry-cli models
    "core/model/layers/batch_norm.cpp",
    "core/model/layers/channel_ops.cpp",
    "core/model/layers/lane_front.cpp",
    "core/model/layers/winograd_op.cpp",
    "core/formats/image.cpp",     // its refusals of writing, and lists of runs: belfry-cli
    "core/runs/folder_watch.cpp", // evaluate --watch: belfry-cli
    "core/runs/run_find.cpp",
    "core/runs/run_index.cpp",     // SQLite's
    "core/runs/run_log.cpp",       // the log file's lines
    "core/search/search_log.cpp",  // the log file's lines
    "core/study/reproduction.cpp", // belfry-cli reproduce
    "core/study/tower_choice.cpp", // belfry-cli train --towers auto
};

// Texts in the other files that are no part of a sentence for the window.
bool isNoSentence(const QString& text) {
    static const QRegularExpression other(QStringLiteral(
        "^(PRAGMA|INSERT|SELECT|CREATE|DELETE|UPDATE) .*|^(pad|maxpool|lrn) $|^ "
        "(bias|alpha|beta|fan-in|no-scale|same|synchronised) ?$|^after this epoch$|"
        "^\\[json\\.|^tensors are copied as|^Y\\. LeCun|^CC BY-SA|^A\\. Krizhevsky|^H\\. Xiao|^T-shirt/|^ankle "
        "boot$|^, record $|^extraneous bytes before marker$|^the eight bytes at once|^no licence is stated|^32-bit "
        "floats|"
        // What is checked when tensors are written, and what belfry-cli alone says of data sets and runs.
        "^' cannot be saved: $|^its name is taken|^dtype '$|^' is unknown, use one|^ bytes, its shape and dtype ask "
        "for "
        "$|^A tensor's name or|^every file |^readable, but not as|^, from $|^ search$|^, (winner|seed) $|^Measured "
        "with dropout on; |^winner "
        "(started|epoch)$|^unable to find an engine$"));
    return other.match(text).hasMatch();
}

QString contents(const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return QString::fromUtf8(file.readAll());
}

// Every text of two words or more in a source; literals that follow each other are one text.
QStringList textsIn(QString source) {
    source.remove(
        QRegularExpression(QStringLiteral("^\\s*#include.*$|//[^\"\n]*$"), QRegularExpression::MultilineOption));
    static const QString literal = QStringLiteral(R"("(?:[^"\\\n]|\\.)*")");
    static const QRegularExpression row(literal + QStringLiteral("(?:\\s*") + literal + QStringLiteral(")*"));
    static const QRegularExpression one(literal), words(QStringLiteral("[A-Za-z]{2,} | [a-z]{2,}"));
    QStringList texts;
    for (auto found = row.globalMatch(source); found.hasNext();) {
        QString text;
        const QString whole = found.next().captured();
        for (auto part = one.globalMatch(whole); part.hasNext();) {
            text += part.next().captured().chopped(1).sliced(1);
        }
        text.replace(QLatin1String("\\\""), QLatin1String("\""));
        text.replace(QRegularExpression(QStringLiteral("%\\d")), QStringLiteral("\1")); // of a template
        if (words.match(text).hasMatch()) {
            texts << text;
        }
    }
    return texts;
}

// What the window can translate, with a mark where a value stands.
QStringList known() {
    QString file = contents(QStringLiteral(BELFRY_TRANSLATIONS "/belfry_es.ts"));
    file = file.section(QStringLiteral("<name>belfry::Engine</name>"), 1).section(QStringLiteral("</context>"), 0, 0);
    static const QRegularExpression source(QStringLiteral("<source>([^<]*)</source>")), place(QStringLiteral("%\\d"));
    QStringList texts;
    for (auto found = source.globalMatch(file); found.hasNext();) {
        QString text = found.next().captured(1);
        for (const auto& [code, sign] :
             {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}}) {
            text.replace(QLatin1String(code), QLatin1String(sign));
        }
        texts << text.replace(place, QStringLiteral("\1"));
    }
    return texts;
}

class EngineSentencesTest : public WindowTest {
protected:
    EngineSentencesTest() { speak("es"); }

    // The sentence of what `work` throws must be Spanish to its last word; paths and names in quotes are no words.
    template <typename Work>
    void expectSpanish(const char* what, const Work& work) {
        try {
            work();
        } catch (const std::exception& error) {
            const QString english = QString::fromUtf8(error.what());
            QString spanish = engineSentence(english);
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

// A new sentence of the engine is added to engine_sentence_table.cpp or engine_file_sentences.cpp, and translated.
TEST_F(EngineSentencesTest, EveryTextOfTheEngineIsKnown) {
    const QString root = QStringLiteral(BELFRY_SOURCE_DIR "/");
    const QString all = known().join('\n');
    int texts = 0;
    for (QDirIterator files(root + "core", {QStringLiteral("*.cpp")}, QDir::Files, QDirIterator::Subdirectories);
         files.hasNext();) {
        const QString name = files.next().sliced(root.size());
        const bool elsewhere = std::any_of(kElsewhere.begin(), kElsewhere.end(),
                                           [&](const char* file) { return name == QLatin1String(file); });
        for (const QString& text : elsewhere ? QStringList() : textsIn(contents(root + name))) {
            ++texts;
            EXPECT_TRUE(all.contains(text) || isNoSentence(text)) << name.toStdString() << ": " << text.toStdString();
        }
    }
    EXPECT_GT(texts, 200);
}

// The order of the table: no sentence is taken for a more general one that stands before it.
TEST_F(EngineSentencesTest, EverySentenceIsRecognisedAsItself) {
    for (const auto& table :
         {engineSearchSentenceTexts(), engineSentenceTexts(), engineDataSentenceTexts(), engineFileSentenceTexts()}) {
        for (const char* english : table) {
            QString sentence = QString::fromUtf8(english);
            QString expected = QCoreApplication::translate("belfry::Engine", english);
            EXPECT_NE(expected, sentence) << english;
            for (int place = 1; place <= 9; ++place) {
                const QString mark = QLatin1Char('%') + QString::number(place);
                const QString value = QStringLiteral("x%1").arg(place);
                sentence.replace(mark, value);
                expected.replace(mark, value);
            }
            EXPECT_EQ(engineSentence(sentence).toStdString(), expected.toStdString());
        }
    }
}

TEST_F(EngineSentencesTest, RefusedPlansAreSpanish) {
    const auto with = [](auto change) {
        Plan plan;
        change(plan);
        return plan;
    };
    expectSpanish("name of two lines", with([](Plan& p) { p.name = "two\nlines"; }));
    expectSpanish("long name", with([](Plan& p) { p.name = std::string(300, 'x'); }));
    expectSpanish("network", with([](Plan& p) { p.model = "lenett"; }));
    expectSpanish("far network", with([](Plan& p) { p.model = "zzzzzzzzzz"; }));
    for (const char* line : {"", "dens 10", "dense", "conv 6 5x3", "dense 4 relu relu", "dense 4 gelu", "maxpool 2x2 3",
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

TEST_F(EngineSentencesTest, DamagedDataIsToldInSpanish) {
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

TEST_F(EngineSentencesTest, DamagedWeightsAreToldInSpanish) {
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

TEST_F(EngineSentencesTest, FoldersThatCannotBeWrittenAreToldInSpanish) {
    write("file", "in the way");
    expectSpanish("a file in the way", [&] { makeWritableFolder(path("file").toStdString()); });
    expectSpanish("below a file", [&] { makeWritableFolder(path("file").toStdString() + "/runs"); });
    expectSpanish("no such folder", [&] { writeFileAtomically(path("none").toStdString() + "/plan.json", "{}"); });
}

} // namespace
} // namespace belfry
