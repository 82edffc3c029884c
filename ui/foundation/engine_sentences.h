// The engine's English sentences as they are told, with %1, %2 ... for what varies, in this order: what lupdate
// collects and what engineSentence() recognises. A test compares them with the engine's sources.
#pragma once

#include <span>

namespace belfry {

std::span<const char* const> engineSentenceTexts();       // plans, networks, devices, runs
std::span<const char* const> engineDataSentenceTexts();   // pictures, folders of them, TFRecord files, downloads
std::span<const char* const> engineSearchSentenceTexts(); // searches
std::span<const char* const> engineFileSentenceTexts();   // other files and folders, data sets, weights

} // namespace belfry
