#include "core/base/child_process.h"

#include "core/base/error.h"
#include "core/base/system_text.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <limits>

namespace belfry {
namespace {

struct Pipe {
    FileDescriptor read, write;
};

// Closed in every program that this one starts, by whatever means, but where it is made an input or output: a second
// holder of the writing end would keep the reader waiting after this process has ended.
Pipe openPipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw ioError(Text::tr("No pipe to another program can be opened: %1.", systemText()));
    return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// Who ignores SIGCHLD, as some that start programs do, is told of no child's status: the system forgets the child at
// its end. The default ignores the signal, too, but keeps the status.
void keepStatusOfChildren() {
    struct sigaction present {};
    ::sigaction(SIGCHLD, nullptr, &present);
    if (present.sa_handler == SIG_IGN)
        std::signal(SIGCHLD, SIG_DFL);
}

// What a new program would inherit and not expect: this program's blocked and ignored signals, and its terminal.
struct Attributes {
    Attributes() {
        sigset_t none{}, usual{};
        sigemptyset(&none);
        sigemptyset(&usual);
        sigaddset(&usual, SIGPIPE);
        ::posix_spawnattr_init(&value);
        ::posix_spawnattr_setsigmask(&value, &none);
        ::posix_spawnattr_setsigdefault(&value, &usual);
        ::posix_spawnattr_setflags(&value, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~Attributes() { ::posix_spawnattr_destroy(&value); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;
    posix_spawnattr_t value{};
};

struct Files {
    Files(const Pipe& input, const Pipe& output) {
        ::posix_spawn_file_actions_init(&value);
        ::posix_spawn_file_actions_adddup2(&value, input.read.get(), STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&value, output.write.get(), STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&value, output.write.get(), STDERR_FILENO);
        // Databases, sockets of a meeting: libraries open them without O_CLOEXEC, and would not see them closed.
        ::posix_spawn_file_actions_addclosefrom_np(&value, STDERR_FILENO + 1);
    }
    ~Files() { ::posix_spawn_file_actions_destroy(&value); }
    Files(const Files&) = delete;
    Files& operator=(const Files&) = delete;
    posix_spawn_file_actions_t value{};
};

} // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command) {
    keepStatusOfChildren();
    Pipe input = openPipe(), output = openPipe();
    std::vector<char*> words;
    for (const std::string& word : command)
        words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const Files files(input, output);
    const Attributes attributes;
    if (const int error = ::posix_spawnp(&process_, words[0], &files.value, &attributes.value, words.data(), environ))
        throw ioError(Text::tr("The program '%1' could not be started: %2.", command[0], systemText(error)));
    input_ = std::move(input.write);
    output_ = std::move(output.read);
    // Not by glibc's name for it: that came with 2.36.
    end_ = FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, process_, 0)));
    if (!end_.isOpen()) {
        const Text why = systemText();
        signal(SIGKILL);
        reap();
        throw ioError(Text::tr("The end of the program '%1' cannot be watched: %2.", command[0], why));
    }
}

ChildProcess::~ChildProcess() {
    signal(SIGKILL);
    reap();
}

bool ChildProcess::tell(std::string_view words) { return writeAll(input_, words); }

void ChildProcess::endInput() { input_ = FileDescriptor(); }

void ChildProcess::signal(int number) {
    const std::lock_guard lock(mutex_);
    if (!reaped_)
        ::kill(-process_, number);
}

// False: nobody can write any more, or nothing is there now.
bool ChildProcess::read(std::string& output) {
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(output_.get(), buffer.data(), buffer.size());
    if (count > 0)
        output.append(buffer.data(), static_cast<std::size_t>(count));
    else if (count == 0)
        output_ = FileDescriptor(); // it goes on in silence, or is about to end
    return count > 0;
}

ChildProcess::News ChildProcess::next(std::string& output, std::chrono::milliseconds limit) {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + limit;
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
        const auto wait = std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max());
        std::array<pollfd, 2> watched{pollfd{output_.get(), POLLIN, 0}, pollfd{end_.get(), POLLIN, 0}};
        const int found = ::poll(watched.data(), watched.size(), static_cast<int>(wait));
        if (found == 0)
            return News::None;
        if (found > 0 && watched[0].revents != 0 && read(output))
            return News::Output;
        if (found > 0 && watched[0].revents == 0 && watched[1].revents != 0) {
            reap();
            return News::Ended;
        }
    }
}

void ChildProcess::reap() {
    if (reaped_)
        return;
    int status = 0;
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    const std::lock_guard lock(mutex_);
    pid_t found = 0;
    while ((found = ::waitpid(process_, &status, 0)) < 0 && errno == EINTR) {
    }
    reaped_ = true;
    constexpr int kBySignal = 128;
    if (found < 0) // waited for by another part of this process, or forgotten by the system
        status_ = kUnknownStatus;
    else
        status_ = WIFSIGNALED(status) ? kBySignal + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace belfry
