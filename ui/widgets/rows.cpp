#include "ui/widgets/rows.h"

namespace belfry {
namespace {

template <typename Layout>
Layout* laidOut(QWidget* parent, int spacing, std::initializer_list<Place> places, const QMargins& margins) {
    auto* layout = new Layout(parent);
    layout->setContentsMargins(margins);
    layout->setSpacing(spacing);
    for (const Place& place : places)
        if (place.widget != nullptr)
            layout->addWidget(place.widget, place.share);
        else if (place.layout != nullptr)
            layout->addLayout(place.layout, place.share);
        else if (place.pixels < 0)
            layout->addStretch();
        else
            layout->addSpacing(place.pixels);
    return layout;
}

} // namespace

QHBoxLayout* makeRow(QWidget* parent, int spacing, std::initializer_list<Place> places, const QMargins& margins) {
    return laidOut<QHBoxLayout>(parent, spacing, places, margins);
}

QVBoxLayout* makeColumn(QWidget* parent, int spacing, std::initializer_list<Place> places, const QMargins& margins) {
    return laidOut<QVBoxLayout>(parent, spacing, places, margins);
}

} // namespace belfry
