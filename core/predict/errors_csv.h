// Mistakes, confused pairs and slices as tables for spreadsheets and scripts (RFC 4180). No state; any thread.
#pragma once

#include "core/predict/mistakes.h"
#include "core/predict/slices.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace belfry {

// The file of an image; "": it has none of its own.
using FileOfImage = std::function<std::string(std::int64_t image)>;

// image, file, true_class, answer, confidence, true_probability.
std::string mistakesCsv(std::span<const Mistake> mistakes, const std::vector<std::string>& classes,
                        const FileOfImage& file);
// true_class, answer, images, of_class, share, confidence, and image and file of the most confident mistake.
std::string pairsCsv(std::span<const ConfusedPair> pairs, const std::vector<std::string>& classes,
                     const FileOfImage& file);
// by, slice, images, correct, accuracy, both ends of its 95 % interval, accuracy of the rest, whether it is marked (1
// or 0), and image and file of its most confident mistake, if it has one.
std::string slicesCsv(std::span<const EvaluationSlice> slices, const FileOfImage& file);

} // namespace belfry
