// Small pictures of a store, read off the GUI thread when they are asked for; the newest some hundred are kept. GUI
// thread only.
#pragma once

#include "core/data/dataset.h"
#include "ui/foundation/background.h"

#include <QImage>
#include <QObject>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace belfry {

class PictureCache : public QObject {
    Q_OBJECT
public:
    using QObject::QObject; // the destructor waits for those that are being read

    void setStore(const std::shared_ptr<const ImageStore>& store, const ImageShape& shape); // forgets all
    // Null while it is not there: arrived() follows.
    QImage picture(std::int64_t image);

Q_SIGNALS:
    void arrived(); // some of those that were asked for
    void failed(const belfry::Text& sentence);

private:
    struct Kept {
        QImage picture; // null: asked for
        std::uint64_t used = 0;
    };
    struct Read {
        std::vector<std::int64_t> images;
        std::vector<QImage> pictures;
    };
    void readNext();
    void forgetOldest();

    std::shared_ptr<const ImageStore> store_;
    ImageShape shape_;
    std::map<std::int64_t, Kept> kept_;
    std::vector<std::int64_t> wanted_; // not yet being read
    std::uint64_t time_ = 0;
    Background background_; // Destroyed before the above: its jobs may still run.
    LatestJob reading_{background_};
};

} // namespace belfry
