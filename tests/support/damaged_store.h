// A store of pictures some of which turn out to be damaged once they are read, as files may: plain grey, and no longer
// readable().
#pragma once

#include "core/data/stores.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace belfry::test {

class DamagedStore : public ImageStore {
public:
    DamagedStore(std::shared_ptr<const ImageStore> whole, std::set<std::int64_t> damaged, std::int64_t imageBytes)
        : whole_(std::move(whole)), damaged_(std::move(damaged)), imageBytes_(imageBytes) {}

    std::int64_t size() const override { return whole_->size(); }
    void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const override {
        whole_->read(indices, destination);
        const std::lock_guard lock(mutex_);
        for (const std::int64_t index : indices) {
            if (damaged_.contains(index)) {
                found_.insert(index);
                std::fill_n(destination, imageBytes_, std::uint8_t{128});
            }
            destination += imageBytes_;
        }
    }
    std::uint8_t label(std::int64_t index) const override { return whole_->label(index); }
    std::string name(std::int64_t index) const override { return "picture " + std::to_string(index); }
    bool readable(std::int64_t index) const override {
        const std::lock_guard lock(mutex_);
        return !found_.contains(index);
    }
    std::vector<DataIssue> issues() const override {
        const std::lock_guard lock(mutex_);
        if (found_.empty())
            return {};
        return {{DataIssue::Kind::UnreadableImage, std::ssize(found_),
                 Text::verbatim(std::to_string(found_.size()) + " damaged.")}};
    }

    // The same without them.
    std::shared_ptr<const ImageStore> sound() const {
        std::vector<std::int64_t> left;
        for (std::int64_t i = 0; i < size(); ++i)
            if (!damaged_.contains(i))
                left.push_back(i);
        return pickedStore(whole_, left);
    }

private:
    std::shared_ptr<const ImageStore> whole_;
    std::set<std::int64_t> damaged_;
    std::int64_t imageBytes_;
    mutable std::mutex mutex_;
    mutable std::set<std::int64_t> found_;
};

} // namespace belfry::test
