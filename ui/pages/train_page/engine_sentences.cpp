// Sentences of the engine with numbers and names in them, translated by pattern.
#include "ui/pages/train_page/engine_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <array>

namespace belfry {
namespace {

struct Pattern {
    const char* english; // regular expression
    const char* text;    // with %1 to %9 for what it captures
};
constexpr std::array kPatterns{
    // Sentences of two parts come first: their parts are looked up again.
    Pattern{"^(.+\\.) The best weights, of epoch (\\d+), are in (.+)\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "%1 The best weights, of epoch %2, are in %3.")},
    Pattern{"^(.+\\.) The weights of step (\\d+) are in (.+)\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "%1 The weights of step %2 are in %3.")},
    Pattern{"^(.+\\.) The run goes on\\.$", QT_TRANSLATE_NOOP("belfry::Engine", "%1 The run goes on.")},
    Pattern{"^(.+\\.) The test set was not evaluated\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "%1 The test set was not evaluated.")},
    Pattern{"^The run is no longer recorded, but goes on\\. (.+)$",
            QT_TRANSLATE_NOOP("belfry::Engine", "The run is no longer recorded, but goes on. %1")},
    Pattern{"^The disk does not keep up: (\\d+) events wait to be written to '(.+)', newer ones are not recorded\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine",
                              "The disk does not keep up: %1 events wait to be written to '%2', newer "
                              "ones are not recorded.")},
    Pattern{
        "^The tensor library failed: (.+) Try other devices, or a smaller batch\\.$",
        QT_TRANSLATE_NOOP("belfry::Engine", "The tensor library failed: %1 Try other devices, or a smaller batch.")},
    Pattern{"^Cannot create '(.+)': (.+)\\. Choose a folder that you may write to\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "Cannot create '%1': %2. Choose a folder that you may write to.")},
    Pattern{"^Cannot write '(.+)': (.+)\\. Free some space or choose another folder\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "Cannot write '%1': %2. Free some space or choose another folder.")},
    Pattern{"^(.+) is (-?[0-9.e+-]+|not a number|infinite); expected (-?[0-9.e+-]+) to (-?[0-9.e+-]+)\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "%1 is %2; expected %3 to %4.")},
    Pattern{"^(.+) is (-?[0-9.e+-]+|not a number|infinite); expected more than (-?[0-9.e+-]+) and at most "
            "(-?[0-9.e+-]+)\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "%1 is %2; expected more than %3 and at most %4.")},
    Pattern{
        "^The global batch is (\\d+) images for (\\d+) towers; every tower needs at least one image of a full step\\.$",
        QT_TRANSLATE_NOOP(
            "belfry::Engine",
            "The global batch is %1 images for %2 towers; every tower needs at least one image of a full step.")},
    Pattern{"^One step takes (\\d+) images \\((\\d+) towers\\), but (.+) has only (\\d+) for training\\. Choose a "
            "smaller batch\\.$",
            QT_TRANSLATE_NOOP(
                "belfry::Engine",
                "One step takes %1 images (%2 towers), but %3 has only %4 for training. Choose a smaller batch.")},
    Pattern{"^The towers on (\\S+) need about (.+), but (.+) of its (.+) are free\\. Choose a smaller batch per tower, "
            "a smaller network or fewer towers\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "The towers on %1 need about %2, but %3 of its %4 are free. Choose a "
                                                "smaller batch per tower, a smaller network or fewer towers.")},
    Pattern{"^The loss was not a number at step (\\d+) with learning rate (\\S+)\\. Lower the rate \\(try (.+)\\) or "
            "choose Adam\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "The loss was not a number at step %1 with learning rate %2. Lower the "
                                                "rate (try %3) or choose Adam.")},
    Pattern{"^The loss was not a number at step (\\d+) with learning rate (\\S+)\\. Lower the rate \\(try (.+)\\)\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "The loss was not a number at step %1 with learning rate %2. Lower the "
                                                "rate (try %3).")},
    Pattern{
        "^No NVIDIA driver was found: to use GPUs, install driver (\\d+) or newer\\. The CPU can train meanwhile\\.$",
        QT_TRANSLATE_NOOP(
            "belfry::Engine",
            "No NVIDIA driver was found: to use GPUs, install driver %1 or newer. The CPU can train meanwhile.")},
    Pattern{"^The NVIDIA driver(.*) supports CUDA up to (\\S+), but Belfry uses CUDA (\\S+): install driver (\\d+) or "
            "newer to use the GPUs\\. The CPU can train meanwhile\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine",
                              "The NVIDIA driver%1 supports CUDA up to %2, but Belfry uses CUDA %3: install driver %4 "
                              "or newer to use the GPUs. The CPU can train meanwhile.")},
    Pattern{"^CUDA_VISIBLE_DEVICES is '(.*)', which leaves no GPU visible: unset it to use all GPUs\\. The CPU can "
            "train meanwhile\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "CUDA_VISIBLE_DEVICES is '%1', which leaves no GPU visible: unset it "
                                                "to use all GPUs. The CPU can train meanwhile.")},
    Pattern{"^CUDA could not start \\((.+), code (\\d+)\\): check the GPUs with nvidia-smi, or restart the machine\\. "
            "The CPU can train meanwhile\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "CUDA could not start (%1, code %2): check the GPUs with nvidia-smi, "
                                                "or restart the machine. The CPU can train meanwhile.")},
    Pattern{"^learning rate (\\S+) -> (\\S+)$", QT_TRANSLATE_NOOP("belfry::Engine", "learning rate %1 -> %2")},
    Pattern{"^epochs (\\d+) -> (\\d+)$", QT_TRANSLATE_NOOP("belfry::Engine", "epochs %1 -> %2")},
    Pattern{"^checkpoint every (\\d+) -> (\\d+)$", QT_TRANSLATE_NOOP("belfry::Engine", "checkpoint every %1 -> %2")},
    Pattern{"^(\\d+) towers share (\\S+)\\.$", QT_TRANSLATE_NOOP("belfry::Engine", "%1 towers share %2.")},
    Pattern{"^No tower runs on (\\S+): there are fewer towers than devices\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "No tower runs on %1: there are fewer towers than devices.")},
    Pattern{"^No file '(.+)'\\. Check the path\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "No file '%1'. Check the path.")},
    Pattern{"^'(.+)' is not JSON\\. A plan looks like (.+)\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "'%1' is not JSON. A plan looks like %2.")},
    Pattern{"^Plan field '(.+)' is (.+); expected (.+)\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "Plan field '%1' is %2; expected %3.")},
    Pattern{"^Unknown (.+) '(.+)'; did you mean '(.+)'\\? Known: (.+)\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "Unknown %1 '%2'; did you mean '%3'? Known: %4.")},
    Pattern{"^Unknown (.+) '(.+)'\\. Known: (.+)\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "Unknown %1 '%2'. Known: %3.")},
    Pattern{"^Cannot create the folder '(.+)': (.+)\\. Choose a folder that you may write to\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine",
                              "Cannot create the folder '%1': %2. Choose a folder that you may write to.")},
};

// Captured parts that are themselves words of the engine, and sentences without such parts.
[[maybe_unused]] constexpr std::array kParts{
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of towers"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The batch per tower"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The global batch"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The learning rate"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The momentum"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The rho"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The beta 1"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The beta 2"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The epsilon"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The schedule decay"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The weight decay"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of epochs"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of steps"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The checkpoint interval"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of hidden layers"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The width of a hidden layer"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a text"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a number"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a whole number"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a whole number from 0 on"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a smaller number"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a list of texts"),
    QT_TRANSLATE_NOOP("belfry::Engine", "network"),
    QT_TRANSLATE_NOOP("belfry::Engine", "data set"),
    QT_TRANSLATE_NOOP("belfry::Engine", "plan field"),
    QT_TRANSLATE_NOOP("belfry::Engine", "device"),
    QT_TRANSLATE_NOOP("belfry::Engine", "preset"),
    QT_TRANSLATE_NOOP("belfry::Engine", "feed"),
    QT_TRANSLATE_NOOP("belfry::Engine", "exchange"),
    QT_TRANSLATE_NOOP("belfry::Engine", "optimizer"),
    QT_TRANSLATE_NOOP("belfry::Engine", "schedule"),
    QT_TRANSLATE_NOOP("belfry::Engine", "precision"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a file of that name is in the way"),
    QT_TRANSLATE_NOOP("belfry::Engine", "not a number"),
    QT_TRANSLATE_NOOP("belfry::Engine", "infinite"),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The device ran out of memory. Choose a smaller batch per tower, fewer towers or "
                      "a smaller network."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "An NVIDIA driver is installed, but it shows no GPU: check that one is present and passed on to "
                      "this container or virtual machine. The CPU can train meanwhile."),
};

// Each %1 is replaced once and never looked at again: what is put in may hold a per cent sign.
QString filled(const QString& text, const QRegularExpressionMatch& match) {
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool place = text[i] == '%' && i + 1 < text.size() && text[i + 1].isDigit();
        result += place ? engineSentence(match.captured(text[++i].digitValue())) : QString(text[i]);
    }
    return result;
}

} // namespace

QString engineSentence(const QString& english) {
    for (const Pattern& pattern : kPatterns) {
        const auto match = QRegularExpression(QLatin1String(pattern.english)).match(english);
        if (match.hasMatch()) {
            return filled(QCoreApplication::translate("belfry::Engine", pattern.text), match);
        }
    }
    return engineText(english.toStdString());
}

} // namespace belfry
