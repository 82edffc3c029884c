#include "ui/foundation/theme.h"

#include "core/base/ground_colours.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QIcon>
#include <QPalette>
#include <QRegularExpression>
#include <QStyleFactory>
#include <QToolTip>
#include <map>

// Must be outside any namespace. A static library's resources are dropped by the linker unless they are asked for.
static void loadResources() { Q_INIT_RESOURCE(ui); }

namespace belfry {
namespace {

QColor asQColor(const Rgb& colour) { return {colour[0], colour[1], colour[2]}; }

std::array<QColor, kSeriesColours.size()> seriesColours(bool dark) {
    std::array<QColor, kSeriesColours.size()> series;
    for (std::size_t i = 0; i < series.size(); ++i)
        series[i] = asQColor(kSeriesColours[i].on(dark));
    return series;
}

Palette lightPalette() {
    Palette p;
    p.window = "#F3F4F6", p.card = "#FFFFFF", p.field = "#FFFFFF";
    p.border = "#DFE2E7", p.grid = "#ECEEF1";
    p.text = "#1B1F24", p.muted = "#5B6470", p.faint = "#8A93A0";
    p.accent = "#0B64B0", p.onAccent = "#FFFFFF";
    p.warning = "#C62828", p.good = "#009E73";
    p.series = seriesColours(false);
    p.stages = {"#E4E7EB", "#CACED5", "#9CA3AE", "#5B6475", "#D55E00", "#2F3641", "#F0F1F4"};
    p.rawLineAlpha = 0.22;
    return p;
}

Palette darkPalette() {
    Palette p;
    p.window = "#111418", p.card = "#1A1E24", p.field = "#22272F";
    p.border = "#2C323B", p.grid = "#252B33";
    p.text = "#E6E9ED", p.muted = "#9BA5B1", p.faint = "#6D7783";
    p.accent = "#56B4E9", p.onAccent = "#0B1117";
    p.warning = "#FF8A80", p.good = "#1BBF8F";
    p.series = seriesColours(true);
    p.stages = {"#2A3039", "#3D4450", "#5A6373", "#8390A8", "#F07A2B", "#C3CBD8", "#20252C"};
    p.rawLineAlpha = 0.28;
    p.dark = true;
    return p;
}

// The names that the style sheet may use.
std::map<QString, QString> styleNames(const Palette& p) {
    const std::map<QString, QColor> colours{
        {"window", p.window},
        {"card", p.card},
        {"field", p.field},
        {"border", p.border},
        {"grid", p.grid},
        {"text", p.text},
        {"muted", p.muted},
        {"faint", p.faint},
        {"accent", p.accent},
        {"onAccent", p.onAccent},
        {"warning", p.warning},
        {"track", p.grid},
        {"hover", mixed(p.field, p.text, 0.06)},
        {"pressed", mixed(p.field, p.text, 0.12)},
        {"accentHover", mixed(p.accent, p.onAccent, 0.12)},
        {"accentPressed", mixed(p.accent, p.text, 0.2)},
    };
    std::map<QString, QString> names{{"icons", p.dark ? ":/icons/dark" : ":/icons/light"}};
    for (const auto& [name, colour] : colours)
        names[name] = colour.name();
    return names;
}

// For what the style sheet does not reach: dialogs, message boxes, tool tips, item views.
QPalette applicationPalette(const Palette& p) {
    QPalette q;
    const std::pair<QPalette::ColorRole, QColor> roles[] = {
        {QPalette::Window, p.window},        {QPalette::WindowText, p.text},    {QPalette::Base, p.field},
        {QPalette::AlternateBase, p.window}, {QPalette::Text, p.text},          {QPalette::Button, p.field},
        {QPalette::ButtonText, p.text},      {QPalette::BrightText, p.warning}, {QPalette::ToolTipBase, p.card},
        {QPalette::ToolTipText, p.text},     {QPalette::Highlight, p.accent},   {QPalette::HighlightedText, p.onAccent},
        {QPalette::Link, p.accent},          {QPalette::LinkVisited, p.accent}, {QPalette::PlaceholderText, p.faint},
        {QPalette::Light, p.card},           {QPalette::Midlight, p.grid},      {QPalette::Mid, p.border},
        {QPalette::Dark, p.faint},           {QPalette::Shadow, p.border},
    };
    for (const auto& [role, colour] : roles)
        q.setColor(role, colour);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        q.setColor(QPalette::Disabled, role, p.faint);
    q.setColor(QPalette::Disabled, QPalette::Highlight, p.border);
    return q;
}

void loadFonts() {
    for (const char* weight : {"Regular", "Medium", "Bold"})
        QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/Roboto-%1.ttf").arg(QLatin1String(weight)));
}

} // namespace

Theme::Theme(QObject* parent) : QObject(parent) {
    systemIsDark_ = qGuiApp != nullptr && QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    palette_ = systemIsDark_ ? darkPalette() : lightPalette();
}

void Theme::setMode(Mode mode) {
    mode_ = mode;
    const bool dark = mode == Mode::Dark || (mode == Mode::System && systemIsDark_);
    if (dark == palette_.dark)
        return;
    palette_ = dark ? darkPalette() : lightPalette();
    if (application_)
        dress(*application_);
    Q_EMIT changed();
}

QColor Theme::shade(const GroundColour& colour) const { return asQColor(colour.on(palette_.dark)); }

Qt::PenStyle Theme::seriesDash(int index) const {
    static constexpr std::array kDashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
    return kDashes[static_cast<std::size_t>(index) / palette_.series.size() % kDashes.size()];
}

void Theme::apply(QApplication& application) {
    loadResources();
    loadFonts();
    application_ = &application;
    application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    application.setFont(font(13));
    application.setWindowIcon(QIcon(QStringLiteral(":/belfry.svg")));
    dress(application);
}

void Theme::dress(QApplication& application) const {
    const QPalette colours = applicationPalette(palette_);
    application.setPalette(colours);
    QToolTip::setPalette(colours);
    application.setStyleSheet(styleSheet());
}

QString Theme::styleSheet() const {
    QFile file(QStringLiteral(":/styles/belfry.qss"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QString sheet = QString::fromUtf8(file.readAll());
    for (const auto& [name, value] : styleNames(palette_))
        sheet.replace(QRegularExpression(QStringLiteral("@%1\\b").arg(name)), value);
    return sheet;
}

QFont Theme::font(int pixels, QFont::Weight weight) {
    QFont font;
    font.setFamilies({QStringLiteral("Roboto"), QStringLiteral("DejaVu Sans")});
    font.setPixelSize(pixels);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting); // unhinted outlines: even spacing at every scale
    return font;
}

} // namespace belfry
