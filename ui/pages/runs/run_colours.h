// Which colour and dash each run is drawn with: the same on every chart and beside its name, whatever else is compared
// and whichever run is the baseline. No widgets; one thread.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace belfry {

class RunColours {
public:
    // Gives every run that is drawn together with the others a look of its own. A run keeps the look that it had,
    // unless another one of these has the same.
    void assign(const std::vector<std::string>& ids);
    int of(const std::string& id) const; // for Theme::seriesColour() and seriesDash(); 0 for a run that has none

private:
    std::map<std::string, int> looks_;
};

} // namespace belfry
