// Texts in files: beside the English sentence its template and arguments, so that a window can translate it. Any
// thread.
#pragma once

#include "core/base/text.h"

#include <nlohmann/json_fwd.hpp>

namespace belfry {

// {"template": "%n images in '%1'.", "singular": ..., "count": 3, "arguments": ["a", 5, {"value": 0.5, "format": "g",
// "precision": 6}, {"template": ...}]}; null for verbatim words, which the English says in full.
nlohmann::json toJson(const Text& text);

// The text of `json` where its English is `english`; else `english` verbatim: a file of an older program has none, and
// one that was edited may contradict itself. Never throws.
Text textFrom(const nlohmann::json& json, const std::string& english);
// Of the fields `key` and `key`_text of an object. Throws nlohmann's errors if the English is missing or not a string.
Text textField(const nlohmann::json& object, const std::string& key);
std::vector<Text> textsField(const nlohmann::json& object, const std::string& key);
void setTextField(nlohmann::json& object, const std::string& key, const Text& text);
// `key`_text alone, where `key` has the English already.
void addTextParts(nlohmann::json& object, const std::string& key, const Text& text);
void addTextParts(nlohmann::json& object, const std::string& key, const std::vector<Text>& texts);

} // namespace belfry
