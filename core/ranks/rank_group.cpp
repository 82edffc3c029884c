#include "core/ranks/rank_group.h"

#include "core/base/abandonable.h"
#include "core/base/joined.h"
#include "core/ranks/gloo_ranks.h"
#include "core/ranks/pulse.h"
#include "core/ranks/roll_call.h"
#include "core/ranks/route.h"

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>

namespace belfry {
namespace {

using std::chrono::milliseconds;

// Rank 0 is reached under the address that it was given, which may be its own loopback: it asks the way to rank 1.
std::string ownAddress(const Launch& launch, c10d::Store& store, milliseconds limit, const std::stop_token& stop) {
    const std::string key = "address/";
    if (launch.rank > 0) {
        const std::string towards = addressTowards(launch.address);
        store.set(key + std::to_string(launch.rank), towards);
        return towards;
    }
    if (launch.ranks == 1)
        return addressTowards(launch.address);
    try {
        waitForKeys(store, {key + "1"}, limit, stop);
        return addressTowards(store.get_to_str(key + "1"));
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throw Error(ErrorCategory::Device,
                    Text::tr("Rank 1 was lost before it was connected: %1", firstLine(error.what())));
    }
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

Text publicAddressWarning(const std::string& address) {
    return Text::tr(
        "Rank 0 listens at %1, a public address, and the connections of ranks (c10d) are neither encrypted nor "
        "authenticated: use a private network, or tunnels by ssh (ssh -w).",
        address);
}

Text everywhereWarning() {
    return Text::tr("Rank 0 listens at all of this machine's addresses, as no single one leads to it from all hosts, "
                    "and the connections of ranks (c10d) are neither encrypted nor authenticated: use private "
                    "networks, or set MASTER_ADDR to one address that all hosts reach.");
}

constexpr const char* kChannel = "gloo"; // the group's own

// Longer than any rank computes between two sums. Who does not compute any more is noticed by its pulse.
constexpr std::chrono::hours kLongestSum(24);

c10::intrusive_ptr<GlooRanks> connect(const Launch& launch, const StorePointer& store, const std::string& name,
                                      const std::string& address, const RankLimits& limits) {
    // While it connects, the side that is connected to waits five times its timeout.
    auto options = c10d::ProcessGroupGloo::Options::create(limits.meet / 5);
    options->threads = 2;
    options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname(address));
    auto ranks = c10::make_intrusive<GlooRanks>(c10::make_intrusive<c10d::PrefixStore>(name, store), launch.rank,
                                                launch.ranks, options);
    ranks->setTimeout(kLongestSum);
    return ranks;
}

// The library's way to connect cannot be ended.
c10::intrusive_ptr<GlooRanks> connectUnlessStopped(const Launch& launch, const StorePointer& store,
                                                   const std::string& address, const RankLimits& limits,
                                                   const std::stop_token& stop) {
    try {
        Abandonable<c10::intrusive_ptr<GlooRanks>> connecting(
            [=] { return connect(launch, store, kChannel, address, limits); });
        if (auto ranks = connecting.unlessStopped(stop))
            return *std::move(ranks);
    } catch (const std::exception& error) {
        throw Error(ErrorCategory::Device,
                    Text::tr("The ranks found one another but could not connect, from address %1: %2. Check that no "
                             "firewall stands between the machines and that they share this network.",
                             address, firstLine(error.what())));
    }
    throw abandonedMeeting();
}

// A vector whose length another rank has told of.
std::size_t lengthFrom(double told) {
    constexpr double kMost = std::int64_t{1} << 40;
    if (!(told >= 0 && told <= kMost))
        throw Error(ErrorCategory::Device,
                    Text::tr("A rank sends %1 bytes; expected the connections of ranks alone.", significant(told)));
    return static_cast<std::size_t>(told);
}

double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

} // namespace

struct RankGroup::Impl {
    Launch launch;
    RankLimits limits;
    StorePointer store;
    RollCall call;
    std::string address;
    std::vector<Text> remarks;
    std::mutex mutex;                                    // guards the next two
    std::vector<c10::intrusive_ptr<GlooRanks>> channels; // the first is the group's own
    std::optional<Error> loss;
    std::atomic<bool> left{false}; // all have, and nothing was sent since: no thread of the library waits for anybody
    std::atomic<bool> aborted{false};
    std::atomic<std::int64_t> step{0};
    std::optional<Pulse> pulse;

    ~Impl() {
        pulse.reset();
        if (left || channels.empty())
            return;
        // The library's threads are waited for, and they may wait for sums that were left behind, until their timeout.
        abort();
        auto* const behind = new std::vector(std::move(channels));
        try {
            Abandonable<bool>([behind] {
                delete behind;
                return true;
            });
        } catch (const std::system_error&) { // no thread: they stay
        }
    }

