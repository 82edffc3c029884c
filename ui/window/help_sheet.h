// The keys of the window and the terms that it uses. GUI thread only.
#pragma once

#include <QDialog>
#include <vector>

namespace belfry {

class Theme;

class HelpSheet : public QDialog {
    Q_OBJECT
public:
    explicit HelpSheet(const Theme& theme, QWidget* parent);

    struct Term {
        const char* name;
        const char* meaning; // English, both
    };
    static const std::vector<Term>& terms();

Q_SIGNALS:
    void tourRequested(); // the sheet has closed

private:
    static QString page(const Theme& theme);
};

} // namespace belfry
