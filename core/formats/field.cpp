#include "core/formats/field.h"

#include "core/base/error.h"
#include "core/base/suggest.h"

#include <algorithm>

namespace belfry {
namespace {

Text textOf(double value) { return Text::number(value); }

Text textOf(std::int64_t value) { return Text::verbatim(std::to_string(value)); }

template <typename Number>
void checkBounds(const FieldInfo& field, Number value) {
    const Bounds& bounds = *field.bounds;
    const auto number = static_cast<double>(value);
    const double min = bounds.orZero && !(number > 0) ? 0 : bounds.min;
    const bool low = bounds.aboveMin ? number > min : number >= min;
    const bool high = bounds.belowMax ? number < bounds.max : number <= bounds.max;
    if (low && high)
        return;
    const Text found = textOf(value), from = textOf(static_cast<Number>(min)),
               to = textOf(static_cast<Number>(bounds.max));
    throw usageError(
        bounds.aboveMin   ? Text::tr("%1 is %2; expected more than %3 and at most %4.", field.subject, found, from, to)
        : bounds.belowMax ? Text::tr("%1 is %2; expected at least %3 and less than %4.", field.subject, found, from, to)
                          : Text::tr("%1 is %2; expected %3 to %4.", field.subject, found, from, to));
}

} // namespace

Text titleOf(const std::vector<Choice>& choices, const std::string& name) {
    const auto found = std::ranges::find(choices, name, &Choice::name);
    return found == choices.end() ? Text::verbatim(name) : found->title;
}

std::string FieldInfo::optionName() const {
    std::string text = "--" + (option.empty() ? name : option);
    std::ranges::replace(text, '_', '-');
    return text;
}

void checkNumber(const FieldInfo& field, std::int64_t value) { checkBounds(field, value); }

void checkNumber(const FieldInfo& field, double value) { checkBounds(field, value); }

void checkName(const FieldInfo& field, const std::string& value) { rowNamed(field.choices(), field.subject, value); }

} // namespace belfry
