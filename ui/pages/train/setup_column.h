// The left column: the plan's fields in a scroll area, and below it, always in sight, what is wrong with the plan and
// the buttons. GUI thread only.
#pragma once

#include "core/train/plan.h"
#include "ui/widgets/form_column.h"

#include <vector>

namespace belfry {

class ElidedLabel;
class RunButtons;
class SetupForm;
class Theme;

class SetupColumn : public FormColumn {
    Q_OBJECT
public:
    SetupColumn(const Theme& theme, std::vector<Preset> presets, QWidget* parent = nullptr);
    SetupForm* form() const { return form_; }
    RunButtons* buttons() const { return buttons_; }
    void setProblem(const QString& sentence); // "" hides it; on one line, the whole as its tool tip

Q_SIGNALS:
    void openRequested();
    void saveRequested();

private:
    SetupColumn(SetupForm* form, QWidget* parent);
    SetupForm* form_;
    ElidedLabel* problem_;
    RunButtons* buttons_;
};

} // namespace belfry
