#include "ui/dialogs/layers/insight_box.h"

#include "ui/dialogs/layers/heat_text.h"
#include "ui/dialogs/layers/layer_table.h"
#include "ui/dialogs/layers/layers_pane.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/heat_view.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrapped_label.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <algorithm>

namespace belfry {

InsightBox::InsightBox(const Theme& theme, const char* name, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName(QLatin1String(name));
    layOut(theme);
    connect(switch_, &QCheckBox::toggled, this, [this](bool on) {
        ask();
        showTexts();
        Q_EMIT switched(on);
    });
    connect(class_, &QComboBox::currentIndexChanged, this, &InsightBox::ask);
    connect(layers_, &QPushButton::clicked, this, [this] { openLayers(); });
    connect(&service_, &ExplainService::looked, this, &InsightBox::look);
    connect(&service_, &ExplainService::failed, this, [this](const Text& sentence) {
        forgetMap();
        problem_ = sentence;
        showTexts();
    });
    keepTranslated(this, [this] {
        fillClasses();
        showTexts();
    });
}

void InsightBox::layOut(const Theme& theme) {
    const Parts parts(this);
    switch_ = parts.field(new QCheckBox(this), "Where it looks", "whereItLooksBox",
                          QT_TR_NOOP("Shows which parts of the picture speak for the answer, or for another class"));
    parts.translate(switch_, QT_TR_NOOP("Where it looks"), [this](const QString& label) { switch_->setText(label); });
    layers_ = parts.button("quiet", QT_TR_NOOP("Layer maps…"), QT_TR_NOOP("Shows what each layer makes of the picture"),
                           "Layer maps");
    shown_ = new QWidget(this);
    shown_->setObjectName(QStringLiteral("whereItLooks"));
    class_ = parts.field(new ComboBox(shown_), "Class", "explainedClassField",
                         QT_TR_NOOP("The class that the picture is searched for"));
    class_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    class_->setSizePolicy(QSizePolicy::MinimumExpanding, QSizePolicy::Fixed);
    view_ = new HeatView(theme, shown_);
    scale_ = new HeatScale(theme, shown_);
    answer_ = parts.elided("", "heatAnswer");
    kind_ = parts.elided("muted", "heatKind");
    sentence_ = new WrappedLabel(this);
    sentence_->setObjectName(QStringLiteral("insightSentence"));
    setKind(sentence_, "muted");
    fillWith(shown_, rowOf(12, {{view_, 0, Qt::AlignTop},
                                {columnOf(2, {rowOf(6, {parts.caption(QT_TR_NOOP("Class"), class_), {class_, 1}}),
                                              answer_, kind_, scale_}),
                                 1}}));
    fillWith(this, columnOf(4, {rowOf(8, {switch_, Placed::stretch(), layers_}), shown_, sentence_}));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

bool InsightBox::isOn() const { return switch_->isChecked(); }

void InsightBox::setOn(bool on) { switch_->setChecked(on); }

void InsightBox::setNetwork(const std::shared_ptr<const Snapshot>& snapshot, const std::filesystem::path& run) {
    const bool other = snapshot_ == nullptr || snapshot == nullptr || snapshot_->blueprint != snapshot->blueprint;
    snapshot_ = snapshot;
    run_ = run;
    problem_ = {};
    if (snapshot_ == nullptr || std::ssize(picture_) != snapshot_->blueprint->image.bytes())
        setPicture({}); // it was made for the other network
    if (other)
        forgetMap();
    if (const QStringList classes = snapshot_ != nullptr ? stringsOf(snapshot_->classes) : QStringList();
        classes != classes_) {
        classes_ = classes;
        class_->setCurrentIndex(0);
        fillClasses();
    }
    service_.setSnapshot(snapshot_);
    ask();
    showTexts();
    if (dialog_)
        dialog_->setNetwork(snapshot_, run_);
}

void InsightBox::setPicture(const std::vector<std::uint8_t>& picture) {
    picture_ = picture;
    problem_ = {};
    if (picture_.empty()) {
        service_.forget();
        forgetMap();
    } else {
        service_.ask(picture_);
    }
    showTexts();
    if (dialog_)
        dialog_->setPicture(picture_);
}

void InsightBox::setRemark(const TranslatableText& sentence) {
    remark_ = sentence;
    showTexts();
    if (dialog_)
        dialog_->setRemark(remark_);
}

void InsightBox::openLayers(const QString& layer) {
    if (!dialog_) {
        dialog_ = new LayersDialog(theme_, window());
        dialog_->setRemark(remark_);
        dialog_->setNetwork(snapshot_, run_);
        dialog_->setPicture(picture_);
    }
    if (!layer.isEmpty())
        dialog_->pane()->layers()->chooseNamed(layer);
    dialog_->show();
    dialog_->raise();
    dialog_->activateWindow();
}

// The first one stands for the answer, whichever class that is.
void InsightBox::fillClasses() {
    const QSignalBlocker quiet(class_);
    const int before = std::max(class_->currentIndex(), 0);
    class_->clear();
    class_->addItem(tr("its answer"));
    class_->addItems(classes_);
    class_->setCurrentIndex(before < class_->count() ? before : 0);
}

std::optional<int> InsightBox::label() const {
    return class_->currentIndex() > 0 ? std::optional(class_->currentIndex() - 1) : std::nullopt;
}

void InsightBox::ask() { service_.wantHeatMap(isOn() && isVisible(), label()); }

void InsightBox::look(const HeatMap& map, const std::vector<std::uint8_t>& picture) {
    problem_ = {};
    map_ = map;
    view_->setMap(map, picture, snapshot_->blueprint->image, classNameOf(*snapshot_, map.label));
    scale_->setPeak(map.peak);
    showTexts();
}

void InsightBox::forgetMap() {
    map_ = {};
    view_->clear();
    scale_->setPeak({});
}

QString InsightBox::sentence() const {
    if (!isOn())
        return {};
    if (!problem_.empty())
        return translated(problem_);
    if (snapshot_ == nullptr)
        return tr("There is no network to look into yet. Press Start to train one.");
    if (picture_.empty())
        return tr("There is nothing to look at yet. Draw on the pad, or show a test picture on it.");
    return remark_.text();
}

void InsightBox::showTexts() {
    const bool known = !map_.values.empty();
    answer_->setText(known ? answerText(*snapshot_, map_) : QString());
    kind_->setText(known ? kindText(*snapshot_, map_) : QString());
    shown_->setVisible(isOn() && snapshot_ != nullptr && !picture_.empty());
    showSentence(sentence_, sentence());
}

void InsightBox::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    ask();
}

void InsightBox::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    ask();
}

} // namespace belfry
