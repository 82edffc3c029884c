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
#include <numeric>

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
        for (std::int64_t first = 0; first < count_ && !stop_.stop_requested();) {
            const int split = report_.pictures[static_cast<std::size_t>(first)].split;
            indices.clear();
            for (std::int64_t i = first; i < count_ && std::ssize(indices) < most &&
                                         report_.pictures[static_cast<std::size_t>(i)].split == split;
                 ++i)
                indices.push_back(report_.pictures[static_cast<std::size_t>(i)].index);
            pictures.resize(indices.size() * bytes);
            splitsOf(data_)[static_cast<std::size_t>(split)]->read(indices, pictures.data());
            onAllCores(indices.size(), [&](std::size_t i) {
                const auto picture = std::span(std::as_const(pictures)).subspan(i * bytes, bytes);
                figures[static_cast<std::size_t>(first) + i] = figuresOf(picture, data_.shape);
                fingerprints_->set(first + static_cast<std::int64_t>(i), picture);
            });
            first += std::ssize(indices);
            tell(DoctorStage::Pictures, static_cast<double>(first) / static_cast<double>(count_));
        }
        const auto faults = faultsOf(figures);
        const std::vector<bool> odd = oddSizes(storedSizes());
        for (std::size_t i = 0; i < faults.size(); ++i)
            if (faults[i] || odd[i])
                report_.faults.push_back({i, faults[i].value_or(PictureFault::OddSize)});
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

    at::Tensor features() {
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
        for (const ImageStore* split : splitsOf(data_)) {
            std::vector<std::int64_t> ids(static_cast<std::size_t>(split->size()));
            std::iota(ids.begin(), ids.end(), 0);
            parts.push_back(source.of(*split, ids, stop_, [&](std::int64_t images) {
                done += images;
                tell(DoctorStage::Features, static_cast<double>(done) / static_cast<double>(count_));
            }));
            if (!parts.back().defined())
                return {};
        }
        return at::cat(parts);
    }

    void checkLabels() {
        Stopwatch watch;
        LabelledFeatures pictures{features(), at::empty({count_}, at::kLong)};
        report_.featureSeconds = watch.seconds();
        if (!pictures.features.defined())
            return;
        for (std::int64_t i = 0; i < count_; ++i)
            pictures.labels.data_ptr<std::int64_t>()[i] = report_.pictures[static_cast<std::size_t>(i)].label;
        const auto classes = static_cast<int>(data_.classes.size());
        const LabelCheck check =
            belfry::checkLabels(pictures, classes, stop_, [this](double part) { tell(DoctorStage::Labels, part); });
        report_.checkedLabels = true;
        report_.accuracy = check.accuracy;
        for (const LabelSuspect& suspect : check.suspects)
            report_.suspects.push_back({static_cast<std::size_t>(suspect.index), suspect.proposed, suspect.doubt});
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
