#include "core/ranks/rank_group.h"

#include "core/base/abandonable.h"
#include "core/ranks/gloo_ranks.h"
#include "core/ranks/meeting.h"
#include "core/ranks/neighbour_watch.h"
#include "core/ranks/pulse.h"
#include "core/ranks/rank_loss.h"
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

std::vector<Text> warningsOf(const Launch& launch, const Meeting& met) {
    if (!launch.listen.empty() || (met.listensEverywhere && hasPublicAddress()))
        return {everywhereWarning()};
    for (const std::string& address : {launch.address, met.listensAt, met.address})
        if (isPublicAddress(address))
            return {publicAddressWarning(address)};
    return {};
}

constexpr const char* kChannel = "gloo"; // the group's own

// Longer than any rank computes between two sums. Who does not compute any more is noticed by its pulse.
constexpr std::chrono::hours kLongestSum(24);

c10::intrusive_ptr<GlooRanks> connect(const Launch& launch, const StorePointer& store, const std::string& name,
                                      const std::string& address, milliseconds limit) {
    // While it connects, the side that is connected to waits five times its timeout.
    auto options = c10d::ProcessGroupGloo::Options::create(limit / 5);
    options->threads = 2;
    options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname(address));
    auto ranks = c10::make_intrusive<GlooRanks>(c10::make_intrusive<c10d::PrefixStore>(name, store), launch.rank,
                                                launch.ranks, options);
    ranks->setTimeout(kLongestSum);
    return ranks;
}

constexpr std::int64_t kMostText = std::int64_t{1} << 26, kMostShared = std::int64_t{1} << 36; // bytes

// A vector whose length another rank has told of.
std::size_t lengthFrom(double told, std::int64_t most) {
    if (!(told >= 0 && told <= static_cast<double>(most)))
        throw Error(ErrorCategory::Device,
                    Text::tr("A rank sends %1 bytes; expected the connections of ranks alone.", significant(told)));
    return static_cast<std::size_t>(told);
}

double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

} // namespace

struct RankGroup::Impl {
    Launch launch;
    RankLimits limits;
    Meeting met;
    std::vector<Text> remarks;
    std::mutex mutex;                                    // guards the next two
    std::vector<c10::intrusive_ptr<GlooRanks>> channels; // the first is the group's own
    std::optional<Error> loss;
    std::atomic<bool> left{false}; // all have, and nothing was sent since: no thread of the library waits for anybody
    std::stop_source aborting;
    std::stop_token meeting; // until all have met
    std::atomic<std::int64_t> step{0};
    std::optional<LossFinder> finder;
    std::optional<Pulse> pulse;
    std::optional<NeighbourWatch> neighbour;

