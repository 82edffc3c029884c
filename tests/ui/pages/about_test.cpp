// About names what the program is made of, with licences.
#include "ui/window/about_dialog.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QRegularExpression>

namespace belfry {
namespace {

// The first column of ARCHITECTURE.md's table of dependencies.
QStringList dependencies() {
    QFile file(QStringLiteral(BELFRY_SOURCE_DIR "/ARCHITECTURE.md"));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    QStringList names;
    for (const QString& line : QString::fromUtf8(file.readAll()).section("## Dependencies", 1).split('\n')) {
        const QString name = line.section('|', 1, 1).trimmed();
        if (line.startsWith('|') && name != "dependency" && !name.startsWith("--") && !name.contains("GoogleTest") &&
            !name.contains("test-versions")) {
            names << name; // tests are no part of the program
        }
    }
    return names;
}

TEST(About, NamesEveryDependency) {
    QStringList named;
    for (const AboutDialog::Library& library : AboutDialog::libraries()) {
        named << QString::fromUtf8(library.name);
        EXPECT_STRNE(library.licence, "") << library.name;
    }
    const QStringList needed = dependencies();
    EXPECT_GE(needed.size(), 12);
    for (const QString& name : needed) {
        bool found = false;
        for (const QString& word : name.split(QRegularExpression("[^A-Za-z-]+"), Qt::SkipEmptyParts)) {
            found = found || (word.size() > 2 && named.join(' ').contains(word, Qt::CaseInsensitive));
        }
        EXPECT_TRUE(found) << qPrintable(name) << " is not in About";
    }
}

} // namespace
} // namespace belfry
