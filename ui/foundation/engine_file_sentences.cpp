// Sentences about files, folders, data sets and weights.
#include "ui/foundation/engine_sentences.h"

#include <QCoreApplication>
#include <array>

namespace belfry {
namespace {

constexpr std::array kTexts{
    // Files and folders of any kind.
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "The queue in '%1' is damaged: it is no list of plans. It was put aside as '%2'; queue the plans again."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The queue in '%1' is damaged: %2 It was put aside as '%3'; queue the plans again."),
    QT_TRANSLATE_NOOP("belfry::Engine", "No file '%1'. Check the path."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' has %2 bytes; at most %3 are expected here. It is probably another file."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Cannot read '%1'. Check its permissions."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Cannot create the folder '%1': %2. Choose a folder that you may write to."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Cannot create the folder '%1': %2. Set %3 to a folder you may write to."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' and %2 folders numbered after it exist. Choose another name."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Cannot write to the folder '%1': %2. Choose a folder that you may write to."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Cannot create '%1': %2. Choose a folder that you may write to."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Cannot create '%1' (%2). Choose a folder that you may write to."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Cannot replace '%1': %2. Choose a folder that you may write to."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Cannot write '%1': %2. Free some space or choose another folder."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Cannot write '%1' (SQLite: %2). Free some space, or choose a folder that you may write to."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Cannot write '%1' (%2). Free some space."),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "BELFRY_RESOURCES is '%1', which has no folder 'presets'. Unset it or name Belfry's share folder."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Belfry's resources are neither in '%1' nor in '%2'. Install again, or set "
                                        "BELFRY_RESOURCES to the folder that holds 'presets'."),
    QT_TRANSLATE_NOOP("belfry::Engine", "No home folder is known. Set HOME or XDG_DATA_HOME."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' is not the record of a run (%2). Delete the run or restore the file from a copy."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Cannot write '%1': %2. Choose a folder that you may write to, with space left."),
    // Runs: what became of them, and what people do with them.
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' is no time such as 2026-03-01T12:34:56Z"),
    QT_TRANSLATE_NOOP("belfry::Engine", "state '%1' is unknown"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Its process %1 is gone without having ended it."),
    QT_TRANSLATE_NOOP("belfry::Engine", "It ran on '%1' and has written nothing for ten minutes."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The program left the run before its end."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Cannot read the folder of runs '%1': %2. Set BELFRY_RUNS to a folder that you may read."),
    QT_TRANSLATE_NOOP("belfry::Engine", "No weights in '%1': the run ended before it saved any. Choose another run."),
    QT_TRANSLATE_NOOP("belfry::Engine", "No metrics in '%1'. The run recorded none, or the file was moved away."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' is not a metrics file of Belfry, or is damaged (SQLite: %2). The run's "
                                        "weights are not affected; restore the file from a copy to see its charts."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Cannot remove '%1': %2. Check the folder's permissions."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Cannot move '%1' to '%2': %3. Check the folder's permissions."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' is no folder of a run; %2"),
    QT_TRANSLATE_NOOP("belfry::Engine", "nothing was changed."),
    QT_TRANSLATE_NOOP("belfry::Engine", "nothing was deleted."),
    QT_TRANSLATE_NOOP("belfry::Engine", "nothing was restored."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Run '%1' does not lie in the bin '%2'; nothing was restored."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Run '%1' has no checkpoint of step %2; there are those of %3. Choose one of "
                                        "these."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Run '%1' has no checkpoint to begin from. Let it train longer, or give it a "
                                        "shorter checkpoint interval."),
    QT_TRANSLATE_NOOP("belfry::Engine", "It has not begun yet."),
    QT_TRANSLATE_NOOP("belfry::Engine", "column %1 holds something that is not a number"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a count is %1"),
    QT_TRANSLATE_NOOP("belfry::Engine", "A run's name is empty; expected one line of text."),
    QT_TRANSLATE_NOOP("belfry::Engine", "A run's name needs 1 to %1 bytes on one line; this one has %2."),
    QT_TRANSLATE_NOOP("belfry::Engine", "A run's note has %1 bytes; expected at most %2. Keep what is longer in a file "
                                        "of its own."),
    QT_TRANSLATE_NOOP("belfry::Engine", "A run has %1 tags; expected at most %2."),
    QT_TRANSLATE_NOOP("belfry::Engine", "A tag needs 1 to %1 bytes on one line and no comma; this one has %2."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' does not hold a run's name, note and tags (%2). Delete the file, or "
                                        "restore it from a copy."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The chart was cleared while it was being saved. Save it again."),
    // Data sets.
    QT_TRANSLATE_NOOP("belfry::Engine", "The data folder '%1' does not exist; --data-dir expects an existing folder. "
                                        "Correct the path, or leave it out to use the usual places."),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "No files of %1 ('%2' and others) in %3. Put them into one of these folders, or name theirs with --data-dir."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' is not a folder; expected one that holds a data set's files. Check the path."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' holds some files of %2 but not the %3 ('%4', which may be gzip'd). Add "
                                        "it, or choose another data folder."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' holds %2 of %3 training and %4 of %5 test images of %6."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' holds '%2' of %3 but not '%4'; expected no gap. Add it, or choose another data folder."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' holds %2 images; expected at least %3, of which a tenth is kept for "
                                        "validation. Get the original file again."),
    QT_TRANSLATE_NOOP("belfry::Engine", "training batch %1"), QT_TRANSLATE_NOOP("belfry::Engine", "test batch"),
    QT_TRANSLATE_NOOP("belfry::Engine", "names of the classes"), QT_TRANSLATE_NOOP("belfry::Engine", "training images"),
    QT_TRANSLATE_NOOP("belfry::Engine", "training labels"), QT_TRANSLATE_NOOP("belfry::Engine", "test images"),
    QT_TRANSLATE_NOOP("belfry::Engine", "test labels"),
    // Damaged data files: the frame, then what was found and what was expected.
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' %2; expected %3. Get the original files again."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' %2; expected %3. Get the original file again, or check that it is the right one."),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1' %2 Get the file again from its source."),
    QT_TRANSLATE_NOOP("belfry::Engine", "has only %1 bytes"),
    QT_TRANSLATE_NOOP("belfry::Engine", "does not begin with two zero bytes: it is no IDX file"),
    QT_TRANSLATE_NOOP("belfry::Engine", "holds elements of type %1"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has 1 dimension"), QT_TRANSLATE_NOOP("belfry::Engine", "has %1 dimensions"),
    QT_TRANSLATE_NOOP("belfry::Engine", "says it is %1 but holds only %2 elements"),
    QT_TRANSLATE_NOOP("belfry::Engine", "says it is %1"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has %1 bytes after its %2 elements"),
    QT_TRANSLATE_NOOP("belfry::Engine", "ends within its header"),
    QT_TRANSLATE_NOOP("belfry::Engine", "an IDX file of unsigned bytes in 1 dimension"),
    QT_TRANSLATE_NOOP("belfry::Engine", "an IDX file of unsigned bytes in %1 dimensions"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 (type 8)"), QT_TRANSLATE_NOOP("belfry::Engine", "no dimension of 0"),
    QT_TRANSLATE_NOOP("belfry::Engine", "all of them: it is truncated, or its header is damaged"),
    QT_TRANSLATE_NOOP("belfry::Engine", "nothing after them"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 bytes of header: it is truncated"),
    QT_TRANSLATE_NOOP("belfry::Engine", "holds images of %1 x %2 pixels"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 x %2 for %3"),
    QT_TRANSLATE_NOOP("belfry::Engine", "gives image %1 the label %2"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has %1 bytes, %2 more than %3 CIFAR-10 records of %4"),
    QT_TRANSLATE_NOOP("belfry::Engine", "whole records: it is truncated, or no CIFAR-10 file"),
    QT_TRANSLATE_NOOP("belfry::Engine", "gives record %1 the label %2"),
    QT_TRANSLATE_NOOP("belfry::Engine", "labels 0 to %1: it is damaged, or no CIFAR-10 file"),
    QT_TRANSLATE_NOOP("belfry::Engine", "names %1 classes"),
    QT_TRANSLATE_NOOP("belfry::Engine", "ten lines with a name each"),
    QT_TRANSLATE_NOOP("belfry::Engine", "labels 0 to %1"), QT_TRANSLATE_NOOP("belfry::Engine", "holds %1 labels"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1, one for each image of '%2'"),
    QT_TRANSLATE_NOOP("belfry::Engine", "holds %1 images"),
    QT_TRANSLATE_NOOP("belfry::Engine", "more than the %1 that are kept for validation"),
    QT_TRANSLATE_NOOP("belfry::Engine", "zlib cannot start for want of memory. Close other programs."),
    QT_TRANSLATE_NOOP("belfry::Engine", "unpacks to more than the %1 bytes expected here: it is another file."),
    QT_TRANSLATE_NOOP("belfry::Engine", "ends in the middle of its gzip data: it is truncated."),
    QT_TRANSLATE_NOOP("belfry::Engine", "does not match its gzip checksum (%1): it is damaged."),
    QT_TRANSLATE_NOOP("belfry::Engine", "incorrect data check"),
    QT_TRANSLATE_NOOP("belfry::Engine", "incorrect length check"),
    QT_TRANSLATE_NOOP("belfry::Engine", "holds damaged gzip data (%1)."),
    QT_TRANSLATE_NOOP("belfry::Engine", "is not a gzip file."),
    QT_TRANSLATE_NOOP("belfry::Engine", "has %1 bytes; a gzip file of 18 bytes to 2 GiB is expected."),
    QT_TRANSLATE_NOOP("belfry::Engine", "has %1 foreign bytes after its gzip data."),
    QT_TRANSLATE_NOOP("belfry::Engine", "has %1 bytes; at most %2 are expected here: it is another file."),
    // Weights: the frames, then what was found.
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' holds no weights that Belfry can use: %2. Choose a weights file that Belfry saved."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' %2. It is damaged or no safetensors file: save it again, or choose another."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' holds weights without the state of their training, which a checkpoint has; it can be "
                      "evaluated, not resumed. Choose another checkpoint."),
    QT_TRANSLATE_NOOP("belfry::Engine", "its tensors have the check sum %1, %2 is expected: the file was damaged after "
                                        "it was written"),
    QT_TRANSLATE_NOOP("belfry::Engine", "its '%1' of 'training' is %2, at least 0 is expected"),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The checkpoint keeps %1 vectors of the optimizer, %2 are expected. Choose another checkpoint."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The checkpoint keeps %1 numbers, %2 are expected. Choose another checkpoint."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Run '%1' is going on. Stop it first."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Run '%1' is going on in another program. Wait for its end, or stop it there."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Run '%1' has done all of its %2 steps. Give it more epochs, steps or "
                                        "patience to go on."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The checkpoint of run '%1' is of another network or data set (%2, %3) than its plan says (%4, "
                      "%5). Restore the folder from a copy."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Tensor '%1' is of dtype %2; F32 is expected. Save it as F32."),
    QT_TRANSLATE_NOOP("belfry::Engine", "it is no JSON from byte %1 on"),
    QT_TRANSLATE_NOOP("belfry::Engine", "it has no '%1' in its metadata"),
    QT_TRANSLATE_NOOP("belfry::Engine", "its '%1' cannot be read: %2"),
    QT_TRANSLATE_NOOP("belfry::Engine", "its 'step' is '%1', a number is expected"),
    QT_TRANSLATE_NOOP("belfry::Engine", "its '%1' is '%2', '%3' is expected"),
    QT_TRANSLATE_NOOP("belfry::Engine", "its '%1' is %2, between 0 and 1 is expected"),
    QT_TRANSLATE_NOOP("belfry::Engine", "its image has %1 %2, 1 to %3 is expected"),
    QT_TRANSLATE_NOOP("belfry::Engine", "it names %1 classes, 1 to 1,000,000 are expected"),
    QT_TRANSLATE_NOOP("belfry::Engine", "it has a tensor '%1' of shape %2 that network '%3' does not have"),
    QT_TRANSLATE_NOOP("belfry::Engine", "tensor '%1' is missing, one of shape %2 is expected"),
    QT_TRANSLATE_NOOP("belfry::Engine", "tensor '%1' has shape %2, %3 is expected"),
    QT_TRANSLATE_NOOP("belfry::Engine", "tensor '%1' holds values that are not finite numbers"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a single number"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has only %1 bytes; at least 8 are expected"),
    QT_TRANSLATE_NOOP("belfry::Engine", "says its header has %1 bytes; at most %2 are expected"),
    QT_TRANSLATE_NOOP("belfry::Engine", "says its header has %1 bytes but ends after %2"),
    QT_TRANSLATE_NOOP("belfry::Engine", "names %1 twice in its header"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has a header nested deeper than any of this format"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has a header that does not begin with '{'"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has a header that is not JSON"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has metadata that is not an object"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has metadata %1 that is not a text"),
    QT_TRANSLATE_NOOP("belfry::Engine", "gives tensor %1 no 'dtype' text"),
    QT_TRANSLATE_NOOP("belfry::Engine", "gives tensor %1 no '%2' of whole numbers"),
    QT_TRANSLATE_NOOP("belfry::Engine", "gives tensor %1 the unknown dtype %2"),
    QT_TRANSLATE_NOOP("belfry::Engine", "gives tensor %1 an absurd dimension"),
    QT_TRANSLATE_NOOP("belfry::Engine", "gives tensor %1 %2 bytes; its shape and dtype ask for %3"),
    QT_TRANSLATE_NOOP("belfry::Engine", "more than can be"),
    QT_TRANSLATE_NOOP("belfry::Engine", "describes tensor %1 by something else than dtype, shape, data_offsets"),
    QT_TRANSLATE_NOOP("belfry::Engine", "places tensor %1 outside its %2 bytes of data"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has a hole before tensor %1"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has an overlap at the beginning of tensor %1"),
    QT_TRANSLATE_NOOP("belfry::Engine", "has %1 bytes that belong to no tensor"),
    QT_TRANSLATE_NOOP("belfry::Engine", "'%1': %2"), // any of the above, or of the other table, about a file
};

} // namespace

std::span<const char* const> engineFileSentenceTexts() {
    return kTexts;
}

} // namespace belfry
