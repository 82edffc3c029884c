#include "core/ranks/message_store.h"

#include "core/base/abandonable.h"
#include "core/base/error.h"
#include "core/ranks/quiet_library.h"
#include "core/ranks/route.h"

#include <c10/util/Exception.h>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <mutex>
#include <utility>
#include <vector>

namespace belfry {
namespace {

using std::chrono::milliseconds;
using Client = c10::intrusive_ptr<c10d::TCPStore>;

constexpr milliseconds kSlack(2000); // the library counts its limit anew while it connects

std::vector<std::uint8_t> bytesOf(const std::string& text) { return {text.begin(), text.end()}; }
std::string textOf(const std::vector<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

c10d::TCPStoreOptions optionsFor(const Endpoint& server, milliseconds limit) {
    c10d::TCPStoreOptions options;
    options.port = server.port;
    options.waitWorkers = false;
    options.timeout = limit;
    return options;
}

// The library takes a name that nobody knows for a server that does not answer yet.
void requireKnown(const Endpoint& server) {
    if (!isKnownHost(server.host))
        throw usageError(Text::tr("No name service here knows '%1'; check the name, or give the address instead.",
                                  server.host.substr(0, 80)));
}

Error unanswered(const Endpoint& server) {
    return {ErrorCategory::Device,
            Text::tr("Nobody answers at %1. Check that the leader is in progress, that it listens at an address which "
                     "this machine reaches, and that no firewall closes the port.",
                     server.text())};
}

// What the library says of a connection that has broken is a stack.
template <typename Call>
auto orLost(const Call& call) {
    try {
        return call();
    } catch (const c10::DistStoreError&) { // a limit; callers know it
        throw;
    } catch (const std::exception&) {
        throw Error(ErrorCategory::Device, Text::tr("The connection to the leader has broken."));
    }
}

} // namespace

struct MessageStore::Impl {
    // A client is one conversation: what one waits for holds up nobody who sends.
    Client waits, sends;
    std::mutex waiting; // guards waits
};

MessageStore::MessageStore(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
MessageStore::~MessageStore() = default;

std::unique_ptr<MessageStore> MessageStore::serve(Listener listener) {
    constexpr milliseconds kLimit(10'000);
    silenceLibrary();
    c10d::TCPStoreOptions options = optionsFor(listener.bound, kLimit);
    options.isServer = true;
    // The library alone would listen on all addresses. The server closes it, also where it cannot be opened.
    options.masterListenFd = listener.socket.release();
    auto impl = std::make_unique<Impl>();
    try {
        impl->waits = c10::make_intrusive<c10d::TCPStore>(listener.bound.host, options);
        impl->sends = c10::make_intrusive<c10d::TCPStore>(listener.bound.host, optionsFor(listener.bound, kLimit));
    } catch (const std::exception&) {
        throw unanswered(listener.bound);
    }
    return std::unique_ptr<MessageStore>(new MessageStore(std::move(impl)));
}

// A server of another kind may take the connection and stay silent, for which the library has no limit.
std::unique_ptr<MessageStore> MessageStore::connect(const Endpoint& server, milliseconds limit) {
    silenceLibrary();
    requireKnown(server);
    Abandonable<std::unique_ptr<Impl>> connecting([server, options = optionsFor(server, limit)] {
        auto impl = std::make_unique<Impl>();
        impl->waits = c10::make_intrusive<c10d::TCPStore>(server.host, options);
        impl->sends = c10::make_intrusive<c10d::TCPStore>(server.host, options);
        return impl;
    });
    try {
        if (auto impl = connecting.within(2 * (limit + kSlack)))
            return std::unique_ptr<MessageStore>(new MessageStore(*std::move(impl)));
    } catch (const std::exception&) { // of the library, with a stack
    }
    throw unanswered(server);
}

void MessageStore::publish(const std::string& key, const std::string& value) {
    orLost([&] { impl_->sends->set(key, bytesOf(value)); });
}

std::optional<std::string> MessageStore::published(const std::string& key, milliseconds limit) {
    const std::lock_guard guard(impl_->waiting);
    return orLost([&]() -> std::optional<std::string> {
        try {
            impl_->waits->wait({key}, limit);
            return textOf(impl_->waits->get(key));
        } catch (const c10::DistStoreError&) {
            return std::nullopt;
        }
    });
}

void MessageStore::push(const std::string& queue, const std::string& message) {
    orLost([&] { impl_->sends->queuePush(queue, bytesOf(message)); });
}

std::optional<std::string> MessageStore::pop(const std::string& queue, milliseconds limit) {
    const std::lock_guard guard(impl_->waiting);
    return orLost([&]() -> std::optional<std::string> {
        try {
            impl_->waits->wait({queue}, limit);
            if (impl_->waits->queueLen(queue) > 0)
                return textOf(impl_->waits->queuePop(queue, false));
            impl_->waits->deleteKey(queue); // somebody published a value under its name, which would end every wait
        } catch (const c10::DistStoreError&) {
        }
        return std::nullopt;
    });
}

} // namespace belfry