    ~Impl() {
        neighbour.reset();
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

    bool aborted() const { return aborting.stop_requested(); }

    // On a thread that watches: the caller's may compute.
    void hearOfLoss() {
        abort();
        finder->find();
    }

    void abort() {
        const std::lock_guard lock(mutex);
        aborting.request_stop();
        for (const auto& channel : channels)
            channel->abort();
    }

    // Adds connections among all. The library's way to connect cannot be ended: it is left behind.
    void open(const std::string& name, milliseconds limit) {
        std::string why;
        try {
            Abandonable<c10::intrusive_ptr<GlooRanks>> connecting(
                [launch = launch, store = met.store, name, address = met.address, limit] {
                    return connect(launch, store, name, address, limit);
                });
            if (auto channel = connecting.within(limit, aborting.get_token()))
                return add(*std::move(channel));
            why = aborted() ? "another rank has given up" : "no answer";
        } catch (const std::exception& error) {
            why = firstLine(error.what());
        }
        lose(Text::tr("The ranks found one another but could not connect, from address %1: %2. Check that no firewall "
                      "stands between the machines and that they share this network.",
                      met.address, why));
    }

    void add(c10::intrusive_ptr<GlooRanks> channel) {
        const std::lock_guard lock(mutex);
        if (aborted())
            channel->abort();
        channels.push_back(std::move(channel));
    }

    // Ends the others' waiting, and says who does not answer any more. otherwise: where all do.
    [[noreturn]] void lose(const Text& otherwise) {
        abort();
        if (meeting.stop_requested())
            throw abandonedMeeting();
        const Text sentence = finder->sentence(step, otherwise);
        if (launch.rank == 0)
            finder->waitUntilKnown();
        const std::lock_guard lock(mutex);
        if (!loss)
            loss = Error(ErrorCategory::Device, sentence);
        throw Error(*loss);
    }
    [[noreturn]] void loseConnections(const std::string& why) {
        lose(Text::tr("The ranks lost their connections: %1", firstLine(why)));
    }

    void await(GlooRanks& channel, const c10::intrusive_ptr<c10d::Work>& work) {
        try {
            channel.await(work);
        } catch (const std::exception& error) {
            loseConnections(error.what());
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
            loseConnections(error.what());
        }
    }
};

RankGroup::RankGroup(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RankGroup::~RankGroup() = default;

std::unique_ptr<RankGroup> RankGroup::meet(const Launch& launch, const RankFacts& facts, const RankLimits& limits,
                                           const std::stop_token& stop) {
    const Deadline deadline(limits.meet);
    auto impl = std::make_unique<Impl>();
    impl->launch = launch;
    impl->limits = limits;
    impl->meeting = stop;
    impl->met = comeTogether(launch, facts, deadline, stop);
    // A connection that is being made may wait on the other one.
    impl->finder.emplace(impl->met.pulses, launch.rank, impl->met.call);
    if (launch.rank == 0)
        impl->remarks = warningsOf(launch, impl->met);
    impl->pulse.emplace(impl->met.pulses, launch.rank, launch.ranks, limits.silent,
                        [impl = impl.get()](const std::vector<int>&) { impl->hearOfLoss(); });
    auto group = std::unique_ptr<RankGroup>(new RankGroup(std::move(impl)));
    const std::stop_callback abort(stop, [impl = group->impl_.get()] { impl->abort(); });
    // The last one may have come just before the limit.
    group->impl_->open(kChannel, std::max(deadline.left(), limits.meet / 3));
    group->compareClocks(); // all are connected
    if (launch.ranks > 1)
        group->impl_->neighbour.emplace(group->impl_->channels.front(),
                                        [impl = group->impl_.get()] { impl->hearOfLoss(); });
    group->impl_->meeting = {};
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
const std::string& RankGroup::hostOf(int rank) const { return impl_->met.call.hosts[static_cast<std::size_t>(rank)]; }
std::string RankGroup::nameOf(int rank) const { return nameOfRank(impl_->met.call, rank); }
const RankLimits& RankGroup::limits() const { return impl_->limits; }
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
    std::vector<std::size_t> lengths;
    for (const std::vector<double>& of : gather({static_cast<double>(own.size())}))
        lengths.push_back(lengthFrom(of[0], kMostText));
    std::vector<at::Tensor> in{at::zeros({static_cast<std::int64_t>(std::ranges::max(lengths)) + 1}, at::kByte)};
    std::ranges::copy(own, in[0].mutable_data_ptr<std::uint8_t>());
    std::vector<std::vector<at::Tensor>> out(1);
    for (int rank = 0; rank < size(); ++rank)
        out[0].push_back(at::empty_like(in[0]));
    impl_->await([&] { return impl_->own().allgather(out, in); });
    std::vector<std::string> texts;
    for (std::size_t rank = 0; rank < lengths.size(); ++rank) {
        const auto* bytes = out[0][rank].const_data_ptr<std::uint8_t>();
        texts.emplace_back(bytes, bytes + lengths[rank]);
    }
    return texts;
}

std::string RankGroup::share(const std::string& bytes) {
    const auto size =
        static_cast<std::int64_t>(lengthFrom(gather({static_cast<double>(bytes.size())})[0][0], kMostShared));
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
    requireSameFacts(values, impl_->met.call, facts);
}

RankGroup::SumNumbers RankGroup::openSums() {
    impl_->left = false;
    impl_->open("sums/" + std::to_string(impl_->channels.size()), impl_->limits.meet);
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
    impl_->finder->announce(sentence);
    abort();
    if (rank() == 0) // whose store it is
        impl_->finder->waitUntilKnown();
    const std::lock_guard lock(impl_->mutex);
    impl_->loss = Error(ErrorCategory::Device, Text::verbatim(sentence));
}

void RankGroup::abort() { impl_->abort(); }

std::stop_token RankGroup::aborted() const { return impl_->aborting.get_token(); }

void RankGroup::throwIfAborted() {
    if (impl_->aborted())
        throwLost("aborted");
}

void RankGroup::throwLost(const std::string& why) { impl_->loseConnections(why); }

void RankGroup::leave() {
    impl_->queued([&] {
        if (impl_->neighbour)
            impl_->neighbour->leave();
        return true;
    });
    impl_->await([&] { return impl_->own().barrier(); });
    impl_->left = true;
}

} // namespace belfry
