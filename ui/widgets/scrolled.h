// A widget that scrolls up and down inside a card, without a frame and without the keyboard's focus. GUI thread only.
#pragma once

class QScrollArea;
class QWidget;

namespace belfry {

// `name`: of the scroll area, which takes the content. How large the content is in it is left to the area.
void letScroll(QScrollArea* area, QWidget* content, const char* name);
// The same in a new one, as large as the content has room.
QScrollArea* scrolled(QWidget* content, const char* name, QWidget* parent);

} // namespace belfry
