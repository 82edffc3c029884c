#include "core/report/html.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <stdexcept>

namespace belfry {
namespace {

constexpr std::string_view kPngStart = "data:image/png;base64,";

std::string escaped(std::string_view text) {
    std::string markup;
    for (const char letter : asUtf8(std::string(text)))
        switch (letter) {
        case '&':
            markup += "&amp;";
            break;
        case '<':
            markup += "&lt;";
            break;
        case '>':
            markup += "&gt;";
            break;
        case '"':
            markup += "&quot;";
            break;
        case '\'':
            markup += "&#39;";
            break;
        case '\n':
        case '\t':
            markup += letter;
            break;
        default:
            markup += (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f) ? '?' : letter;
        }
    return markup;
}

bool hasNoContent(std::string_view tag) {
    constexpr std::array<std::string_view, 5> kVoid{"br", "img", "meta", "hr", "col"};
    return std::ranges::find(kVoid, tag) != kVoid.end();
}

std::string base64(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t have = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t three = 0;
        for (std::size_t i = 0; i < 3; ++i)
            three = three << 8 | (i < have ? bytes[at + i] : 0U);
        for (std::size_t i = 0; i < 4; ++i)
            text += i <= have ? kLetters[three >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

void checkReference(const Attribute& attribute) {
    const std::string_view name = attribute.name.text();
    if ((name == "href" || name == "src") && !attribute.value.starts_with('#') &&
        !attribute.value.starts_with(kPngStart))
        throw std::logic_error("a report refers to nothing outside of itself: " + attribute.value.substr(0, 80));
}

} // namespace

// The only one that writes markup.
class MarkupWriter {
public:
    static Html element(std::string_view tag, const Attributes& attributes, const Html& content) {
        Html html;
        html.markup_ = "<" + std::string(tag);
        for (const Attribute& attribute : attributes) {
            checkReference(attribute);
            html.markup_ += ' ' + std::string(attribute.name.text()) + "=\"" + escaped(attribute.value) + '"';
        }
        html.markup_ += '>';
        if (hasNoContent(tag))
            return html;
        html += content;
        html.markup_ += "</" + std::string(tag) + '>';
        return html;
    }
    static Html style(const StyleSheet& sheet) {
        Html html;
        html.markup_ = "<style>" + std::string(sheet.css()) + "</style>";
        return html;
    }
    static void setText(Html& html, std::string_view text) { html.markup_ = escaped(text); }
};

Html::Html(std::string_view text) { MarkupWriter::setText(*this, text); }

Html element(MarkupName tag, const Attributes& attributes, const Html& content) {
    return MarkupWriter::element(tag.text(), attributes, content);
}

Html pngPicture(std::span<const std::uint8_t> png, int width, int height, const std::string& alt) {
    return el("img", Attributes{{"src", std::string(kPngStart) + base64(png)},
                                {"width", std::to_string(width)},
                                {"height", std::to_string(height)},
                                {"alt", alt}});
}

std::string htmlDocument(const std::string& title, const StyleSheet& style, const Html& body) {
    const auto meta = [](const std::string& name, const std::string& content) {
        return el("meta", Attributes{{"name", name}, {"content", content}});
    };
    const Html head =
        el("head", el("meta", Attributes{{"charset", "utf-8"}}),
           el("meta", Attributes{{"http-equiv", "Content-Security-Policy"},
                                 {"content", "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri "
                                             "'none'; form-action 'none'"}}),
           meta("viewport", "width=device-width, initial-scale=1"), meta("color-scheme", "light dark"),
           el("title", title), MarkupWriter::style(style));
    return "<!DOCTYPE html>\n" + el("html", Attributes{{"lang", "en"}}, head, "\n", el("body", body)).markup() + '\n';
}

Html tableHtml(const TableOf& table) {
    Html head, body;
    for (std::size_t i = 0; i < table.head.size(); ++i) {
        Attributes attributes{{"scope", "col"}};
        if (!table.rows.empty() && i < table.rows.front().size() && table.rows.front()[i].number)
            attributes.push_back({"class", "n"});
        head += el("th", attributes, table.head[i]);
    }
    for (const std::vector<Cell>& row : table.rows) {
        Html cells;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool heading = i == 0 && table.rowHeads;
            Attributes attributes;
            if (heading)
                attributes.push_back({"scope", "row"});
            const std::string kinds = row[i].kind + (row[i].number ? (row[i].kind.empty() ? "n" : " n") : "");
            if (!kinds.empty())
                attributes.push_back({"class", kinds});
            cells +=
                heading ? element("th", attributes, {row[i].content}) : element("td", attributes, {row[i].content});
        }
        body += el("tr", cells);
        body += "\n";
    }
    Html parts;
    if (!table.caption.empty())
        parts += el("caption", table.caption);
    if (!head.empty())
        parts += el("thead", el("tr", head));
    return el("div", Attributes{{"class", "scroll"}}, el("table", parts, el("tbody", body)));
}

Html exactly(const std::string& id, double value, const std::string& text) {
    std::array<char, 40> exact{};
    std::snprintf(exact.data(), exact.size(), "%.17g", value);
    return el("data", Attributes{{"id", id}, {"value", exact.data()}}, text);
}

} // namespace belfry
