// Data sets: uint8 images, labels and class names. The interface is the same for sets in memory and for streamed ones.
// Objects are immutable after construction: any thread may read.
#pragma once

#include "core/base/text.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace belfry {

// Size of one image. Bytes are stored height x width x channels (grey: 1 channel, colour: RGB).
struct ImageShape {
    int channels = 1;
    int height = 28;
    int width = 28;
    std::int64_t bytes() const { return std::int64_t{channels} * height * width; }
    bool operator==(const ImageShape&) const = default;
};

// A problem of a data set that does not prevent its use. Problems of one kind are counted and reported once.
struct DataIssue {
    enum class Kind {
        EmptyClass,      // a class without images
        UnreadableImage, // a picture that cannot be decoded, or a record without a picture
        ForeignLabel,    // an image whose label is not a known class
        SameName,        // class folders whose names differ only in case
        ForeignFile,     // a file that is not a picture
        MissingFile,     // a picture that a list or the data version names, and that is not there
        BrokenLine,      // a line of a list that says nothing, or again what another one said
        GroupAcross,     // pictures that belong together, in more than one split
        OutsideClasses,  // pictures and folders beside those of the classes or splits
        NotOpened,       // a file or folder without permission, or on a failing disk
        LinkNotFollowed, // a link to nowhere, or to a folder that it is in
        OneClass,        // there is nothing to tell apart
    };
    Kind kind = Kind::EmptyClass;
    std::int64_t count = 0;
    Text sentence;                    // what was found and how it was handled, with the first example
    std::vector<std::string> files{}; // the names that it is about, below DataSet::folder: the first kMaxNamed; or none
    bool operator==(const DataIssue&) const = default;
};

// A numbered collection of labelled images of one shape.
class ImageStore {
public:
    virtual ~ImageStore() = default;
    virtual std::int64_t size() const = 0;
    // Copies the images `indices` contiguously to destination (indices.size() * shape bytes). May block for the disk.
    // Throws Error(Usage) for an index outside 0..size()-1.
    virtual void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const = 0;
    virtual std::uint8_t label(std::int64_t index) const = 0;
    // The file of an image, below DataSet::folder ("train/cat/1.jpg"); "" where images have no files of their own.
    virtual std::string name(std::int64_t) const { return {}; }
    // The address of image 0 if all images are contiguous in memory, else null. Valid as long as the store.
    virtual const std::uint8_t* contiguous() const { return nullptr; }
    // Whether read() decodes files or computes, so that reading ahead of the towers is worth a thread.
    virtual bool decodesOnRead() const { return false; }
    // Issues found by read() so far. Grows while a store that decodes lazily is read. Any thread.
    virtual std::vector<DataIssue> issues() const { return {}; }
    // Whether read() could decode the image; what it gave of one that it could not is plain grey, and counts in no
    // figure (eraseUnreadable() in stores.h). True before it was read. Any thread.
    virtual bool readable(std::int64_t) const { return true; }
};

// The data of a run. Splits are disjoint; an id is an index into the store of a split.
struct DataSet {
    std::string name;  // catalogue name, e.g. "mnist"; or the absolute path of a folder
    std::string title; // for display, e.g. "MNIST"
    ImageShape shape;
    std::vector<std::string> classes; // index = label
    std::shared_ptr<const ImageStore> train;
    std::shared_ptr<const ImageStore> validation;
    std::shared_ptr<const ImageStore> test;
    std::filesystem::path folder;  // where it was found
    Text remark;                   // a sentence if it is only a part of the published set, else ""
    std::vector<DataIssue> issues; // found when it was opened
    std::string version;           // of a folder, as data/data_version.h; "": as it is
    std::string origin;            // who made it
    Text licence;
};

// The issues found when it was opened, and those found by reading its splits so far.
std::vector<DataIssue> issues(const DataSet& dataSet);

} // namespace belfry
