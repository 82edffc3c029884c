// Text in Markdown (CommonMark, with the tables of GitHub's). Plain values; any thread.
#pragma once

#include <string>
#include <vector>

namespace belfry {

// Words that may be anything, on one line, without a meaning in Markdown or HTML.
std::string plainMarkdown(const std::string& words);
// In a code span; what cannot be in one becomes a blank.
std::string codeMarkdown(const std::string& words);

// Cells are Markdown already.
struct MarkdownTable {
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows;
};

class Markdown {
public:
    void heading(int level, const std::string& words); // Markdown already, as all here
    void paragraph(const std::string& words);
    void item(const std::string& words);
    void table(const MarkdownTable& table);
    void code(const std::string& lines); // a block
    std::string take();

private:
    void apart(bool list = false);

    std::string text_;
    bool inList_ = false;
};

} // namespace belfry
