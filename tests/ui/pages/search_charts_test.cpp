// The charts of a search: what they show, where it stands, and that every search can be painted.
#include "tests/ui/search_views.h"
#include "ui/pages/search/family_tree.h"
#include "ui/pages/search/gene_chart.h"
#include "ui/pages/search/generation_chart.h"
#include "ui/pages/search/trial_parallel_plot.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace belfry {
namespace {

SearchView withAccuracies(const std::vector<double>& accuracies) {
    SearchView view = madeUp({.strategy = "random", .ended = static_cast<std::int64_t>(accuracies.size())});
    for (std::size_t i = 0; i < accuracies.size(); ++i) {
        view.trials[i].accuracy = accuracies[i];
    }
    return view;
}

// Different colours in a picture: text and lines on nothing have at least two.
qsizetype coloursOf(const QImage& picture) {
    QSet<QRgb> colours;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            colours << picture.pixel(x, y);
        }
    }
    return colours.size();
}

TEST(AccuracyScale, TheMedianTrialHasTheMiddleColour) {
    const AccuracyScale scale = accuracyScale({0.1, 0.98, 0.981, 0.97, 0.984});
    EXPECT_DOUBLE_EQ(scale.high, 0.984);
    EXPECT_NEAR(scale.place(0.98), 0.5, 1e-9);
    EXPECT_EQ(scale.place(0.1), 0);
    EXPECT_EQ(scale.place(0.984), 1);
    EXPECT_EQ(accuracyScale({0.5}).place(0.5), 1);
    EXPECT_EQ(accuracyScale({0.2, 0.9}).low, 0.2); // never below the worst
}

// One hue: the nearer to the best, the farther from the card, in light and dark.
TEST(AccuracyScale, ContrastGrowsWithAccuracy) {
    Theme theme;
    for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        theme.setMode(mode);
        const auto distance = [&](double place) {
            const QColor colour = AccuracyScale::colourAt(theme.palette(), place), card = theme.palette().card;
            return std::abs(qGray(colour.rgb()) - qGray(card.rgb()));
        };
        EXPECT_GT(distance(0), 20);
        for (double place = 0.1; place <= 1.001; place += 0.1) {
            EXPECT_GT(distance(place), distance(place - 0.1)) << place;
        }
    }
}

TEST(AccuracyAxis, LeavesOutliersOut) {
    std::vector<double> accuracies(20, 0.97);
    for (std::size_t i = 0; i < accuracies.size(); ++i) {
        accuracies[i] += 0.001 * static_cast<double>(i);
    }
    accuracies[3] = 0.1;
    const AccuracyAxis axis = accuracyAxis(accuracies, 10, 210);
    EXPECT_GT(axis.range.low, 90);
    EXPECT_LE(axis.range.high, 100);
    EXPECT_FALSE(axis.shows(0.1));
    EXPECT_EQ(axis.y(0.1), 210); // at the edge, never gone
    EXPECT_TRUE(axis.shows(0.989));
    EXPECT_GE(axis.ticks.size(), 3u);
    const AccuracyAxis wide = accuracyAxis({0.1, 0.5, 0.9}, 10, 210);
    EXPECT_TRUE(wide.shows(0.1));
    const AccuracyAxis one = accuracyAxis({1.0}, 10, 210);
    EXPECT_TRUE(one.shows(1.0));
    EXPECT_LE(one.range.high, 100);
    EXPECT_GE(one.ticks.size(), 2u);
}

TEST(GenerationPicture, HasSurvivorsInEveryGeneration) {
    const SearchView view = madeUp({.ended = 90, .failEvery = 19});
    const GenerationPicture picture = generationPicture(view);
    EXPECT_TRUE(picture.generations);
    ASSERT_EQ(picture.ended.size(), view.generations.size());
    ASSERT_GT(picture.ended.size(), 3u);
    for (const Generation& generation : view.generations) {
        const auto done = std::ranges::count_if(
            generation.members, [&](int member) { return view.find(member)->state == TrialState::Done; });
        EXPECT_EQ(std::ranges::count(picture.dots, double(generation.number), &GenerationPicture::Dot::x), done);
    }
    // The generation that is in training shows what has ended of it.
    EXPECT_EQ(picture.x.high, view.generations.back().number + 1);
    EXPECT_TRUE(picture.records.empty());
}

TEST(GenerationPicture, WithoutGenerationsShowsTheRecords) {
    const GenerationPicture picture = generationPicture(withAccuracies({0.5, 0.4, 0.7, 0.7, 0.6, 0.9}));
    EXPECT_FALSE(picture.generations);
    EXPECT_EQ(picture.dots.size(), 6u);
    ASSERT_EQ(picture.records.size(), 3u);
    EXPECT_EQ(picture.records[1].trial, 3);
    EXPECT_EQ(picture.records[2].trial, 6);
    EXPECT_EQ(picture.x.low, 1);
    EXPECT_EQ(picture.x.high, 6);
    EXPECT_TRUE(generationPicture(SearchView{}).x.empty());
}

