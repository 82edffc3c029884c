#include "ui/pages/runs/setting_names.h"

#include <QCoreApplication>
#include <map>

namespace belfry {

QString settingName(const std::string& field) {
    static const std::map<std::string, const char*> names{
        {"data", QT_TRANSLATE_NOOP("belfry::Settings", "Data")},
        {"picture_size", QT_TRANSLATE_NOOP("belfry::Settings", "Picture size")},
        {"split_seed", QT_TRANSLATE_NOOP("belfry::Settings", "Split seed")},
        {"train_images", QT_TRANSLATE_NOOP("belfry::Settings", "Training images")},
        {"model", QT_TRANSLATE_NOOP("belfry::Settings", "Network")},
        {"layers", QT_TRANSLATE_NOOP("belfry::Settings", "Layers")},
        {"hidden_layers", QT_TRANSLATE_NOOP("belfry::Settings", "Hidden layers")},
        {"width", QT_TRANSLATE_NOOP("belfry::Settings", "Width")},
        {"activation", QT_TRANSLATE_NOOP("belfry::Settings", "Activation")},
        {"dropout", QT_TRANSLATE_NOOP("belfry::Settings", "Dropout")},
        {"devices", QT_TRANSLATE_NOOP("belfry::Settings", "Devices")},
        {"towers", QT_TRANSLATE_NOOP("belfry::Settings", "Towers")},
        {"batch_per_tower", QT_TRANSLATE_NOOP("belfry::Settings", "Batch per tower")},
        {"global_batch", QT_TRANSLATE_NOOP("belfry::Settings", "Global batch")},
        {"augmentation", QT_TRANSLATE_NOOP("belfry::Settings", "Augmentation")},
        {"normalisation", QT_TRANSLATE_NOOP("belfry::Settings", "Normalisation")},
        {"feed", QT_TRANSLATE_NOOP("belfry::Settings", "Feed")},
        {"queue_capacity", QT_TRANSLATE_NOOP("belfry::Settings", "Queue capacity")},
        {"queue_workers", QT_TRANSLATE_NOOP("belfry::Settings", "Queue workers")},
        {"exchange", QT_TRANSLATE_NOOP("belfry::Settings", "Exchange")},
        {"check_exchange", QT_TRANSLATE_NOOP("belfry::Settings", "Exchange checked")},
        {"optimizer", QT_TRANSLATE_NOOP("belfry::Settings", "Optimizer")},
        {"learning_rate", QT_TRANSLATE_NOOP("belfry::Settings", "Learning rate")},
        {"momentum", QT_TRANSLATE_NOOP("belfry::Settings", "Momentum")},
        {"rho", QT_TRANSLATE_NOOP("belfry::Settings", "Rho")},
        {"beta1", QT_TRANSLATE_NOOP("belfry::Settings", "Beta 1")},
        {"beta2", QT_TRANSLATE_NOOP("belfry::Settings", "Beta 2")},
        {"epsilon", QT_TRANSLATE_NOOP("belfry::Settings", "Epsilon")},
        {"schedule_decay", QT_TRANSLATE_NOOP("belfry::Settings", "Schedule decay")},
        {"weight_decay", QT_TRANSLATE_NOOP("belfry::Settings", "Weight decay")},
        {"schedule", QT_TRANSLATE_NOOP("belfry::Settings", "Schedule")},
        {"decay_factor", QT_TRANSLATE_NOOP("belfry::Settings", "Decay factor")},
        {"decay_epochs", QT_TRANSLATE_NOOP("belfry::Settings", "Decay epochs")},
        {"decay_steps", QT_TRANSLATE_NOOP("belfry::Settings", "Decay steps")},
        {"warmup_epochs", QT_TRANSLATE_NOOP("belfry::Settings", "Warm-up epochs")},
        {"warmup_steps", QT_TRANSLATE_NOOP("belfry::Settings", "Warm-up steps")},
        {"clip_norm", QT_TRANSLATE_NOOP("belfry::Settings", "Clip norm")},
        {"average_decay", QT_TRANSLATE_NOOP("belfry::Settings", "Average decay")},
        {"label_smoothing", QT_TRANSLATE_NOOP("belfry::Settings", "Label smoothing")},
        {"epochs", QT_TRANSLATE_NOOP("belfry::Settings", "Epochs")},
        {"steps", QT_TRANSLATE_NOOP("belfry::Settings", "Steps")},
        {"patience", QT_TRANSLATE_NOOP("belfry::Settings", "Patience")},
        {"best_by", QT_TRANSLATE_NOOP("belfry::Settings", "Best by")},
        {"seed", QT_TRANSLATE_NOOP("belfry::Settings", "Seed")},
        {"precision", QT_TRANSLATE_NOOP("belfry::Settings", "Precision")},
    };
    const auto found = names.find(field);
    return found == names.end() ? QString::fromStdString(field)
                                : QCoreApplication::translate("belfry::Settings", found->second);
}

} // namespace belfry
