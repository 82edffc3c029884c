// Stored pen drawings of digits with known labels, for every test that draws. See README.md beside this file.
#pragma once

#include "core/predict/drawing.h"

#include <string>
#include <vector>

namespace belfry {

struct LabelledDrawing {
    int digit = 0;
    std::string style; // "barred, jittery"
    Drawing strokes;   // units of the pad
};

struct StoredDrawings {
    float pad = 0; // units of the pad's side
    float pen = 0; // units of its pen's width
    std::vector<LabelledDrawing> drawings;
};

// Reads tests/strokes/digits.json; throws what the JSON library throws when it is damaged.
StoredDrawings loadStoredDrawings();

} // namespace belfry