// The band of a generation whose best is near its mean rose above its best.
TEST(GenerationChart, TheSpreadStaysWithinWhatWasReached) {
    GenerationPicture picture;
    for (const double accuracy : {0.2, 0.9, 0.92, 0.91})
        picture.dots.push_back({1, accuracy, 1});
    picture.dots.push_back({2, 0.95, 2}); // of another generation
    Generation skewed;
    skewed.number = 1;
    skewed.mean = 0.7325;
    skewed.deviation = 0.31;
    skewed.best = 0.92;
    EXPECT_DOUBLE_EQ(picture.spread(skewed).high, 0.92);
    EXPECT_DOUBLE_EQ(picture.spread(skewed).low, 0.4225);
    skewed.deviation = 0.6;
    EXPECT_DOUBLE_EQ(picture.spread(skewed).low, 0.2);
}

TEST(GenerationChart, ShowsItsFigures) {
    const Theme theme;
    GenerationChart chart(theme);
    chart.resize(420, 220);
    EXPECT_EQ(chart.accessibleDescription(), "No trial has ended yet");
    const SearchView view = madeUp({.ended = 92});
    chart.setView(view);
    const Generation& first = view.generations.front();
    const QString sentence = QStringLiteral("Generation 1: mean %1 %, standard deviation %2 %, best %3 %")
                                 .arg(100 * first.mean, 0, 'f', 2)
                                 .arg(100 * first.deviation, 0, 'f', 2)
                                 .arg(100 * first.best, 0, 'f', 2);
    EXPECT_TRUE(chart.accessibleDescription().startsWith(sentence)) << qPrintable(chart.accessibleDescription());
    const GenerationPicture::Dot& best = chart.picture().dots.front();
    const QString tip = chart.textAt(chart.pointOf(best));
    EXPECT_TRUE(tip.startsWith(QStringLiteral("Trial %1, generation 1\nWidth ").arg(best.trial))) << qPrintable(tip);
    chart.setView(withAccuracies({0.5, 0.4, 0.7}));
    EXPECT_EQ(chart.accessibleDescription(), "Finished trials: 3; the best, 70.00 %, is trial 3");
}

TEST(Family, EveryNetworkKeepsItsLane) {
    const SearchView view = madeUp({.inTraining = 3});
    const Family family = familyOf(view);
    EXPECT_EQ(family.generations, 10);
    EXPECT_EQ(family.lanes, 20);
    std::map<int, int> lanes;
    std::set<std::pair<int, int>> taken;
    std::set<int> born;
    for (const FamilyNode& node : family.nodes) {
        EXPECT_TRUE(taken.emplace(node.generation, node.lane).second) << node.generation << ' ' << node.lane;
        EXPECT_EQ(lanes.emplace(node.trial, node.lane).first->second, node.lane) << node.trial;
        EXPECT_EQ(node.carried, !born.insert(node.trial).second) << node.trial;
    }
    EXPECT_EQ(born.size(), view.trials.size());
    for (const Generation& generation : view.generations) {
        EXPECT_EQ(std::ranges::count(family.nodes, generation.number, &FamilyNode::generation),
                  std::ssize(generation.members));
    }
}

// The page rounded by a rule of its own. Who is sure to live on stands in the generation that is in training.
TEST(Family, AsManySurviveAsTheSearchRetains) {
    for (const int population : {2, 7, 20}) {
        SearchView view = madeUp({.population = population, .generations = 3, .ended = population, .inTraining = 1});
        for (const double retain : {0.01, 0.3, 0.4, 0.9}) {
            view.plan.genetic.retain = retain;
            const Family family = familyOf(view);
            EXPECT_EQ(std::ranges::count_if(
                          family.nodes, [](const FamilyNode& node) { return node.generation == 2 && node.carried; }),
                      view.plan.genetic.retained())
                << population << ' ' << retain;
        }
    }
}

TEST(Family, ChildrenAreLinkedToTheirParents) {
    const SearchView view = madeUp({});
    const Family family = familyOf(view);
    std::map<int, std::vector<int>> parents;
    for (const FamilyLine& line : family.lines) {
        const FamilyNode &from = family.nodes[line.from], &to = family.nodes[line.to];
        EXPECT_EQ(from.generation + 1, to.generation);
        EXPECT_EQ(line.carried, from.trial == to.trial);
        if (!line.carried) {
            parents[to.trial].push_back(from.trial);
        }
    }
    for (const Trial& trial : view.trials) {
        EXPECT_EQ(parents[trial.id], trial.asked.parents) << trial.id;
    }
}

