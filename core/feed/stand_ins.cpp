#include "core/feed/stand_ins.h"

#include "core/base/error.h"

namespace belfry {
namespace {

void readStandIn(const ImageStore& store, std::int64_t id, std::uint8_t* destination) {
    const std::uint8_t label = store.label(id);
    for (std::int64_t next = (id + 1) % store.size(); next != id; next = (next + 1) % store.size()) {
        if (store.label(next) != label || !store.readable(next))
            continue;
        store.read({&next, 1}, destination);
        if (store.readable(next))
            return;
    }
    throw dataError(
        Text::tr("'%1' cannot be read, nor can any other training picture of its class. Are the files still "
                 "there? Mend them, or leave the class out.",
                 store.name(id)));
}

} // namespace

void readWithStandIns(const ImageStore& store, std::span<const std::int64_t> ids, std::int64_t imageBytes,
                      std::uint8_t* destination) {
    store.read(ids, destination);
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (!store.readable(ids[i]))
            readStandIn(store, ids[i], destination + static_cast<std::int64_t>(i) * imageBytes);
}

} // namespace belfry
