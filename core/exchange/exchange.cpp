#include "core/exchange/exchange.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/exchange/home_exchange.h"

namespace belfry {

std::vector<std::string> exchangeNames() {
    return {"cpu", "first"};
}

std::unique_ptr<Exchange> makeExchange(const std::string& name) {
    if (name == "cpu")
        return std::make_unique<CpuExchange>();
    if (name == "first")
        return std::make_unique<FirstExchange>();
    throw Error(ErrorCategory::Usage, unknownName("exchange", name, exchangeNames()));
}

} // namespace belfry
