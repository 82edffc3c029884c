#include "core/model/network_graph.h"

#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/model/layer_kind.h"

#include <algorithm>
#include <map>

namespace belfry {
namespace {

constexpr std::size_t kMaxLayers = 1000;

// Goes along the lines, as often as blocks are repeated.
class Writer {
public:
    explicit Writer(const Architecture& architecture) : lines_(architecture.lines), name_(architecture.name) {}

    void write() {
        scopes_.push_back({.names = {{std::string(kInputName), kPicture}}, .width = 0, .label = {}, .recomputed = -1});
        run(0, lines_.size());
        requireUse();
    }
    std::vector<GraphLayer> take() { return std::move(layers_); }
    std::size_t wrongLine() const { return wrongLine_; } // after write() has thrown

private:
    // What is known in a block, or outside of all.
    struct Scope {
        std::map<std::string, int> names; // whose output
        int width;                        // of the innermost block that has one
        std::string label;                // "residual 2"
        int recomputed;                   // which of the blocks that are; -1: none
    };

    [[noreturn]] void refuse(std::size_t line, const Text& what) {
        wrongLine_ = line;
        const int number = lines_[line].place.line > 0 ? lines_[line].place.line : static_cast<int>(line) + 1;
        throw usageError(Text::tr("Network '%1', line %2 (%3): %4", name_, number, lineText(lines_[line]), what));
    }

    int layerNamed(const std::string& name, std::size_t line) {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
            if (const auto found = scope->names.find(name); found != scope->names.end())
                return found->second;
        std::vector<std::string> known;
        for (const Scope& scope : scopes_)
            for (const auto& [other, layer] : scope.names)
                if (std::ranges::find(known, other) == known.end())
                    known.push_back(other);
        refuse(line,
               Text::tr("no line before it is named '%1'; names that it can use: %2.", name, joined(known, ", ")));
    }

    // Lines [begin, end), whose brackets match.
    void run(std::size_t begin, std::size_t end) {
        for (std::size_t line = begin; line < end; ++line) {
            if (!lines_[line].from.empty())
                last_ = layerNamed(lines_[line].from, line);
            if (const Layer* layer = lines_[line].layer())
                add(*layer, line);
            else if (const auto* block = std::get_if<BlockStart>(&lines_[line].content))
                line = repeat(*block, line);
            else
                refuse(line, Text::tr("it ends a block, but none has begun."));
            name(line);
        }
    }

    // What the line gave gets its name.
    void name(std::size_t line) {
        const std::string& as = lines_[line].as;
        if (as.empty())
            return;
        if (as == kInputName)
            refuse(line, Text::tr("'input' is the name of what the block gets; choose another."));
        if (!scopes_.back().names.emplace(as, last_).second)
            refuse(line, Text::tr("'%1' is the name of an earlier line; choose another.", as));
    }

    // Returns the line that ends it.
    std::size_t repeat(const BlockStart& block, std::size_t line) {
        const std::size_t end = endOf(line);
        if (end == line + 1)
            refuse(line, Text::tr("it has no lines."));
        if (block.width < 0 || block.repeats < 1)
            refuse(line,
                   Text::tr("found the width %1 and %2 repeats; expected at least 1.", block.width, block.repeats));
        for (int time = 1; time <= block.repeats; ++time) {
            const int width = block.width > 0 ? block.width : scopes_.back().width;
            const int outer = scopes_.back().recomputed; // which holds more
            scopes_.push_back({.names = {{std::string(kInputName), last_}},
                               .width = width,
                               .label = block.repeats > 1 ? block.name + " " + std::to_string(time) : block.name,
                               .recomputed = outer < 0 && block.checkpoint ? recomputed_++ : outer});
            run(line + 1, end);
            scopes_.pop_back();
        }
        return end;
    }

    std::size_t endOf(std::size_t start) {
        int depth = 0;
        for (std::size_t line = start; line < lines_.size(); ++line) {
            depth += std::holds_alternative<BlockStart>(lines_[line].content);
            depth -= std::holds_alternative<BlockEnd>(lines_[line].content);
            if (depth == 0)
                return line;
        }
        refuse(start, Text::tr("the block does not end; expected a line '}'."));
    }

    void add(Layer layer, std::size_t line) {
        if (layers_.size() == kMaxLayers)
            refuse(line, Text::tr("the network has more than 1,000 layers; at most 1,000 are possible."));
        for (const LayerField& field : kindOf(layer).fields(layer))
            if (auto* const* number = std::get_if<int*>(&field.value);
                number && field.zero == kWidthWord && **number == 0)
                **number = width(line);
        GraphLayer added{.layer = layer,
                         .inputs = {last_},
                         .line = line,
                         .recomputed = scopes_.back().recomputed,
                         .block = scopes_.back().label};
        if (const auto* sum = std::get_if<AddLayer>(&layer))
            added.inputs.push_back(layerNamed(sum->other, line));
        last_ = static_cast<int>(layers_.size());
        layers_.push_back(std::move(added));
    }

    int width(std::size_t line) {
        if (scopes_.back().width == 0)
            refuse(line, Text::tr("'width' is that of a block, such as 64 in 'block residual 64 {', and it stands in "
                                  "none that has one. Give a number."));
        return scopes_.back().width;
    }

    void requireUse() {
        std::vector<bool> used(layers_.size());
        for (const GraphLayer& layer : layers_)
            for (const int input : layer.inputs)
                if (input != kPicture)
                    used[static_cast<std::size_t>(input)] = true;
        for (std::size_t i = 0; i + 1 < layers_.size(); ++i)
            if (!used[i])
                refuse(layers_[i].line, Text::tr("nothing uses what it gives. Add it to another line by its name, or "
                                                 "remove it."));
    }

    const std::vector<Line>& lines_;
    const std::string& name_;
    std::vector<Scope> scopes_;
    std::vector<GraphLayer> layers_;
    int recomputed_ = 0;  // blocks that are
    int last_ = kPicture; // whose output the next line gets
    std::size_t wrongLine_ = 0;
};

} // namespace

NetworkGraph graphOf(const Architecture& architecture) {
    Writer writer(architecture);
    NetworkGraph graph;
    try {
        writer.write();
    } catch (const Error& error) {
        graph.refusal = error.message();
        graph.wrongLine = writer.wrongLine();
    }
    graph.layers = writer.take();
    return graph;
}

} // namespace belfry
