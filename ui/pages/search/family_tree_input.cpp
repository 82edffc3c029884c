// Mouse and keyboard of the family tree.
#include "ui/pages/search/family_tree.h"
#include "ui/pages/search/gene_rows.h"

#include <QMouseEvent>
#include <cstdlib>

namespace belfry {
namespace {

constexpr double kReach = 5; // beyond a node's edge, pixels

} // namespace

int FamilyTree::trialAt(const QPointF& position) const {
    const FamilyPlaces places = this->places();
    return nearestTrial(family_.nodes, position, places.radius + kReach,
                        [&places](const FamilyNode& node) { return places.at(node); });
}

QString FamilyTree::textAt(const QPointF& position) const { return trialTip(view(), trialAt(position)); }

void FamilyTree::lift(int trial) {
    if (trial == lifted_)
        return;
    lifted_ = trial;
    kin_ = trial != 0 ? kinOf(family_, trial) : std::set<int>{};
    update();
}

void FamilyTree::hover(int trial) {
    lift(trial);
    setCursor(trial != 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void FamilyTree::mouseMoveEvent(QMouseEvent* event) { hover(trialAt(event->position())); }

void FamilyTree::leaveEvent(QEvent* event) {
    hover(0);
    NavigableChart::leaveEvent(event);
}

// Left and right: the next one born in the same generation. Up and down: the nearest of the next generation that
// has any.
int FamilyTree::neighbour(int key) const {
    const FamilyNode* here = family_.birthOf(cursor_);
    if (here == nullptr)
        return family_.nodes.front().trial;
    const bool sideways = key == Qt::Key_Left || key == Qt::Key_Right;
    const int step = key == Qt::Key_Right || key == Qt::Key_Down ? 1 : -1;
    const FamilyNode* best = nullptr;
    const auto distance = [&](const FamilyNode& node) { // a row is farther than all lanes
        return std::abs(node.lane - here->lane) + (family_.lanes + 1) * std::abs(node.generation - here->generation);
    };
    for (const FamilyNode& node : family_.nodes) {
        const int across = node.lane - here->lane, along = node.generation - here->generation;
        const bool ahead = sideways ? along == 0 && across * step > 0 : along * step > 0;
        if (!node.carried && ahead && (best == nullptr || distance(node) < distance(*best)))
            best = &node;
    }
    return best != nullptr ? best->trial : cursor_;
}

void FamilyTree::moveCursor(int key) {
    cursor_ = neighbour(key);
    lift(cursor_);
}

QString FamilyTree::cursorText() const { return trialTip(view(), cursor_); }

void FamilyTree::focusOutEvent(QFocusEvent* event) {
    lift(0);
    NavigableChart::focusOutEvent(event);
}

} // namespace belfry