    GlooRanks& own() const { return *channels.front(); }

    void add(c10::intrusive_ptr<GlooRanks> channel) {
        const std::lock_guard lock(mutex);
        if (aborted)
            channel->abort();
        channels.push_back(std::move(channel));
    }

    void abort() {
        const std::lock_guard lock(mutex);
        aborted = true;
        for (const auto& channel : channels)
            channel->abort();
    }

    // Ends the others' waiting, and says who does not answer any more.
    [[noreturn]] void lose(const std::exception& error) {
        abort();
        const RankLoss found = findLoss(store, launch, call);
        const std::lock_guard lock(mutex);
        if (!loss)
            loss = Error(ErrorCategory::Device, sentenceOf(found, firstLine(error.what())));
        throw Error(*loss);
    }

    Text sentenceOf(const RankLoss& found, const std::string& error) const {
        for (const auto& [rank, sentence] : found.sentences)
            return Text::tr("Rank %1 failed: %2", nameOfRank(call, rank), sentence);
        if (found.silent.empty())
            return Text::tr("The ranks lost their connections: %1", error);
        const std::string names = joined(found.silent, ", ", [this](int rank) { return nameOfRank(call, rank); });
        if (step == 0)
            return Text::plural("Ranks %1 are lost.", "Rank %1 is lost.", std::ssize(found.silent), names);
        return Text::plural("Ranks %1 are lost after step %2.", "Rank %1 is lost after step %2.",
                            std::ssize(found.silent), names, step.load());
    }

