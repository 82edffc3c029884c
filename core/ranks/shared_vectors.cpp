#include "core/ranks/shared_vectors.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <ctime>
#include <filesystem>
#include <random>
#include <sstream>
#include <string>
#include <utility>

namespace belfry {
namespace {

constexpr std::int64_t kLine = 64; // bytes, between counters that several processes write
constexpr std::int64_t kPage = 4096;
using Counter = std::atomic<std::uint32_t>;
static_assert(Counter::is_always_lock_free && sizeof(Counter) == 4); // a word that the system can wait for

constexpr std::int64_t wholePages(std::int64_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

// std::atomic's own waiting is for the threads of one process.
void waitForChange(Counter& word, std::uint32_t from) {
    const std::timespec timeout{.tv_sec = 0, .tv_nsec = 20'000'000}; // then those who have ended are looked for
    ::syscall(SYS_futex, &word, FUTEX_WAIT, from, &timeout, nullptr, 0);
}

// How another process finds it.
struct Memory {
    int process = 0, file = -1; // -1: the system refuses it
    std::string name = "-";     // that no other memory has
};
std::string textOf(const Memory& memory) {
    return std::to_string(memory.process) + ' ' + std::to_string(memory.file) + ' ' + memory.name;
}
Memory memoryFrom(const std::string& text) {
    Memory memory;
    std::istringstream(text) >> memory.process >> memory.file >> memory.name;
    return memory;
}

Memory createMemory(std::size_t bytes) {
    std::random_device random;
    std::ostringstream name;
    name << "belfry-ranks-" << std::hex << random() << random() << random() << random();
    Memory created{.process = ::getpid(), .file = ::memfd_create(name.str().c_str(), MFD_CLOEXEC), .name = name.str()};
    if (created.file >= 0 && ::ftruncate(created.file, static_cast<off_t>(bytes)) != 0)
        ::close(std::exchange(created.file, -1));
    return created;
}

// Another process's, by the system's list of its files; -1: it cannot be seen from here. Looked at before it is opened:
// in another container the same numbers are another file.
int openMemory(const Memory& memory) {
    const std::string path = "/proc/" + std::to_string(memory.process) + "/fd/" + std::to_string(memory.file);
    std::error_code hidden;
    const std::string target = std::filesystem::read_symlink(path, hidden).string();
    return !hidden && target.starts_with("/memfd:" + memory.name) ? ::open(path.c_str(), O_RDWR | O_CLOEXEC) : -1;
}

void* map(int file, std::size_t bytes) {
    if (file < 0)
        return nullptr;
    // With its pages, which a run's first step would wait for.
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

bool onOneHost(const RankGroup& group) {
    for (int rank = 1; rank < group.size(); ++rank)
        if (group.hostOf(rank) != group.hostOf(0))
            return false;
    return true;
}

} // namespace

SharedVectors::SharedVectors(std::shared_ptr<RankGroup> group, std::int64_t floats) noexcept
    : group_(std::move(group)), stride_(wholePages(static_cast<std::int64_t>(sizeof(float)) * floats) /
                                        static_cast<std::int64_t>(sizeof(float))) {}

std::size_t SharedVectors::bytes() const {
    return static_cast<std::size_t>(wholePages(kLine * ranks()) +
                                    (ranks() + 1) * stride_ * static_cast<std::int64_t>(sizeof(float)));
}

SharedVectors::~SharedVectors() {
    if (memory_ != nullptr)
        ::munmap(memory_, bytes());
}

std::unique_ptr<SharedVectors> SharedVectors::open(std::shared_ptr<RankGroup> group, std::int64_t floats) {
    if (!onOneHost(*group))
        return nullptr;
    std::unique_ptr<SharedVectors> shared(new SharedVectors(std::move(group), floats));
    RankGroup& ranks = *shared->group_;
    Memory own{.process = ::getpid()};
    if (ranks.rank() == 0)
        own = createMemory(shared->bytes());
    FileDescriptor file(own.file); // until all have opened it
    std::vector<Memory> all;
    for (const std::string& text : ranks.gatherTexts(textOf(own)))
        all.push_back(memoryFrom(text));
    if (ranks.rank() != 0)
        file = FileDescriptor(openMemory(all.front()));
    shared->memory_ = map(file.get(), shared->bytes());
    bool works = shared->memory_ != nullptr;
    for (const Memory& other : all)
        works = works && shared->watch(other.process);
    const auto answers = ranks.gather({works ? 1.0 : 0.0});
    if (std::ranges::any_of(answers, [](const auto& answer) { return answer[0] == 0; }))
        return nullptr;
    shared->vectors_ =
        reinterpret_cast<float*>(static_cast<std::byte*>(shared->memory_) + wholePages(kLine * ranks.size()));
    return shared;
}

// False: it cannot be told when that process ends.
bool SharedVectors::watch(int process) {
    if (process == ::getpid()) // a rank on a thread
        return true;
    peers_.emplace_back(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
    return peers_.back().isOpen();
}

bool SharedVectors::peerHasEnded() const {
    std::vector<pollfd> ends;
    for (const FileDescriptor& peer : peers_)
        ends.push_back({.fd = peer.get(), .events = POLLIN, .revents = 0});
    return !ends.empty() && ::poll(ends.data(), ends.size(), 0) > 0;
}

std::atomic<std::uint32_t>& SharedVectors::met(int rank) const {
    return *reinterpret_cast<Counter*>(static_cast<std::byte*>(memory_) + kLine * rank);
}

void SharedVectors::meet() {
    const std::uint32_t goal = met(rank()).fetch_add(1) + 1;
    ::syscall(SYS_futex, &met(rank()), FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
    for (int other = 0; other < ranks(); ++other)
        while (true) {
            const std::uint32_t there = met(other).load();
            if (static_cast<std::int32_t>(there - goal) >= 0)
                break;
            waitForChange(met(other), there);
            group_->throwIfAborted();
            if (peerHasEnded() && static_cast<std::int32_t>(met(other).load() - goal) < 0)
                group_->throwLost("a process has ended");
        }
}

} // namespace belfry
