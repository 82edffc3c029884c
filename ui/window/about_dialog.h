// About Belfry and the projects that it uses, with licences. GUI thread only.
#pragma once

#include <QDialog>
#include <vector>

namespace belfry {

class Theme;

class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(const Theme& theme, QWidget* parent = nullptr);

    struct Library {
        const char* name;
        const char* licence;
        const char* use; // English
    };
    static const std::vector<Library>& libraries();

private:
    QString page(const Theme& theme) const;
};

} // namespace belfry
