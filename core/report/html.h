// HTML and SVG by small functions. Text becomes markup only by being escaped, and names of elements and attributes are
// known to the compiler: no text of a run can become an element, a script or a reference. Plain values; any thread.
#pragma once

#include "core/base/text.h"

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

// Of an element or attribute: a literal of letters, digits, - and ":". Names of handlers ("onload") do not compile.
class MarkupName {
public:
    consteval MarkupName(const char* name) : name_(name) {
        if (name[0] == 'o' && name[1] == 'n')
            throw "a page is read without scripts";
        for (const char* at = name; *at != '\0'; ++at)
            if (!(*at >= 'a' && *at <= 'z') && !(*at >= 'A' && *at <= 'Z') && !(*at >= '0' && *at <= '9') &&
                *at != '-' && *at != ':')
                throw "no name of an element or attribute";
    }
    std::string_view text() const { return name_; }

private:
    std::string_view name_;
};

// Whole markup: every element that it begins, it ends.
class Html {
public:
    Html() = default;
    // Text, which is escaped. Bytes that are no UTF-8, and control characters, become '?'.
    Html(std::string_view text);
    Html(const char* text) : Html(std::string_view(text)) {}
    Html(const std::string& text) : Html(std::string_view(text)) {}
    Html(const Text& text) : Html(text.english()) {}

    Html& operator+=(const Html& next) {
        markup_ += next.markup_;
        return *this;
    }
    bool empty() const { return markup_.empty(); }
    const std::string& markup() const { return markup_; }

private:
    friend class MarkupWriter;
    std::string markup_;
};

struct Attribute {
    MarkupName name;
    std::string value; // escaped. Of href and src only "#place" and PNG pictures as data: URIs: else std::logic_error
};
using Attributes = std::vector<Attribute>;

// <tag attributes>content</tag>, without content's end for the elements that have none (img, meta ...).
Html element(MarkupName tag, const Attributes& attributes, const Html& content);
// el("p", "a ", el("b", Attributes{{"class", "x"}}, text), " c")
template <std::convertible_to<Html>... Content>
Html el(MarkupName tag, const Attributes& attributes, const Content&... content) {
    Html all;
    ((all += content), ...);
    return element(tag, attributes, all);
}
template <std::convertible_to<Html>... Content>
Html el(MarkupName tag, const Content&... content) {
    return el(tag, Attributes(), content...);
}

// A picture in the page. png: the bytes of a file. alt: what it shows.
Html pngPicture(std::span<const std::uint8_t> png, int width, int height, const std::string& alt);

// Of one page, in CSS.
class StyleSheet {
public:
    consteval StyleSheet(const char* css) : css_(css) {
        for (const char* at = css; *at != '\0'; ++at)
            if (*at == '<')
                throw "a style sheet has no markup";
    }
    std::string_view css() const { return css_; }

private:
    std::string_view css_;
};

// A whole document in English, with a policy that forbids scripts and everything from elsewhere.
std::string htmlDocument(const std::string& title, const StyleSheet& style, const Html& body);

// Rows of cells. Numbers (Cell::number) are aligned to the right.
struct Cell {
    Html content;
    bool number = false;
    std::string kind{}; // class names for the style sheet
};
struct TableOf {
    std::string caption;
    std::vector<Html> head;
    std::vector<std::vector<Cell>> rows;
    bool rowHeads = true; // the first cell of a row is its heading
};
Html tableHtml(const TableOf& table);

// A number for people, and exactly for programs: <data id value>text</data>.
Html exactly(const std::string& id, double value, const std::string& text);

} // namespace belfry