TEST(Family, RelativesAreAncestorsAndDescendants) {
    SearchView view = madeUp({.population = 4, .generations = 1});
    const auto child = [&](int id, int generation, std::vector<int> parents) {
        view.trials.push_back({.id = id, .asked = {.genes = view.trials[0].asked.genes, .generation = generation}});
        view.trials.back().asked.parents = std::move(parents);
    };
    ASSERT_EQ(view.trials.size(), 4u);
    child(5, 2, {1, 2});
    child(6, 2, {2, 3});
    view.generations.push_back({.number = 2, .members = {5, 6, 1, 2}});
    child(7, 3, {5, 1});
    const Family family = familyOf(view);
    EXPECT_EQ(kinOf(family, 5), (std::set<int>{1, 2, 5, 7}));
    EXPECT_EQ(kinOf(family, 2), (std::set<int>{2, 5, 6, 7}));
    EXPECT_EQ(kinOf(family, 4), std::set<int>{4});
    EXPECT_EQ(kinOf(family, 7), (std::set<int>{1, 2, 5, 7}));
}

// A strategy under successive halving trains a network several times: it is one child, the newest training.
TEST(Family, HalvingShowsTheNewestTraining) {
    const SearchView view = madeUp({.population = 9, .generations = 2, .halving = 3});
    ASSERT_TRUE(std::ranges::any_of(view.trials, [](const Trial& trial) { return trial.asked.rung > 1; }));
    const Family family = familyOf(view);
    EXPECT_EQ(std::ranges::count(family.nodes, 1, &FamilyNode::generation), 9);
    for (const int member : view.generations.front().members) {
        EXPECT_NE(family.birthOf(member), nullptr) << member;
    }
}

TEST(Family, OnlyAGeneticSearchHasOne) {
    const Theme theme;
    FamilyTree tree(theme);
    tree.setView(madeUp({.strategy = "random", .trials = 10}));
    EXPECT_TRUE(tree.family().empty());
    EXPECT_EQ(tree.accessibleDescription(), "Only a genetic search has a family tree");
    EXPECT_EQ(tree.minimumSizeHint(), QSize(240, 140));
    tree.setView(madeUp({.ended = 0}));
    EXPECT_EQ(tree.accessibleDescription(), "No trial has begun yet");
}

TEST(FamilyPlaces, FitInWhereTheyCan) {
    const Family family = familyOf(madeUp({}));
    const Theme theme;
    FamilyTree tree(theme);
    tree.setView(madeUp({}));
    for (const QSizeF size : {QSizeF(tree.minimumSizeHint()), QSizeF(tree.sizeHint()), QSizeF(1600, 900)}) {
        const FamilyPlaces places = placesOf(family, size);
        const QRectF whole(QPointF(), size);
        for (const FamilyNode& node : family.nodes) {
            const QPointF reach(places.radius, places.radius);
            EXPECT_TRUE(whole.contains(QRectF(places.at(node) - reach, places.at(node) + reach)))
                << size.width() << ' ' << node.trial;
        }
        EXPECT_GT(places.lane, 2 * places.radius);
    }
    tree.setView(madeUp({.population = 200, .generations = 3}));
    EXPECT_GT(tree.minimumSizeHint().width(), 2000);
}

TEST(GenePanels, LeaveOutInactiveGenes) {
    const SearchView view = madeUp({.preset = "genetic-large", .population = 30, .generations = 4});
    const Space& space = view.plan.space;
    const std::vector<GeneRow> rows = geneRows(view);
    const std::vector<GenePanel> panels = genePanels(space, rows);
    ASSERT_EQ(panels.size(), space.genes.size());
    bool anySilent = false;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const auto said = std::ranges::count_if(
            view.trials, [&](const Trial& trial) { return bool{expressed(space, trial.asked.genes)[i]}; });
        EXPECT_EQ(std::ssize(panels[i].dots), said) << panels[i].gene;
        anySilent = anySilent || said < std::ssize(view.trials);
        EXPECT_EQ(panels[i].choices.size(), space.genes[i].choices().size());
        for (std::size_t choice = 0; choice < panels[i].choices.size(); ++choice) {
            double sum = 0;
            int trials = 0;
            for (const GenePanel::Dot& dot : panels[i].dots) {
                sum += dot.choice == static_cast<int>(choice) ? dot.accuracy : 0;
                trials += dot.choice == static_cast<int>(choice) ? 1 : 0;
            }
            EXPECT_EQ(panels[i].choices[choice].trials, trials);
            EXPECT_NEAR(panels[i].choices[choice].mean, trials > 0 ? sum / trials : 0, 1e-9);
        }
    }
    EXPECT_TRUE(anySilent);
    EXPECT_EQ(geneRows(view, rows), rows);
}