    void await(GlooRanks& channel, const c10::intrusive_ptr<c10d::Work>& work) {
        try {
            channel.await(work);
        } catch (const std::exception& error) {
            lose(error);
        }
    }
    template <typename Queue>
    void await(const Queue& queue) {
        await(own(), queued(queue));
    }
    template <typename Queue>
    auto queued(const Queue& queue) {
        left = false;
        try {
            return queue();
        } catch (const std::exception& error) {
            lose(error);
        }
    }
};

RankGroup::RankGroup(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RankGroup::~RankGroup() = default;

std::unique_ptr<RankGroup> RankGroup::meet(const Launch& launch, const RankFacts& facts, const RankLimits& limits,
                                           const std::stop_token& stop) {
    auto impl = std::make_unique<Impl>();
    impl->launch = launch;
    impl->limits = limits;
    impl->store = openStore(launch, limits.meet);
    impl->call = callTheRoll(*impl->store, launch, facts, limits.meet, stop);
    impl->address = ownAddress(launch, *impl->store, limits.meet, stop);
    requireReachable(launch, impl->call, impl->address);
    if (launch.rank == 0 && !launch.listen.empty())
        impl->remarks.push_back(everywhereWarning());
    for (const std::string& address : {launch.address, impl->address})
        if (launch.rank == 0 && impl->remarks.empty() && isPublicAddress(address))
            impl->remarks.push_back(publicAddressWarning(address));
    impl->add(connectUnlessStopped(launch, impl->store, impl->address, limits, stop));
    impl->pulse.emplace(impl->store, launch.rank, launch.ranks, limits.silent,
                        [impl = impl.get()](const std::vector<int>&) { impl->abort(); }); // then all say who answers
    auto group = std::unique_ptr<RankGroup>(new RankGroup(std::move(impl)));
    const std::stop_callback abort(stop, [impl = group->impl_.get()] { impl->abort(); });
    group->compareClocks(); // all are connected
    return group;
}

// Files of several machines are read side by side, and what resumes takes the newest.
void RankGroup::compareClocks() {
    constexpr double kMost = 30; // seconds
    const auto clocks = gather({now()});
    for (int rank = 1; rank < size(); ++rank)
        if (const double ahead = clocks[static_cast<std::size_t>(rank)][0] - clocks[0][0]; std::abs(ahead) > kMost)
            impl_->remarks.push_back(
                Text::tr("The clock of rank %1 differs from rank 0's by %2 s: set the machines' clocks by the network.",
                         nameOf(rank), significant(ahead)));
}

int RankGroup::rank() const { return impl_->launch.rank; }
int RankGroup::size() const { return impl_->launch.ranks; }
const std::string& RankGroup::hostOf(int rank) const { return impl_->call.hosts[static_cast<std::size_t>(rank)]; }
std::string RankGroup::nameOf(int rank) const { return nameOfRank(impl_->call, rank); }
const std::vector<Text>& RankGroup::remarks() const { return impl_->remarks; }

void RankGroup::sum(at::Tensor values) { beginSum(std::move(values))(); }

RankGroup::Wait RankGroup::beginSum(at::Tensor values, std::function<void()> ended) {
    auto work = impl_->queued([&] {
        std::vector<at::Tensor> tensors{std::move(values)};
        return impl_->own().allreduce(tensors);
    });
    if (ended)
        work->getFuture()->addCallback([ended = std::move(ended)](c10::ivalue::Future&) { ended(); });
    return [impl = impl_.get(), work = std::move(work)] { impl->await(impl->own(), work); };
}

void RankGroup::broadcast(at::Tensor values) {
    impl_->await([&] {
        std::vector<at::Tensor> tensors{values};
        return impl_->own().broadcast(tensors);
    });
}

std::vector<std::vector<double>> RankGroup::gather(const std::vector<double>& own) {
    std::vector<at::Tensor> in{at::tensor(own, at::kDouble)};
    std::vector<std::vector<at::Tensor>> out(1);
    for (int rank = 0; rank < size(); ++rank)
        out[0].push_back(at::empty_like(in[0]));
    impl_->await([&] { return impl_->own().allgather(out, in); });
    std::vector<std::vector<double>> found;
    for (const at::Tensor& of : out[0])
        found.emplace_back(of.const_data_ptr<double>(), of.const_data_ptr<double>() + of.numel());
    return found;
}

std::vector<std::string> RankGroup::gatherTexts(const std::string& own) {
    const auto lengths = gather({static_cast<double>(own.size())});
    std::size_t longest = 0;
    for (const std::vector<double>& of : lengths)
        longest = std::max(longest, lengthFrom(of[0]));
    std::vector<at::Tensor> in{at::zeros({static_cast<std::int64_t>(longest) + 1}, at::kByte)};
    std::ranges::copy(own, in[0].mutable_data_ptr<std::uint8_t>());
    std::vector<std::vector<at::Tensor>> out(1);
    for (int rank = 0; rank < size(); ++rank)
        out[0].push_back(at::empty_like(in[0]));
    impl_->await([&] { return impl_->own().allgather(out, in); });
    std::vector<std::string> texts;
    for (std::size_t rank = 0; rank < lengths.size(); ++rank) {
        const auto* bytes = out[0][rank].const_data_ptr<std::uint8_t>();
        texts.emplace_back(bytes, bytes + lengthFrom(lengths[rank][0]));
    }
    return texts;
}

std::string RankGroup::share(const std::string& bytes) {
    const auto size = static_cast<std::int64_t>(lengthFrom(gather({static_cast<double>(bytes.size())})[0][0]));
    const at::Tensor values = at::zeros({size + 1}, at::kByte);
    if (rank() == 0)
        std::ranges::copy(bytes, values.mutable_data_ptr<std::uint8_t>());
    broadcast(values);
    const auto* shared = values.const_data_ptr<std::uint8_t>();
    return {shared, shared + size};
}

void RankGroup::requireSame(const RankFacts& facts) {
    std::vector<std::vector<std::string>> values(static_cast<std::size_t>(size()));
    for (const auto& [title, value] : facts)
        for (int rank = 0; const std::string& of : gatherTexts(value))
            values[static_cast<std::size_t>(rank++)].push_back(of);
    requireSameFacts(values, impl_->call, facts);
}

RankGroup::SumNumbers RankGroup::openSums() {
    const Impl& own = *impl_;
    const std::string name = "sums/" + std::to_string(own.channels.size());
    impl_->add(impl_->queued([&] { return connect(own.launch, own.store, name, own.address, own.limits); }));
    return [impl = impl_.get(), channel = impl_->channels.back()](std::span<double> values) {
        std::vector<at::Tensor> tensors{at::empty({std::ssize(values)}, at::kDouble)}; // kept, if it is left behind
        std::ranges::copy(values, tensors[0].mutable_data_ptr<double>());
        impl->await(*channel, impl->queued([&] { return channel->allreduce(tensors); }));
        std::copy_n(tensors[0].const_data_ptr<double>(), values.size(), values.begin());
    };
}

void RankGroup::setStep(std::int64_t step) { impl_->step = step; }

bool RankGroup::lost() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->loss.has_value();
}

void RankGroup::fail(const std::string& sentence) noexcept {
    if (lost())
        return;
    announceFailure(impl_->store, impl_->launch, sentence);
    abort();
    if (rank() == 0) // whose store it is
        waitUntilLossIsKnown(impl_->store, impl_->call);
    const std::lock_guard lock(impl_->mutex);
    impl_->loss = Error(ErrorCategory::Device, Text::verbatim(sentence));
}

void RankGroup::abort() { impl_->abort(); }

void RankGroup::throwIfAborted() {
    if (impl_->aborted)
        throwLost("aborted");
}

void RankGroup::throwLost(const std::string& why) { impl_->lose(std::runtime_error(why)); }

void RankGroup::leave() {
    impl_->await([&] { return impl_->own().barrier(); });
    impl_->left = true;
}

} // namespace belfry
