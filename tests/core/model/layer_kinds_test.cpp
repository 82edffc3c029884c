// What every kind of layer and every activation promises, so that a new one needs no test of its own for it.
#include "core/base/files.h"
#include "core/model/activation_kind.h"
#include "core/model/layer_kind.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace belfry {
namespace {

using testing::HasSubstr;

// The layer that an editor adds.
Layer exampleOf(const LayerKind& kind) { return *architectureFromText("n", kind.example()).lines.at(0).layer(); }

TEST(LayerKinds, HaveUniqueNames) {
    std::set<std::string> words, names, titles;
    for (const LayerKind* kind : layerKinds()) {
        words.insert(kind->word());
        names.insert(kind->packageName());
        titles.insert(kind->title().english());
        EXPECT_FALSE(kind->operation().empty()) << kind->word();
        EXPECT_FALSE(kind->prefix().empty()) << kind->word();
    }
    for (const auto& set : {words, names, titles})
        EXPECT_EQ(set.size(), layerKinds().size());
}

TEST(LayerKinds, MatchTheirLayers) {
    for (const LayerKind* kind : layerKinds()) {
        EXPECT_EQ(&kindOf(kind->defaults()), kind) << kind->word();
        const Layer example = exampleOf(*kind);
        EXPECT_EQ(&kindOf(example), kind) << kind->word();
        EXPECT_EQ(architectureFromText("n", layerText(example)).lines.at(0), Line(example));
        EXPECT_FALSE(kind->summary(example).english().empty()) << kind->word();
    }
}

// What an editor changes arrives in the line, and the line is read back.
TEST(LayerKinds, WriteEveryEditedField) {
    struct Change {
        void operator()(int* value) const { *value += 3; }
        void operator()(double* value) const { *value = *value / 2 + 0.125; }
        void operator()(bool* value) const { *value = !*value; }
        void operator()(Activation* value) const { *value = Activation::Softplus; }
        void operator()(Padding* value) const { *value = *value == Padding::Same ? Padding::Valid : Padding::Same; }
        void operator()(std::string* value) const { *value += "-2"; }
    };
    for (const LayerKind* kind : layerKinds()) {
        Layer layer = exampleOf(*kind);
        for (std::size_t i = 0; i < kind->fields(layer).size(); ++i) {
            Layer edited = layer;
            const LayerField field = kind->fields(edited).at(i);
            EXPECT_FALSE(field.title.empty() || field.help.empty()) << kind->word() << " " << field.name;
            std::visit(Change(), field.value);
            const Layer read = *architectureFromText("n", layerText(edited)).lines.at(0).layer();
            EXPECT_EQ(read, edited) << layerText(edited);
            EXPECT_NE(read, layer) << field.name;
        }
    }
}

TEST(LayerKinds, RefuseUnknownWords) {
    for (const LayerKind* kind : layerKinds()) {
        try {
            architectureFromText("n", kind->example() + " nonsense");
            ADD_FAILURE() << kind->word();
        } catch (const std::exception& error) {
            EXPECT_THAT(error.what(), HasSubstr("found 'nonsense'"));
        }
    }
}

// A kind or an activation that the loader lacks: packages that PyTorch does not open.
TEST(LayerKinds, AreAllInTheExportLoader) {
    const std::string loader = readFile(BELFRY_PACKAGE_LOADER);
    for (const LayerKind* kind : layerKinds())
        EXPECT_THAT(loader, HasSubstr("@computes(\"" + kind->packageName() + "\")"));
    for (const std::string& name : activationNames()) {
        const bool inLoader = loader.find("\"" + name + "\": ") != std::string::npos;
        EXPECT_EQ(inLoader, name != "linear") << name;
    }
}

TEST(ActivationKinds, AreFoundByName) {
    for (const std::string& name : activationNames())
        EXPECT_EQ(activationName(activationFromName(name)), name);
    EXPECT_FALSE(findActivation("relo"));
    EXPECT_GE(activationKinds().size(), 7U);
}

} // namespace
} // namespace belfry
