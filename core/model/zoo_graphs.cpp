// Networks of the zoo that are graphs, as the text that a user may copy and change.
#include "core/model/zoo_graphs.h"

namespace belfry {

// He et al. 2015, section 4.2, with projections where the size changes (option B): 272,474 parameters on CIFAR-10.
const char* const kResnet20 = R"(conv 16 3x3 same linear no-bias fan-in
batchnorm momentum 0.9 relu
block residual 16 x3 {
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 relu
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 linear
  add input relu
}
block narrowing 32 {
  conv width 3x3 stride 2 same linear no-bias fan-in
  batchnorm momentum 0.9 relu
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 linear as body
  conv width 1x1 stride 2 linear no-bias fan-in from input
  batchnorm momentum 0.9 linear
  add body relu
}
block residual 32 x2 {
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 relu
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 linear
  add input relu
}
block narrowing 64 {
  conv width 3x3 stride 2 same linear no-bias fan-in
  batchnorm momentum 0.9 relu
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 linear as body
  conv width 1x1 stride 2 linear no-bias fan-in from input
  batchnorm momentum 0.9 linear
  add body relu
}
block residual 64 x2 {
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 relu
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 linear
  add input relu
}
global-avgpool
dense classes linear
)";

// He et al. 2015, table 1: 11,689,512 parameters for 1,000 classes.
const char* const kResnet18 = R"(conv 64 7x7 stride 2 same linear no-bias fan-in
batchnorm momentum 0.9 relu
maxpool 3x3 stride 2 same
block residual 64 x2 {
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 relu
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 linear
  add input relu
}
block narrowing 128 {
  conv width 3x3 stride 2 same linear no-bias fan-in
  batchnorm momentum 0.9 relu
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 linear as body
  conv width 1x1 stride 2 linear no-bias fan-in from input
  batchnorm momentum 0.9 linear
  add body relu
}
block residual 128 {
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 relu
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 linear
  add input relu
}
block narrowing 256 {
  conv width 3x3 stride 2 same linear no-bias fan-in
  batchnorm momentum 0.9 relu
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 linear as body
  conv width 1x1 stride 2 linear no-bias fan-in from input
  batchnorm momentum 0.9 linear
  add body relu
}
block residual 256 {
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 relu
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 linear
  add input relu
}
block narrowing 512 {
  conv width 3x3 stride 2 same linear no-bias fan-in
  batchnorm momentum 0.9 relu
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 linear as body
  conv width 1x1 stride 2 linear no-bias fan-in from input
  batchnorm momentum 0.9 linear
  add body relu
}
block residual 512 {
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 relu
  conv width 3x3 same linear no-bias fan-in
  batchnorm momentum 0.9 linear
  add input relu
}
global-avgpool
dense classes linear
)";

} // namespace belfry
