// A widget that scrolls up and down inside a card, without a frame and without the keyboard's focus. GUI thread only.
#pragma once

class QScrollArea;
class QWidget;

namespace belfry {

// `name`: of the scroll area, which takes the content.
QScrollArea* scrolled(QWidget* content, const char* name, QWidget* parent);

} // namespace belfry
