#include "ui/widgets/figure.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/theme.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"

#include <QFontMetrics>
#include <QLabel>

namespace belfry {

Figure::Figure(const QString& valueName, const QString& caption, QWidget* parent) : QWidget(parent) {
    value_ = makeLabel(dashText(), "figure", this);
    value_->setObjectName(valueName);
    caption_ = new ElidedLabel(caption, this);
    setKind(caption_, "muted");
    fillWith(this, columnOf(0, {value_, caption_}));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void Figure::setValue(const QString& value) { value_->setText(value.isEmpty() ? dashText() : value); }

void Figure::setCaption(const QString& caption) { caption_->setText(caption); }

void Figure::setAlignment(Qt::Alignment alignment) {
    value_->setAlignment(alignment);
    caption_->setAlignment(alignment);
}

void Figure::reserve(const QString& widest) {
    value_->setMinimumWidth(QFontMetrics(Theme::font(20, QFont::Medium)).horizontalAdvance(widest) + 2);
}

} // namespace belfry
