#include "core/report/markdown.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace belfry {
namespace {

constexpr std::string_view kMeaningful = "\\`*_{}[]<>()#+-!|~&$";

bool breaksLine(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

} // namespace

std::string plainMarkdown(const std::string& words) {
    std::string plain;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const char c = words[i];
        const auto letterAt = [&](std::size_t at) {
            const auto byte = at < words.size() ? static_cast<unsigned char>(words[at]) : 0u;
            return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
                   byte >= 0x80;
        };
        // A hyphen or parenthesis means nothing within a line, but for one that begins it or follows a bracket.
        const bool within = (c == '-' || c == '_') && i > 0 && letterAt(i - 1) && letterAt(i + 1);
        const bool harmless = i > 0 && (c == '(' || c == ')') && words[i - 1] != ']';
        if (kMeaningful.find(c) != std::string_view::npos && !within && !harmless)
            plain += '\\';
        plain += breaksLine(c) ? ' ' : c;
    }
    return plain;
}

std::string codeMarkdown(const std::string& words) {
    std::string plain;
    for (const char c : words)
        plain += breaksLine(c) || c == '`' || c == '|' ? ' ' : c;
    return "`" + plain + "`";
}

void Markdown::apart(bool list) {
    if (!text_.empty() && !(list && inList_))
        text_ += '\n';
    inList_ = list;
}

void Markdown::heading(int level, const std::string& words) {
    apart();
    text_ += std::string(static_cast<std::size_t>(level), '#') + ' ' + words + '\n';
}

void Markdown::paragraph(const std::string& words) {
    apart();
    text_ += words + '\n';
}

void Markdown::item(const std::string& words) {
    apart(true);
    text_ += "- " + words + '\n';
}

void Markdown::table(const MarkdownTable& table) {
    apart();
    const auto line = [this](const std::vector<std::string>& cells) {
        for (const std::string& cell : cells)
            text_ += "| " + cell + ' ';
        text_ += "|\n";
    };
    line(table.head);
    line(std::vector<std::string>(table.head.size(), "---"));
    for (const std::vector<std::string>& row : table.rows)
        line(row);
}

void Markdown::code(const std::string& lines) {
    apart();
    for (std::size_t begin = 0; begin < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', begin), lines.size());
        text_ += "    " + lines.substr(begin, end - begin) + '\n';
        begin = end + 1;
    }
}

std::string Markdown::take() { return std::exchange(text_, {}); }

} // namespace belfry
