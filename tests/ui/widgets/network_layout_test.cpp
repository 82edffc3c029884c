// The places in the picture of a network, with no widgets.
#include "core/model/zoo.h"
#include "ui/widgets/network_lanes.h"
#include "ui/widgets/network_layout.h"

#include <gtest/gtest.h>

#include <QLineF>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace belfry {
namespace {

using Kind = NetworkItem::Kind;
using Way = NetworkLink::Way;

constexpr ImageShape kPhoto{3, 32, 32};

NetworkStyle style(bool oneRow = false) {
    NetworkStyle style;
    style.sizeOf = [](const NetworkItem& item) {
        return item.kind == Kind::Sum ? NetworkStyle::Size{{18, 18}, 0} : NetworkStyle::Size{{20, 40}, 56};
    };
    style.room = 40;
    style.label = 32;
    style.oneRow = oneRow;
    return style;
}

std::set<int> allOf(const NetworkParts& parts) {
    std::set<int> blocks;
    for (int block = 0; block < static_cast<int>(parts.blocks.size()); ++block)
        blocks.insert(block);
    return blocks;
}

NetworkPicture pictureOf(const Blueprint& blueprint, const std::set<int>& opened) {
    return layNetwork(blueprint, partsOf(blueprint), opened, style());
}

Blueprint blueprintOf(const std::string& text) {
    return makeBlueprint(architectureFromText("test", text + "global-avgpool\ndense classes linear\n"), kPhoto, 10);
}

const NetworkNode& nodeOf(const NetworkPicture& picture, int layer) {
    const auto found = std::ranges::find_if(
        picture.nodes, [layer](const NetworkNode& node) { return node.item.layer == layer && node.item.block < 0; });
    EXPECT_NE(found, picture.nodes.end()) << layer;
    return *found;
}

const NetworkNode& at(const NetworkPicture& picture, int node) {
    return picture.nodes.at(static_cast<std::size_t>(node));
}

bool onBorder(const QRectF& box, const QPointF& point) {
    return box.adjusted(-0.01, -0.01, 0.01, 0.01).contains(point) &&
           !box.adjusted(0.01, 0.01, -0.01, -0.01).contains(point);
}

bool overlap(const QRectF& a, const QRectF& b) { return a.adjusted(0.01, 0.01, -0.01, -0.01).intersects(b); }

void expectApart(const NetworkPicture& picture) {
    for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
        const NetworkNode& node = picture.nodes[i];
        const QRectF room = node.frame < 0 ? QRectF({0, 0}, picture.size) : at(picture, node.frame).box;
        EXPECT_TRUE(room.contains(node.box)) << i;
        EXPECT_TRUE(node.label.isEmpty() || room.contains(node.label)) << i;
        const bool titled = node.frame >= 0 && !node.label.isEmpty();
        EXPECT_FALSE(titled && overlap(node.label, at(picture, node.frame).label)) << i;
        for (std::size_t j = i + 1; j < picture.nodes.size(); ++j) {
            const NetworkNode& other = picture.nodes[j];
            if (other.frame != node.frame)
                continue; // what is in an open block lies within its box
            for (const QRectF& a : {node.box, node.label})
                for (const QRectF& b : {other.box, other.label})
                    EXPECT_FALSE(!a.isEmpty() && !b.isEmpty() && overlap(a, b)) << i << " and " << j;
        }
    }
}

void expectEdgesEndAtTheirNodes(const NetworkPicture& picture) {
    for (const NetworkEdge& edge : picture.edges) {
        const QPointF start = edge.path.elementAt(0);
        EXPECT_TRUE(onBorder(at(picture, edge.from).box, start)) << edge.from << " to " << edge.to;
        EXPECT_TRUE(onBorder(at(picture, edge.to).box, edge.path.currentPosition())) << edge.from << " to " << edge.to;
    }
}

bool standsIn(const NetworkPicture& picture, int node, int block) {
    return node == block || (node >= 0 && standsIn(picture, at(picture, node).frame, block));
}

