// Where threads that work on parts of one thing put their numbers together: all come, all leave with the sums.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace belfry {

// What sum() throws when somebody will not come.
class MeetingCalledOff : public std::runtime_error {
public:
    MeetingCalledOff() : std::runtime_error("A tower failed while another waited for its sums.") {}
};

// Each party is one thread at a time; all come equally often.
class Meeting {
public:
    explicit Meeting(int parties)
        : parts_(static_cast<std::size_t>(parties)), waits_(static_cast<std::size_t>(parties)) {}

    // Blocks until every party has come. `values` becomes the sum over all parties, in their order: the same bits every
    // time. A party with nothing to add brings an empty span. Throws MeetingCalledOff at once after callOff().
    void sum(int party, std::span<double> values);

    // Milliseconds that the party has waited for others in sum() since it last asked. That party's thread.
    float takeWait(int party) { return std::exchange(waits_[static_cast<std::size_t>(party)], 0.0F); }

    // Wakes and refuses everybody until open(). Any thread.
    void callOff();
    // As if nobody had come. While nobody is in sum().
    void open();

private:
    void addUp();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::vector<double>> parts_; // by party
    std::vector<float> waits_;               // by party; each its own
    std::vector<double> sums_;               // of the last meeting; read by all before they can come to the next
    std::size_t come_ = 0;
    std::uint64_t meetings_ = 0; // that took place
    bool calledOff_ = false;
};

} // namespace belfry
