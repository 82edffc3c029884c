// Data sets as uint8 images + labels + names. A data set is read(indices, destination): one that fits in memory and
// one that is streamed look the same from here. Objects are immutable after construction: any thread may read.
#pragma once

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

// Something odd about a data set that does not keep it from being used: said once, counted, never passed over.
struct Oddity {
    enum class Kind {
        EmptyClass,      // a class without images
        UnreadableImage, // a picture that does not decode, or a record that is no picture
        ForeignLabel,    // an image of no known class
        SameName,        // class folders whose names differ in case only
        ForeignFile,     // a file that is no picture
    };
    Kind kind = Kind::EmptyClass;
    std::int64_t count = 0;
    std::string sentence; // what was found and what became of it, with the first example
    bool operator==(const Oddity&) const = default;
};

// A numbered collection of labelled images of one shape.
class ImageStore {
public:
    virtual ~ImageStore() = default;
    virtual std::int64_t size() const = 0;
    // Copies images `indices` one after another into destination (indices.size() * shape bytes). May block for the
    // disk. Throws Error(Usage) for an index outside 0..size()-1.
    virtual void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const = 0;
    virtual std::uint8_t label(std::int64_t index) const = 0;
    // The address of image 0 when all images lie in memory one after another, else null. Valid as long as the store.
    virtual const std::uint8_t* contiguous() const { return nullptr; }
    // What reading has found odd so far; grows while a store that decodes as it reads is read. Any thread.
    virtual std::vector<Oddity> oddities() const { return {}; }
};

// Everything a run needs to know about its data. Splits are disjoint; ids are positions in each split's store.
struct DataSet {
    std::string name;  // catalogue name, e.g. "mnist"; or the absolute path of a folder
    std::string title; // for people, e.g. "MNIST"
    ImageShape shape;
    std::vector<std::string> classes; // index = label
    std::shared_ptr<const ImageStore> train;
    std::shared_ptr<const ImageStore> validation;
    std::shared_ptr<const ImageStore> test;
    std::filesystem::path folder; // where it was found
    std::string remark;           // a sentence when it is but a part of the published set, else ""
    std::vector<Oddity> oddities; // found when it was opened
    std::string origin;           // who made it
    std::string licence;
};

// What was odd when it was opened, and what reading its splits has found so far.
std::vector<Oddity> oddities(const DataSet& dataSet);

} // namespace belfry
