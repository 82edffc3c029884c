// Pictures that turn out to be damaged in mid-run, where a store decodes as it reads. Session thread only.
#pragma once

#include "core/data/dataset.h"
#include "core/train/events.h"

#include <cstdint>
#include <vector>

namespace belfry {

class DataIssueReporter {
public:
    DataIssueReporter(const DataSet& data, Observer& observer) : data_(data), observer_(observer) {}
    // A Warning with all of them, each time there are more.
    void reportNew() {
        std::int64_t count = 0;
        std::vector<Text> sentences;
        for (const auto& split : {data_.train, data_.validation, data_.test})
            for (const DataIssue& issue : split->issues()) {
                count += issue.count;
                sentences.push_back(issue.sentence);
            }
        sentences.push_back(Text::tr("The run continues."));
        if (count > reported_)
            observer_.onEvent(Warning{Text::sentences(sentences)});
        reported_ = count;
    }

private:
    const DataSet& data_;
    Observer& observer_;
    std::int64_t reported_ = 0;
};

} // namespace belfry
