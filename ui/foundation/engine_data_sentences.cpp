// Sentences about pictures, folders of them, TFRecord files and downloads. The more special one of two that fit stands
// first.
#include "ui/foundation/engine_sentences.h"

#include <QCoreApplication>
#include <array>

namespace belfry {
namespace {

constexpr std::array kTexts{
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' %2. Save it again as JPEG, or choose another file."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' %2. Save it again as PNG, or choose another file."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' %2. Make the picture smaller."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' %2. Close other programs, or choose a smaller picture."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' is %2; a PNG, JPEG or BMP file is expected. Save the picture as PNG."),
    QT_TRANSLATE_NOOP("belfry::Engine", "a GIF picture"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a WebP picture"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a TIFF picture"),
    QT_TRANSLATE_NOOP("belfry::Engine", "no picture that is known here"),
    QT_TRANSLATE_NOOP("belfry::Engine", "is a damaged JPEG file (there is no picture in it)"),
    QT_TRANSLATE_NOOP("belfry::Engine", "is a damaged JPEG file (%1)"),
    QT_TRANSLATE_NOOP("belfry::Engine", "cannot be decoded: there is no memory for it"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "says it has %1 x %2 pixels in %3 bytes; at most %4 pixels and what the bytes can hold are expected"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "is a BMP file with %1 bits a pixel and compression %2; expected 1, 4, 8, 24 or 32 bits, not compressed"),
    QT_TRANSLATE_NOOP("belfry::Engine", "is a BMP file whose colours lie in unusual bits; expected blue, green, red"),
    QT_TRANSLATE_NOOP("belfry::Engine", "is not a BMP picture of a kind that is known here"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has %1 x %2 pixels; 1 to %3 in all are expected"),
    QT_TRANSLATE_NOOP("belfry::Engine", "ends in the middle of the picture: the BMP file is truncated"),
    QT_TRANSLATE_NOOP("belfry::Engine", "is not a PNG picture"),
    QT_TRANSLATE_NOOP("belfry::Engine", "ends in the middle of the picture: the PNG file is truncated"),
    QT_TRANSLATE_NOOP("belfry::Engine", "does not match its own checksum: the PNG file is damaged"),
    QT_TRANSLATE_NOOP("belfry::Engine", "is a damaged PNG file (%1)"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has more pixels than the %1 that are expected at most"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has %1 x %2 pixels; at most %3 in all are expected"),
    QT_TRANSLATE_NOOP("belfry::Engine", "says it has %1 x %2 pixels but its %3 bytes cannot hold them"),
    QT_TRANSLATE_NOOP("belfry::Engine", "needs more memory than there is"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "'%1': record %2 says it has %3 bytes, but only %4 are left in the file. It is truncated: get it again."),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "'%1' ends within the %2 of record %3; expected a whole TFRecord. It is truncated: get it again."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1': the %2 of record %3 does not match its checksum; expected a TFRecord "
                                        "file. It is damaged or something else: get it again."),
    QT_TRANSLATE_NOOP("belfry::Engine", "length"),
    QT_TRANSLATE_NOOP("belfry::Engine", "payload"),
    QT_TRANSLATE_NOOP("belfry::Engine", "checksum"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "'%1' %2; expected %3. Convert the data again, with the features height, width, depth, label and image_raw."),
    QT_TRANSLATE_NOOP("belfry::Engine", "gives the feature 'image_raw' more than one value"),
    QT_TRANSLATE_NOOP("belfry::Engine", "gives the feature '%1' more than one value"),
    QT_TRANSLATE_NOOP("belfry::Engine", "gives the feature '%1' no whole number"),
    QT_TRANSLATE_NOOP("belfry::Engine", "gives the feature 'image_raw' no bytes"),
    QT_TRANSLATE_NOOP("belfry::Engine", "one string of them"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has the feature '%1' twice"),
    QT_TRANSLATE_NOOP("belfry::Engine", "it once"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has a picture with a side of %1 pixels"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has a picture with %1 channels"),
    QT_TRANSLATE_NOOP("belfry::Engine", "1 (grey) or 3 (colour)"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has %1 bytes of pixels"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1, height x width x depth"),
    QT_TRANSLATE_NOOP("belfry::Engine", "holds bytes that are no protobuf message"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a tf.train.Example"),
    QT_TRANSLATE_NOOP("belfry::Engine", "lacks the feature 'image_raw'"),
    QT_TRANSLATE_NOOP("belfry::Engine", "lacks the feature '%1'"),
    QT_TRANSLATE_NOOP("belfry::Engine", "it in every record"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The picture size '%1' is not understood; expected sides of %2 to %3 pixels "
                                        "such as 32, 64x48, or 64x48x1 for grey pictures."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The picture size '%1' is stated, but the images of %2 have one size; only "
                                        "folders of pictures are resized. Leave it out."),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "'%1' holds no data set known here; expected sub-folders of pictures, one per class, or 'train.tfrecords', or, "
        "for example, '%2' and its companions. Name the folder that holds the files themselves."),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "'%1' has more than %2 class folders, which is all that a label can tell apart. Choose a folder with fewer."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' holds no pictures in class folders; expected one sub-folder per class "
                                        "with PNG, JPEG or BMP files. Choose the folder above the classes."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "1 class folder of '%1' without a training picture: no class is made of it; the first: '%2'."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "%1 class folders of '%2' without a training picture: no class is made of it; the first: '%3'."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "1 picture of '%1' of a class that has no training pictures: left out; the first: '%2'."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "%1 pictures of '%2' of a class that has no training pictures: left out; the first: '%3'."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The folders '%1' and '%2' of '%3' differ in case only: they are one class, '%4'."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "1 file of '%1' called a picture but no PNG, JPEG or BMP: left out; the first: '%2'."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "%1 files of '%2' called a picture but no PNG, JPEG or BMP: left out; the first: '%3'."),
    QT_TRANSLATE_NOOP("belfry::Engine", "1 other file of '%1' passed over; the first: '%2'."),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 other files of '%2' passed over; the first: '%3'."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The network reads other pictures or has other classes than %1. Name the folder of its own data "
                      "with --data-dir."),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 has no test images; a package carries some to be checked with. Choose a "
                                        "split that leaves some for testing."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' is there already and is no empty folder. Choose another one, or remove it first."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' is blank. Draw it again."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' cannot be the label of a drawing; expected a name that a folder can have. "
                      "Choose another class."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "1 drawing of '%1' of a class that the network does not know: left out; the first: '%2'."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "%1 drawings of '%2' of a class that the network does not know: left out; the first: '%3'."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The network reads %1 pictures of %2 classes; %3 has others. Evaluate it on %4."),
    QT_TRANSLATE_NOOP("belfry::Engine", "1 picture of '%1' could not be read: left out; the first: %2"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 pictures of '%2' could not be read: left out; the first: %3"),
    QT_TRANSLATE_NOOP("belfry::Engine", "1 picture of '%1' could not be read: plain grey; the first: %2"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 pictures of '%2' could not be read: plain grey; the first: %3"),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' gives %2 training, %3 validation and %4 test pictures; each split needs "
                                        "at least one. Add pictures: three of one class are enough."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' has no training records; expected pictures in train.tfrecords. Convert the data again."),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "'%1' is a picture of %2; expected %3 as the records before it. Convert the data again, to one size."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' has %2 training records; expected at least ten, of which a tenth is kept "
                                        "for validation and another for the test. Add records."),
    QT_TRANSLATE_NOOP("belfry::Engine", "1 record of '%1' with a label that is no class: left out; the first: %2."),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 records of '%2' with a label that is no class: left out; the first: %3."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' has label %2"),
    QT_TRANSLATE_NOOP("belfry::Engine", "holds images of another size than '%1'"),
    QT_TRANSLATE_NOOP("belfry::Engine", "the same size"),
    QT_TRANSLATE_NOOP("belfry::Engine", "at least ten, of which a tenth validates"),
    QT_TRANSLATE_NOOP("belfry::Engine", "holds images of %1 channels"),
    QT_TRANSLATE_NOOP("belfry::Engine", "3 (red, green, blue)"),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' needs %2 more bytes, but '%3' has %4. Free some space."),
    QT_TRANSLATE_NOOP("belfry::Engine", "No server of '%1' could be reached (%2). Check the network connection, or "
                                        "copy the file from elsewhere into '%3'."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' could not be downloaded (%2). Try again later, or copy the file from elsewhere into '%3'."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Cannot write '%1'. Free some space, or choose a folder that you may write to."),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1: its contents are not the published ones (SHA-256); %2"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1: its contents are not the published ones (SHA-256)"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1: it ended after %2 of %3 bytes; %4"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1: it ended after %2 of %3 bytes"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1: it sent more than the %2 bytes that were published; %3"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1: it sent more than the %2 bytes that were published"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1: it stalled after %2 of %3 bytes; %4"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1: it stalled after %2 of %3 bytes"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 comes with Belfry; there is nothing to download. Use it as it is."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' cannot be unpacked (%2). Download it again, and check that the disk has space."),
    QT_TRANSLATE_NOOP("belfry::Engine", "it ends too early"),
};

} // namespace

std::span<const char* const> engineDataSentenceTexts() {
    return kTexts;
}

} // namespace belfry
