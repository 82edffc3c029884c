// The common part of pooling layers: a window that slides over every map. Internal to core/model.
#pragma once

#include "core/model/layer_kinds/common_fields.h"
#include "core/model/layer_planner.h"

namespace belfry {

template <typename Spec>
class PoolKind : public LayerKindOf<Spec> {
    Text syntax() const override { return Text::tr("after the size come stride N, same, symmetric or valid."); }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    std::vector<LayerField> fieldsOf(Spec& spec) const override {
        return {kernelField(spec.kernel, Text::tr("a size such as 2x2")), strideField(spec.stride, spec.kernel, true),
                paddingField(spec.padding)};
    }

    void planFrom(LayerPlanner& planner, const Spec& spec) const override {
        planner.requirePositive(spec.kernel, Text::tr("the size"));
        planner.requirePositive(spec.stride, Text::tr("the stride"));
        if (const Text problem = tooWide(spec.kernel); !problem.empty())
            planner.refuse(problem);
        planner.slideWindow(spec.kernel, spec.stride, spec.padding);
    }

    virtual Text tooWide(int kernel) const = 0; // empty: the window is not
};

} // namespace belfry
