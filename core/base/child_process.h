// Another program, started by this one: what it is told, what it says, and its end. It has no files of this program but
// its input and output. In a session of its own, so that Ctrl-C at the terminal reaches this program alone, which then
// ends the other in order.
#pragma once

#include "core/base/file_descriptor.h"

#include <sys/types.h>

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

class ChildProcess {
public:
    // The first word is the program, looked up in PATH. Throws Error(Io) where it cannot be started. From then on
    // SIGCHLD is not ignored by this process.
    explicit ChildProcess(const std::vector<std::string>& command);
    ~ChildProcess(); // kills it, unless it has ended
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    // To its standard input. Short of 64 KiB it does not block. False: it does not read any more. SIGPIPE is ignored by
    // the caller, as the programs do.
    bool tell(std::string_view words);
    void endInput();         // which also happens when this process ends, however it does
    void signal(int number); // it and all that it has started; nothing after its end. Any thread.

    enum class News { Output, Ended, None };
    // Waits until it says something (standard output and error; appended to `output`), ends, or the limit is over. What
    // still holds its output after its end is not waited for. One thread.
    News next(std::string& output, std::chrono::milliseconds limit);
    // After its end; by a signal: 128 and the signal, as shells say it.
    int status() const { return status_; }
    static constexpr int kUnknownStatus = -1; // that of no program: the system did not tell

private:
    bool read(std::string& output);
    void reap();

    FileDescriptor input_, output_, end_;
    pid_t process_ = 0;
    std::mutex mutex_; // the number is another process's once this one is reaped
    bool reaped_ = false;
    int status_ = 0;
};

} // namespace belfry