// An edge goes through neither boxes nor labels of others.
void expectEdgesGoAround(const NetworkPicture& picture) {
    for (const NetworkEdge& edge : picture.edges)
        for (int step = 1; step < 100; ++step) {
            const QPointF point = edge.path.pointAtPercent(step / 100.0);
            for (int node = 0; node < static_cast<int>(picture.nodes.size()); ++node) {
                const QRectF box = at(picture, node).box.adjusted(0.5, 0.5, -0.5, -0.5);
                const bool other = !standsIn(picture, edge.from, node) && !standsIn(picture, edge.to, node);
                ASSERT_FALSE(other && box.contains(point)) << edge.from << " to " << edge.to << " through " << node;
                ASSERT_FALSE(at(picture, node).label.contains(point))
                    << edge.from << " to " << edge.to << " over " << node;
            }
        }
}

// Both blocks get something from outside that is not their input.
const char* const kNested = "conv 8 3x3 same relu as stem\n"
                            "conv 8 3x3 same relu\n"
                            "block stage x2 {\n"
                            "  conv 8 1x1 relu as wide\n"
                            "  conv 8 1x1 relu\n"
                            "  block inner x3 {\n"
                            "    conv 8 3x3 same relu\n"
                            "    add input\n"
                            "    conv 8 3x3 same relu\n"
                            "    add wide\n"
                            "  }\n"
                            "  block narrowing {\n"
                            "    conv 8 3x3 same relu\n"
                            "    conv 8 3x3 same relu as body\n"
                            "    conv 8 1x1 from input\n"
                            "    add body relu\n"
                            "  }\n"
                            "  add stem\n"
                            "}\n";

TEST(NetworkParts, ABlockIsOnePartAndItsRepeatsAreShownOnce) {
    const Blueprint blueprint = blueprintOf(kNested);
    const NetworkParts parts = partsOf(blueprint);
    ASSERT_EQ(parts.parts.size(), 5U); // two convolutions, the block, and the end
    EXPECT_EQ(parts.parts[2].body.size(), 5U);
    ASSERT_EQ(parts.blocks.size(), 3U);
    EXPECT_EQ(parts.blocks[0], (NetworkBlock{.name = "stage", .repeats = 2, .first = 2, .end = 2 + 2 * 19}));
    EXPECT_EQ(parts.blocks[1], (NetworkBlock{.name = "inner", .repeats = 3, .first = 4, .end = 16}));
    EXPECT_EQ(parts.blocks[2], (NetworkBlock{.name = "narrowing", .repeats = 1, .first = 16, .end = 20}));
    EXPECT_EQ(parts.shown[8], 4);        // the second time of the inner block
    EXPECT_EQ(parts.shown[8 + 19], 4);   // and in the second time of the outer one
    EXPECT_EQ(parts.shown[20 + 19], 20); // the last of the outer one
}

TEST(NetworkLayout, FoldsResNet20IntoTenPlaces) {
    const Blueprint blueprint = makeBlueprint(networkByName("resnet-20"), kPhoto, 10);
    const NetworkPicture folded = pictureOf(blueprint, {});
    EXPECT_EQ(folded.nodes.size(), 10U);
    EXPECT_EQ(std::ranges::count(folded.nodes, Kind::Card, [](const NetworkNode& node) { return node.item.kind; }), 5);
    EXPECT_EQ(folded.edges.size(), 9U);
    EXPECT_TRUE(std::ranges::none_of(folded.edges, &NetworkEdge::skips));
    EXPECT_FALSE(folded.isLine);
}

