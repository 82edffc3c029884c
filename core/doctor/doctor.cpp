#include "core/doctor/doctor.h"

#include "core/base/stopwatch.h"
#include "core/data/on_all_cores.h"
#include "core/data/stores.h"
#include "core/device/devices.h"
#include "core/doctor/label_suspects.h"
#include "core/doctor/near_copies.h"
#include "core/train/backbone_check.h"
#include "core/train/features.h"
#include "core/train/placement.h"
#include "core/train/prepare.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr std::int64_t kPicturesAtOnce = 512, kBytesAtOnce = 64 << 20;
constexpr std::int64_t kLittle = 8;        // images
constexpr double kOftenConfused = 0.1;     // of two classes' pictures
constexpr std::int64_t kLeastConfused = 5; // pictures: fewer are chance

class Examination {
public:
    Examination(const Plan& plan, const DataSet& data, const std::stop_token& stop,
                const std::function<void(DoctorStage, double)>& onProgress)
        : plan_(plan), data_(data), stop_(stop), onProgress_(onProgress) {}

    std::optional<DoctorReport> run() {
        listPictures();
        lookAtPictures();
        findCopies();
        if (!plan_.backbone.empty())
            checkLabels();
        return stop_.stop_requested() ? std::nullopt : std::optional(std::move(report_));
    }

private:
    void tell(DoctorStage stage, double part) const {
        if (onProgress_)
            onProgress_(stage, part);
    }

    void listPictures() {
        const auto splits = splitsOf(data_);
        for (std::size_t split = 0; split < splits.size(); ++split)
            for (std::int64_t i = 0; i < splits[split]->size(); ++i)
                report_.pictures.push_back(
                    {static_cast<int>(split), i, splits[split]->name(i), splits[split]->label(i)});
        count_ = std::ssize(report_.pictures);
    }

    void lookAtPictures() {
        fingerprints_.emplace(data_.shape, count_);
        std::vector<PictureFigures> figures(report_.pictures.size());
        const auto bytes = static_cast<std::size_t>(data_.shape.bytes());
        const std::int64_t most = std::clamp<std::int64_t>(kBytesAtOnce / data_.shape.bytes(), 1, kPicturesAtOnce);
        std::vector<std::uint8_t> pictures;
        std::vector<std::int64_t> indices;
        std::size_t seen = 0; // pictures that could be decoded
        for (std::int64_t first = 0; first < count_ && !stop_.stop_requested();) {
            const int split = report_.pictures[static_cast<std::size_t>(first)].split;
            indices.clear();
            for (std::int64_t i = first; i < count_ && std::ssize(indices) < most &&
                                         report_.pictures[static_cast<std::size_t>(i)].split == split;
                 ++i)
                indices.push_back(report_.pictures[static_cast<std::size_t>(i)].index);
            pictures.resize(indices.size() * bytes);
            const ImageStore& store = *splitsOf(data_)[static_cast<std::size_t>(split)];
            store.read(indices, pictures.data());
            std::vector<std::size_t> places; // in `pictures`
            for (std::size_t i = 0; i < indices.size(); ++i)
                if (store.readable(indices[i]))
                    places.push_back(i);
            onAllCores(places.size(), [&](std::size_t i) {
                const auto picture = std::span(std::as_const(pictures)).subspan(places[i] * bytes, bytes);
                figures[seen + i] = figuresOf(picture, data_.shape);
                fingerprints_->set(static_cast<std::int64_t>(seen + i), picture);
            });
            for (const std::size_t place : places)
                report_.pictures[seen++] = report_.pictures[static_cast<std::size_t>(first) + place];
            first += std::ssize(indices);
            tell(DoctorStage::Pictures, static_cast<double>(first) / static_cast<double>(count_));
        }
        leaveOutUnreadable(figures, seen);
        const auto faults = faultsOf(figures);
        const std::vector<bool> odd = oddSizes(storedSizes());
        for (std::size_t i = 0; i < faults.size(); ++i)
            if (faults[i] || odd[i])
                report_.faults.push_back({i, faults[i].value_or(PictureFault::OddSize)});
    }

    // Of all lists the first ones are left.
    void leaveOutUnreadable(std::vector<PictureFigures>& figures, std::size_t seen) {
        if (seen == 0 && count_ > 0 && !stop_.stop_requested())
            throw noneReadable(*data_.train);
        report_.pictures.resize(seen);
        figures.resize(seen);
        count_ = static_cast<std::int64_t>(seen);
    }

    // Before they are brought to one size.
    std::vector<std::optional<StoredSize>> storedSizes() const {
        std::vector<std::optional<StoredSize>> sizes(report_.pictures.size());
        onAllCores(sizes.size(), [&](std::size_t i) {
            const std::string& file = report_.pictures[i].file;
            if (!file.empty() && !stop_.stop_requested())
                sizes[i] = storedSize(data_.folder / file);
        });
        return sizes;
    }

