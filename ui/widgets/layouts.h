// Rows and columns, each with all that stands in it. GUI thread only.
#pragma once

#include <QBoxLayout>
#include <QMargins>
#include <functional>
#include <initializer_list>

namespace belfry {

// Something in a row or a column, with its share of the room that is left.
class Placed {
public:
    Placed(QWidget* widget, int stretch = 0, Qt::Alignment alignment = {})
        : add_([=](QBoxLayout* box) { box->addWidget(widget, stretch, alignment); }) {}
    Placed(QLayout* layout, int stretch = 0) : add_([=](QBoxLayout* box) { box->addLayout(layout, stretch); }) {}

    static Placed space(int pixels) {
        return Placed([=](QBoxLayout* box) { box->addSpacing(pixels); });
    }
    static Placed stretch() {
        return Placed([](QBoxLayout* box) { box->addStretch(); });
    }

    void addTo(QBoxLayout* box) const { add_(box); }

private:
    explicit Placed(std::function<void(QBoxLayout*)> add) : add_(std::move(add)) {}

    std::function<void(QBoxLayout*)> add_;
};

// `spacing`: pixels between them.
QHBoxLayout* rowOf(int spacing, std::initializer_list<Placed> parts);
QVBoxLayout* columnOf(int spacing, std::initializer_list<Placed> parts);
void append(QBoxLayout* box, std::initializer_list<Placed> parts);

inline constexpr QMargins kPageMargins(16, 12, 16, 12); // of pages and dialogs
void fillWith(QWidget* widget, QLayout* layout, const QMargins& margins = {});

} // namespace belfry
