#include "ui/pages/train_page/engine_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <array>

namespace belfry {
namespace {

// For lupdate alone: the texts of choices.cpp, zoo.cpp, catalogue.cpp and resources/presets. A test compares.
[[maybe_unused]] constexpr std::array kTexts{
    QT_TRANSLATE_NOOP("belfry::Engine", "Direct"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Reads each batch from memory when the towers ask for it."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Parameter server on the CPU"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Variables, mean and update live on the CPU; every tower sends its gradient "
                                        "and receives the new weights."),
    QT_TRANSLATE_NOOP("belfry::Engine", "First device"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The first tower's device holds the variables: less traffic when the towers "
                                        "share a device or their devices are linked."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Adam"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Adapts the rate of every weight. A good first choice; try a rate of 0.001."),
    QT_TRANSLATE_NOOP("belfry::Engine", "SGD"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Plain gradient descent. Slow but steady; try a rate of 0.1. If the loss "
                                        "jumps, lower the rate."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Momentum"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gradient descent that keeps its direction. Try a rate of 0.05; if the loss "
                                        "becomes NaN, divide it by ten."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Nesterov momentum"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Momentum that looks one step ahead. Try a rate of 0.05; if the loss becomes "
                                        "NaN, divide it by ten."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Constant"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The same rate for every step."),
    QT_TRANSLATE_NOOP("belfry::Engine", "One cycle"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Warms up over the first quarter, then falls along a cosine to almost zero. "
                                        "Higher rates become possible."),
    QT_TRANSLATE_NOOP("belfry::Engine", "LeNet"),
    QT_TRANSLATE_NOOP("belfry::Engine", "two convolutions and three dense layers: 61,706 parameters on MNIST"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Multilayer perceptron"),
    QT_TRANSLATE_NOOP("belfry::Engine", "hidden layers x width, one activation, dropout after each"),
    QT_TRANSLATE_NOOP("belfry::Engine", "MNIST"),
    QT_TRANSLATE_NOOP("belfry::Engine", "60,000 + 10,000 handwritten digits, 28x28 grey, 10 classes"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Notebook LeNet"),
    QT_TRANSLATE_NOOP("belfry::Engine", "LeNet as the four-GPU notebook trains it: 4 towers x 512 images, 20 epochs, "
                                        "Adam 0.001; 98.2 % validation was published."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Quick, one minute"),
    QT_TRANSLATE_NOOP("belfry::Engine", "LeNet with a one-cycle rate: about 99 % on the test digits after a minute on "
                                        "two cores."),
    QT_TRANSLATE_NOOP("belfry::Engine", "No device is chosen. Name at least one, or 'auto'."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The dropout fraction must be at least 0 and less than 1."),
};

QString translated(const char* english) {
    return QCoreApplication::translate("belfry::Engine", english);
}

// A captured part that is itself a known text ("The number of towers") is translated too.
struct Pattern {
    const char* english; // regular expression
    const char* text;    // with %1 to %5 for what it captures
};
constexpr std::array kPatterns{
    Pattern{"^(.+) is (-?[0-9.e+-]+|not a number); expected (-?[0-9.e+-]+) to (-?[0-9.e+-]+)\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "%1 is %2; expected %3 to %4.")},
    Pattern{"^(.+) is (-?[0-9.e+-]+|not a number); expected more than (-?[0-9.e+-]+) and at most (-?[0-9.e+-]+)\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "%1 is %2; expected more than %3 and at most %4.")},
    Pattern{"^The global batch is (\\d+) images for (\\d+) towers; every tower needs at least one image of a full "
            "step\\.$",
            QT_TRANSLATE_NOOP("belfry::Engine", "The global batch is %1 images for %2 towers; every tower needs at "
                                                "least one image of a full step.")},
};
[[maybe_unused]] constexpr std::array kParts{
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of towers"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The batch per tower"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The global batch"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The learning rate"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The momentum"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of epochs"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of steps"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The checkpoint interval"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of hidden layers"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The width of a hidden layer"),
};

} // namespace

QString engineText(const std::string& english) {
    return english.empty() ? QString() : translated(english.c_str());
}

QString engineSentence(const QString& english) {
    for (const Pattern& pattern : kPatterns) {
        const auto match = QRegularExpression(QLatin1String(pattern.english)).match(english);
        if (!match.hasMatch()) {
            continue;
        }
        QString text = translated(pattern.text);
        for (int i = match.lastCapturedIndex(); i >= 1; --i) { // from the last: what is put in has no %
            text.replace(QStringLiteral("%%1").arg(i), engineText(match.captured(i).toStdString()));
        }
        return text;
    }
    return engineText(english.toStdString());
}

} // namespace belfry
