// A dot in the colour of what goes on. GUI thread only.
#pragma once

#include "ui/widgets/themed_widget.h"

namespace belfry {

class StatusDot : public ThemedWidget {
    Q_OBJECT
public:
    enum class Colour { Idle, Good, Waiting, Bad };
    explicit StatusDot(const Theme& theme, QWidget* parent = nullptr);
    void setColour(Colour colour);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Colour colour_ = Colour::Idle;
};

} // namespace belfry
