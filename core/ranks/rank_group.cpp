#include "core/ranks/rank_group.h"

#include "core/ranks/gloo_ranks.h"
#include "core/ranks/roll_call.h"
#include "core/ranks/route.h"

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include <algorithm>
#include <future>
#include <thread>

namespace belfry {
namespace {

using std::chrono::milliseconds;

// Rank 0 is reached under the address that it was given, which may be its own loopback: it asks the way to rank 1.
std::string ownAddress(const Launch& launch, c10d::Store& store) {
    const std::string key = "address/";
    if (launch.rank > 0) {
        const std::string towards = addressTowards(launch.address);
        store.set(key + std::to_string(launch.rank), towards);
        return towards;
    }
    return launch.ranks > 1 ? addressTowards(store.get_to_str(key + "1")) : addressTowards(launch.address);
}

void requireReachable(const Launch& launch, const RollCall& call, const std::string& address) {
    const bool severalHosts =
        std::ranges::any_of(call.hosts, [&](const std::string& host) { return host != call.hosts.front(); });
    if (address.empty())
        throw Error(ErrorCategory::Device, Text::tr("There is no IPv4 route to '%1', the address of rank 0. Set "
                                                    "MASTER_ADDR to an address that this machine can reach.",
                                                    launch.address));
    if (severalHosts && isLoopback(address))
        throw Error(ErrorCategory::Device,
                    Text::tr("'%1' is the address of rank 0 on its own machine (%2), and other machines cannot reach "
                             "it. Set MASTER_ADDR to its address in the network that the machines share.",
                             launch.address, address));
}

c10::intrusive_ptr<GlooRanks> connect(const Launch& launch, const StorePointer& store, const std::string& address,
                                      const RankLimits& limits) {
    // While it connects, the side that is connected to waits five times its timeout.
    auto options = c10d::ProcessGroupGloo::Options::create(limits.meet / 5);
    options->threads = 2;
    options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname(address));
    auto ranks = c10::make_intrusive<GlooRanks>(c10::make_intrusive<c10d::PrefixStore>("gloo", store), launch.rank,
                                                launch.ranks, options);
    ranks->setTimeout(limits.silent);
    return ranks;
}

} // namespace

struct RankGroup::Impl {
    Launch launch;
    StorePointer store;
    RollCall call;
    c10::intrusive_ptr<GlooRanks> gloo;

    std::vector<at::Tensor> one(at::Tensor& values) const { return {values}; }

    // Ends the others' waiting, and says who does not answer any more.
    [[noreturn]] void lose(const std::exception& error) {
        gloo->abort();
        const std::vector<int> silent = silentRanks(store, launch, call);
        if (silent.empty())
            throw Error(ErrorCategory::Device,
                        Text::tr("The ranks lost their connections: %1", firstLine(error.what())));
        std::string names;
        for (const int rank : silent)
            names += (names.empty() ? "" : ", ") + nameOfRank(call, rank);
        throw Error(ErrorCategory::Device,
                    silent.size() == 1 ? Text::tr("Rank %1 is lost.", names) : Text::tr("Ranks %1 are lost.", names));
    }

    template <typename Queue>
    void await(const Queue& queue) {
        try {
            gloo->await(queue());
        } catch (const std::exception& error) {
            lose(error);
        }
    }
};

RankGroup::RankGroup(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RankGroup::~RankGroup() = default;

std::unique_ptr<RankGroup> RankGroup::meet(const Launch& launch, const RankFacts& facts, const RankLimits& limits) {
    auto impl = std::make_unique<Impl>();
    impl->launch = launch;
    impl->store = openStore(launch, limits.meet);
    impl->call = callTheRoll(*impl->store, launch, facts, limits.meet);
    const std::string address = ownAddress(launch, *impl->store);
    requireReachable(launch, impl->call, address);
    try {
        impl->gloo = connect(launch, impl->store, address, limits);
    } catch (const std::exception& error) {
        throw Error(ErrorCategory::Device,
                    Text::tr("The ranks found one another but could not connect, from address %1: %2. Check that no "
                             "firewall stands between the machines and that they share this network.",
                             address, firstLine(error.what())));
    }
    auto group = std::unique_ptr<RankGroup>(new RankGroup(std::move(impl)));
    group->leave(); // all are connected
    return group;
}

int RankGroup::rank() const { return impl_->launch.rank; }
int RankGroup::size() const { return impl_->launch.ranks; }
const std::string& RankGroup::hostOf(int rank) const { return impl_->call.hosts[static_cast<std::size_t>(rank)]; }
std::string RankGroup::nameOf(int rank) const { return nameOfRank(impl_->call, rank); }

void RankGroup::sum(at::Tensor values) {
    impl_->await([&] {
        std::vector<at::Tensor> tensors{values};
        return impl_->gloo->allreduce(tensors);
    });
}

void RankGroup::broadcast(at::Tensor values) {
    impl_->await([&] {
        std::vector<at::Tensor> tensors{values};
        return impl_->gloo->broadcast(tensors);
    });
}

std::vector<std::vector<double>> RankGroup::gather(const std::vector<double>& own) {
    std::vector<at::Tensor> in{at::tensor(own, at::kDouble)};
    std::vector<std::vector<at::Tensor>> out(1);
    for (int rank = 0; rank < size(); ++rank)
        out[0].push_back(at::empty_like(in[0]));
    impl_->await([&] { return impl_->gloo->allgather(out, in); });
    std::vector<std::vector<double>> found;
    for (const at::Tensor& of : out[0])
        found.emplace_back(of.const_data_ptr<double>(), of.const_data_ptr<double>() + of.numel());
    return found;
}

void RankGroup::abort() { impl_->gloo->abort(); }

void RankGroup::leave() {
    impl_->await([&] { return impl_->gloo->barrier(); });
}

} // namespace belfry