TEST(NetworkLayout, AnOpenBlockShowsItsShortcut) {
    const Blueprint blueprint = makeBlueprint(networkByName("resnet-20"), kPhoto, 10);
    const NetworkPicture open = pictureOf(blueprint, {0});
    EXPECT_EQ(open.nodes.size(), 15U);
    const int frame = open.indexOf({.kind = Kind::Frame, .block = 0}),
              sum = open.indexOf({.kind = Kind::Sum, .layer = 6});
    ASSERT_GE(frame, 0);
    ASSERT_GE(sum, 0);
    const auto skip = std::ranges::find_if(open.edges, &NetworkEdge::skips);
    ASSERT_NE(skip, open.edges.end());
    EXPECT_EQ(skip->from, frame);
    EXPECT_EQ(skip->to, sum);
    EXPECT_EQ(QPointF(skip->path.elementAt(0)).x(), at(open, frame).box.left());
    EXPECT_EQ(skip->path.currentPosition().y(), at(open, sum).box.top());
}

TEST(NetworkLayout, AConvolutionOnTheShortcutHasALaneOfItsOwn) {
    const Blueprint blueprint = makeBlueprint(networkByName("resnet-20"), kPhoto, 10);
    const NetworkPicture open = pictureOf(blueprint, {1});
    const int first = partsOf(blueprint).blocks[1].first;
    const double axis = nodeOf(open, first).box.center().y();
    for (const int layer : {first + 1, first + 2, first + 3, first + 6})
        EXPECT_DOUBLE_EQ(nodeOf(open, layer).box.center().y(), axis) << layer;
    for (const int layer : {first + 4, first + 5})
        EXPECT_GT(nodeOf(open, layer).box.top(), nodeOf(open, first).label.bottom()) << layer;
    EXPECT_DOUBLE_EQ(nodeOf(open, first + 4).box.center().x(), nodeOf(open, first).box.center().x());
}

TEST(NetworkLayout, ANameOutsideOfBlocksIsAnEdgeFromWhereItStands) {
    const NetworkPicture picture =
        pictureOf(blueprintOf("conv 8 3x3 same relu as stem\nconv 8 3x3 same\nadd stem\n"), {});
    const auto skip = std::ranges::find_if(picture.edges, &NetworkEdge::skips);
    ASSERT_NE(skip, picture.edges.end());
    EXPECT_EQ(at(picture, skip->from).item.layer, 0);
    EXPECT_EQ(at(picture, skip->to).item.layer, 2);
}

TEST(NetworkLayout, ALineHasNoEdgesThatSkip) {
    for (const char* name : {"lenet", "mlp"}) {
        const NetworkPicture picture = pictureOf(makeBlueprint(networkByName(name), ImageShape{}, 10), {});
        EXPECT_TRUE(picture.isLine) << name;
    }
}

TEST(NetworkLayout, SpreadsOverTheWidthAndShrinksIntoIt) {
    const Blueprint blueprint = makeBlueprint(networkByName("resnet-20"), kPhoto, 10);
    const NetworkParts parts = partsOf(blueprint);
    NetworkStyle row = style(true);
    row.shrinks = true;
    for (const double width : {80.0, 200.0, 900.0}) {
        row.width = width;
        const NetworkPicture picture = layNetwork(blueprint, parts, {}, row);
        EXPECT_EQ(picture.labelled, width == 900.0);
        EXPECT_NEAR(picture.nodes.back().reach.right(), width - 1, picture.labelled ? 0.01 : 60) << width;
        EXPECT_LE(picture.nodes.back().box.right(), width);
        EXPECT_LE(picture.size.width(), width + 0.01);
    }
}

// The layers, or kPicture, from which edges lead to a node, through the sides of open blocks.
std::vector<int> sourcesOf(const NetworkPicture& picture, int node) {
    std::vector<int> sources;
    for (const NetworkEdge& edge : picture.edges) {
        if (edge.to != node || at(picture, edge.from).frame == node)
            continue;
        int from = edge.from;
        QPointF start = edge.path.elementAt(0);
        while (at(picture, from).item.kind == Kind::Frame) {
            const bool into = std::lround(start.x()) == std::lround(at(picture, from).box.left());
            const auto before = std::ranges::find_if(picture.edges, [&](const NetworkEdge& other) {
                return other.to == from && QLineF(other.path.currentPosition(), start).length() < 0.01;
            });
            if (before == picture.edges.end()) {
                ADD_FAILURE() << "nothing leads to the side of block " << from << (into ? " (left)" : " (right)");
                return {};
            }
            from = before->from;
            start = before->path.elementAt(0);
        }
        sources.push_back(at(picture, from).item.layer);
    }
    std::ranges::sort(sources);
    return sources;
}