TEST(GenePanels, ShareTheSpaceWithoutOverlap) {
    for (const std::size_t count : {1u, 4u, 13u, 14u}) {
        const QRectF whole(40, 0, 560, 300);
        const std::vector<QRectF> places = panelPlaces(count, whole);
        ASSERT_EQ(places.size(), count);
        for (std::size_t i = 0; i < count; ++i) {
            EXPECT_TRUE(whole.adjusted(-0.01, -0.01, 0.01, 0.01).contains(places[i]));
            for (std::size_t k = 0; k < i; ++k) {
                EXPECT_LT(places[i].intersected(places[k]).width() * places[i].intersected(places[k]).height(), 0.01);
            }
        }
    }
}

TEST(ParallelPicture, InactiveGenesHaveASeparatePosition) {
    const SearchView view = madeUp({.preset = "genetic-large", .population = 30, .generations = 4});
    const ParallelPicture picture = parallelPicture(view.plan.space, geneRows(view));
    ASSERT_EQ(picture.axes.size(), view.plan.space.genes.size() + 1);
    EXPECT_FALSE(picture.axes[0].hasNone()); // blocks: every network has a number of them
    EXPECT_TRUE(picture.axes[1].hasNone());  // filters of a block that is not there
    EXPECT_TRUE(picture.axes.back().isScale());
    for (std::size_t i = 1; i < picture.lines.size(); ++i) {
        EXPECT_LE(picture.lines[i - 1].values.back(), picture.lines[i].values.back());
    }
    for (const ParallelLine& line : picture.lines) {
        const Trial& trial = *view.find(line.item);
        const std::vector<bool> said = expressed(view.plan.space, trial.asked.genes);
        for (std::size_t i = 0; i < said.size(); ++i) {
            EXPECT_EQ(std::floor(line.values[i]), said[i] ? trial.asked.genes[i] : -1) << line.item << ' ' << i;
            EXPECT_GE(picture.axes[i].share(line.values[i]), 0);
            EXPECT_LE(picture.axes[i].share(line.values[i]), 1);
        }
    }
}

TEST(ParallelPicture, BrushesCombine) {
    const SearchView view = madeUp({.preset = "exhaustive-mnist"});
    const ParallelPicture picture = parallelPicture(view.plan.space, geneRows(view));
    ASSERT_EQ(picture.lines.size(), 672u);
    Brushes brushes(picture.axes.size());
    const auto count = [&] { return std::ranges::count(insideOf(picture, brushes), true); };
    EXPECT_EQ(count(), 672);
    const ParallelAxis& accuracy = picture.axes.back();
    EXPECT_LT(picture.lines.front().values.back(), accuracy.range.low);
    brushes.back() = snapped(accuracy, accuracy.range.low, accuracy.range.high);
    EXPECT_EQ(count(), 672); // stragglers stand at its foot
    brushes.back().reset();
    brushes[3] = snapped(picture.axes[3], 1.4, 1.6); // one of 7 optimizers
    EXPECT_EQ(*brushes[3], (Brush{1, 2}));
    EXPECT_EQ(count(), 96);
    brushes[0] = snapped(picture.axes[0], 5.9, 4.1); // upwards or downwards; two of 6 widths
    EXPECT_EQ(*brushes[0], (Brush{4, 6}));
    EXPECT_EQ(count(), 32);
    EXPECT_EQ(snapped(picture.axes[0], 99, 99), (Brush{5, 6}));
}

// Every kind of search, at every size, in both themes.
TEST(SearchCharts, PaintEverySearch) {
    const SearchView views[] = {SearchView{},
                                madeUp({.ended = 0}),
                                madeUp({.ended = 1}),
                                madeUp({.ended = 3, .inTraining = 4}),
                                madeUp({.population = 5, .generations = 1}),
                                madeUp({.ended = 60, .failEvery = 1}),
                                madeUp({.ended = 92, .inTraining = 4, .failEvery = 7}),
                                madeUp({.strategy = "random", .trials = 30, .halving = 3}),
                                madeUp({.preset = "exhaustive-mnist"}),
                                madeUp({.preset = "genetic-large", .population = 30, .generations = 5})};
    Theme theme;
    for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        theme.setMode(mode);
        for (const SearchView& view : views) {
            for (const QSize size : {QSize(240, 140), QSize(700, 400)}) {
                const auto each = [&]<typename Chart>() {
                    Chart chart(theme);
                    chart.setView(view);
                    chart.resize(size);
                    EXPECT_GE(coloursOf(chart.grab().toImage()), 2) << view.trials.size() << ' ' << size.width();
                    EXPECT_FALSE(chart.accessibleDescription().isEmpty());
                };
                each.operator()<GenerationChart>();
                each.operator()<FamilyTree>();
                each.operator()<GeneChart>();
                each.operator()<TrialParallelPlot>();
            }
        }
    }
}

} // namespace
} // namespace belfry