    void findCopies() {
        const Stopwatch watch;
        const auto groups = nearCopies(*fingerprints_, stop_, [this](double part) { tell(DoctorStage::Copies, part); });
        for (const std::vector<std::int64_t>& group : groups) {
            CopiedPictures copies;
            const ExaminedPicture& first = report_.pictures[static_cast<std::size_t>(group.front())];
            for (const std::int64_t index : group) {
                const ExaminedPicture& picture = report_.pictures[static_cast<std::size_t>(index)];
                copies.pictures.push_back(static_cast<std::size_t>(index));
                copies.acrossSplits = copies.acrossSplits || picture.split != first.split;
                copies.acrossClasses = copies.acrossClasses || picture.label != first.label;
            }
            report_.copies.push_back(std::move(copies));
        }
        std::ranges::stable_sort(report_.copies, std::greater(), &CopiedPictures::acrossSplits);
        fingerprints_.reset();
        report_.copySeconds = watch.seconds();
    }

    // Undefined features: stopped. examined: the picture of each row.
    LabelledFeatures features(std::vector<std::size_t>& examined) {
        const Backbone backbone = loadBackbone(plan_.backbone);
        const Blueprint whole =
            makeBlueprint(architectureOf(plan_), data_.shape, static_cast<int>(data_.classes.size()),
                          inputStageFromNames(plan_.augmentation, plan_.normalisation));
        checkBackbone(backbone, whole);
        Plan placed = plan_; // it asks for the memory of training steps, of which there are none
        placed.batchPerTower = kLittle;
        placed.globalBatch = 0;
        const Placement placement = placeTowers(placed, whole, listDevices(), count_);
        FeatureSource source(backbone, whole, devicesOf(placement.towers), sessionThreads(placement.towers));
        std::vector<at::Tensor> parts;
        std::int64_t done = 0;
        for (int split = 0; split < std::ssize(kSplitNames); ++split) {
            std::vector<std::int64_t> ids;
            for (const ExaminedPicture& picture : report_.pictures)
                if (picture.split == split)
                    ids.push_back(picture.index);
            const ImageStore& store = *splitsOf(data_)[static_cast<std::size_t>(split)];
            parts.push_back(source.of(store, ids, stop_, [&](std::int64_t images) {
                done += images;
                tell(DoctorStage::Features, static_cast<double>(done) / static_cast<double>(count_));
            }));
            if (!parts.back().defined())
                return {};
            for (std::size_t i = 0, row = 0; i < report_.pictures.size() && row < ids.size(); ++i)
                if (const ExaminedPicture& picture = report_.pictures[i];
                    picture.split == split && picture.index == ids[row]) {
                    examined.push_back(i);
                    ++row;
                }
        }
        LabelledFeatures found{at::cat(parts), at::empty({std::ssize(examined)}, at::kLong)};
        for (std::size_t row = 0; row < examined.size(); ++row)
            found.labels.data_ptr<std::int64_t>()[row] = report_.pictures[examined[row]].label;
        return found;
    }

    void checkLabels() {
        Stopwatch watch;
        std::vector<std::size_t> examined;
        const LabelledFeatures pictures = features(examined);
        report_.featureSeconds = watch.seconds();
        if (!pictures.features.defined())
            return;
        const auto classes = static_cast<int>(data_.classes.size());
        const LabelCheck check =
            belfry::checkLabels(pictures, classes, stop_, [this](double part) { tell(DoctorStage::Labels, part); });
        report_.checkedLabels = true;
        report_.accuracy = check.accuracy;
        for (const LabelSuspect& suspect : check.suspects)
            report_.suspects.push_back(
                {examined[static_cast<std::size_t>(suspect.index)], suspect.proposed, suspect.doubt});
        addConfused(check.confusion, classes);
        report_.labelSeconds = watch.seconds() - report_.featureSeconds;
    }

    void addConfused(const std::vector<std::int64_t>& confusion, int classes) {
        const auto of = [&](int label, int answer) {
            return confusion[static_cast<std::size_t>(label) * static_cast<std::size_t>(classes) +
                             static_cast<std::size_t>(answer)];
        };
        for (int first = 0; first < classes; ++first)
            for (int second = first + 1; second < classes; ++second) {
                const std::int64_t mixed = of(first, second) + of(second, first);
                const std::int64_t all = mixed + of(first, first) + of(second, second);
                if (mixed >= kLeastConfused && static_cast<double>(mixed) >= kOftenConfused * static_cast<double>(all))
                    report_.confused.push_back({first, second, static_cast<double>(mixed) / static_cast<double>(all)});
            }
        std::ranges::sort(report_.confused, std::greater(), &ConfusedClasses::share);
    }

    const Plan& plan_;
    const DataSet& data_;
    const std::stop_token& stop_;
    const std::function<void(DoctorStage, double)>& onProgress_;
    DoctorReport report_;
    std::int64_t count_ = 0;
    std::optional<Fingerprints> fingerprints_;
};

} // namespace

void takeBackbone(Plan& plan) {
    std::string name = plan.backbone;
    if (const std::vector<std::string> names = backboneNames(); name.empty() && !names.empty()) {
        const auto usual = std::ranges::find(names, "efficientnet-lite0");
        name = usual != names.end() ? *usual : names.front();
    }
    if (!name.empty())
        chooseBackbone(plan, loadBackbone(name));
}

std::optional<DoctorReport> examine(const Plan& plan, const DataSet& data, const std::stop_token& stop,
                                    const std::function<void(DoctorStage, double)>& onProgress) {
    requireClasses(data);
    return Examination(plan, data, stop, onProgress).run();
}

} // namespace belfry