void expectEdgesAreInputs(const NetworkPicture& picture, const Blueprint& blueprint) {
    const NetworkParts parts = partsOf(blueprint);
    for (int node = 0; node < static_cast<int>(picture.nodes.size()); ++node) {
        const NetworkItem& item = at(picture, node).item;
        if (item.kind != Kind::Box && item.kind != Kind::Sum)
            continue;
        std::set<int> inputs;
        for (const int input : blueprint.layers[static_cast<std::size_t>(item.layer)].inputs)
            inputs.insert(input == kPicture ? input : parts.shown[static_cast<std::size_t>(input)]);
        EXPECT_EQ(sourcesOf(picture, node), (std::vector<int>(inputs.begin(), inputs.end()))) << "layer " << item.layer;
    }
}

TEST(NetworkLayout, EdgesAreTheInputsOfLayers) {
    const Blueprint blueprint = blueprintOf(kNested);
    expectEdgesAreInputs(pictureOf(blueprint, allOf(partsOf(blueprint))), blueprint);
}

TEST(NetworkLayout, NothingOverlapsWhicheverBlocksAreOpen) {
    for (const Blueprint& blueprint : {makeBlueprint(networkByName("resnet-20"), kPhoto, 10),
                                       makeBlueprint(networkByName("resnet-18"), kPhoto, 10), blueprintOf(kNested)}) {
        const auto blocks = static_cast<int>(partsOf(blueprint).blocks.size());
        for (int choice = 0; choice < 1 << blocks; ++choice) {
            std::set<int> opened;
            for (int block = 0; block < blocks; ++block)
                if ((choice >> block & 1) != 0)
                    opened.insert(block);
            const NetworkPicture picture = pictureOf(blueprint, opened);
            expectApart(picture);
            expectEdgesEndAtTheirNodes(picture);
            expectEdgesGoAround(picture);
            ASSERT_FALSE(HasFailure()) << "blocks " << choice;
        }
    }
}

// As an editor has it: the layers end where a line does not fit, and many are used by nothing yet.
TEST(NetworkLayout, ANetworkInTheMakingHasAPicture) {
    const Architecture whole = architectureFromText("test", kNested);
    for (std::size_t lines = 0; lines <= whole.lines.size(); ++lines) {
        const Architecture part{.name = "part",
                                .lines = {whole.lines.begin(), whole.lines.begin() + std::ptrdiff_t(lines)}};
        const Blueprint blueprint = fitLayers(part, kPhoto, 10).blueprint;
        const NetworkPicture picture = pictureOf(blueprint, allOf(partsOf(blueprint)));
        EXPECT_GE(picture.nodes.size(), 1U);
        expectApart(picture);
        expectEdgesEndAtTheirNodes(picture);
    }
}

// Lines of a block, or of a network, with names and sums wherever they may be.
std::string anyLines(std::mt19937& random, int depth, std::vector<std::string> names, int& count) {
    const auto any = [&random](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    std::string text;
    const int lines = 1 + any(6);
    names.emplace_back("input");
    for (int line = 0; line < lines; ++line) {
        const std::string& name = names[static_cast<std::size_t>(any(static_cast<int>(names.size())))];
        const std::string from = any(4) == 0 ? " from " + name : "";
        const std::string own = "n" + std::to_string(count++);
        if (depth < 3 && any(4) == 0)
            text += "block b" + from + " x" + std::to_string(1 + any(2)) + " {\n" +
                    anyLines(random, depth + 1, names, count) + "} as " + own + "\n";
        else
            text += (any(3) == 0 ? "add " + name : "conv 3 1x1") + from + " as " + own + "\n";
        names.push_back(own);
    }
    return text;
}

TEST(NetworkLayout, NothingOverlapsInAnyGraph) {
    std::mt19937 random(1);
    int whole = 0;
    for (int graph = 0; graph < 2000; ++graph) {
        int count = 0;
        const std::string text = anyLines(random, 0, {}, count);
        const Architecture architecture = architectureFromText("any", text + "global-avgpool\ndense classes linear\n");
        const Fitting fitting = fitLayers(architecture, kPhoto, 10);
        std::set<int> opened = allOf(partsOf(fitting.blueprint));
        std::erase_if(opened, [&random](int) { return random() % 4 == 0; });
        const NetworkPicture picture = pictureOf(fitting.blueprint, opened);
        expectApart(picture);
        expectEdgesEndAtTheirNodes(picture);
        if (fitting.refusal.empty()) {
            ++whole;
            expectEdgesGoAround(picture);
            expectEdgesAreInputs(pictureOf(fitting.blueprint, allOf(partsOf(fitting.blueprint))), fitting.blueprint);
        }
        ASSERT_FALSE(HasFailure()) << text;
    }
    EXPECT_GT(whole, 100);
}

TEST(NetworkLanes, TheLongestWayIsTheFirstLane) {
    // 0 - 1 - 2 - 5, and beside it 3 - 4 - 5
    const NetworkLanes lanes = lanesOf(6,
                                       {{.from = -1, .to = 0},
                                        {.from = 0, .to = 1},
                                        {.from = 1, .to = 2},
                                        {.from = 0, .to = 3},
                                        {.from = 3, .to = 4},
                                        {.from = 4, .to = 5},
                                        {.from = 2, .to = 5},
                                        {.from = 0, .to = 5}},
                                       false);
    EXPECT_EQ(lanes.lane, (std::vector{0, 0, 0, 1, 1, 0}));
    EXPECT_EQ(lanes.column, (std::vector{0, 1, 2, 1, 2, 3}));
    EXPECT_EQ(lanes.links[3].way, Way::Lane);
    EXPECT_EQ(lanes.links[5].way, Way::Lane);
    EXPECT_EQ(lanes.links[6].way, Way::Straight);
    EXPECT_EQ(lanes.links[7].way, Way::Over);
}

TEST(NetworkLanes, BranchesShareALaneOnlyOneAfterTheOther) {
    std::vector<NetworkLink> links{{.from = -1, .to = 0}};
    for (int part = 1; part < 8; ++part)
        links.push_back({.from = part - 1, .to = part});
    const auto beside = [&links](int part, int from, int to) {
        links.push_back({.from = from, .to = part});
        links.push_back({.from = part, .to = to});
    };
    // Of 11 parts 7 is not the last, so the line goes on.
    links.push_back({.from = 7, .to = 11});
    beside(8, 0, 3);
    beside(9, 1, 5);
    beside(10, 4, 7);
    const NetworkLanes lanes = lanesOf(12, links, false);
    EXPECT_NE(lanes.lane[8], lanes.lane[9]);
    EXPECT_EQ(lanes.lane[8], lanes.lane[10]);
    EXPECT_EQ(lanes.lanes, 3);
}

TEST(NetworkLanes, InOneRowBranchesGoOverIt) {
    const NetworkLanes lanes =
        lanesOf(4, {{.from = 0, .to = 1}, {.from = 0, .to = 2}, {.from = 1, .to = 3}, {.from = 2, .to = 3}}, true);
    EXPECT_EQ(lanes.column, (std::vector{0, 1, 2, 3}));
    EXPECT_EQ(lanes.lanes, 1);
    EXPECT_EQ(lanes.over, 2);
    EXPECT_NE(lanes.links[1].track, lanes.links[2].track);
}

} // namespace
} // namespace belfry
