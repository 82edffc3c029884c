#include "ui/dialogs/network_editor/network_export.h"

#include "core/base/files.h"
#include "ui/foundation/theme.h"
#include "ui/widgets/network_diagram.h"
#include "ui/widgets/picture_file.h"

#include <algorithm>

namespace belfry {

void saveNetworkPicture(const Theme& theme, const Blueprint& blueprint, const QString& heading, const QString& file) {
    NetworkDiagram diagram(theme, NetworkDiagram::Detail::Full);
    diagram.setBlueprint(blueprint);
    diagram.resize(std::max(diagram.sizeHint().width(), diagram.labelledWidth()), diagram.sizeHint().height());
    const QByteArray bytes = pictureBytes(theme,
                                          {.heading = heading,
                                           .content = diagram.size(),
                                           .draw = [&diagram](QPainter& painter) { diagram.paint(painter); }},
                                          file);
    writeFileAtomically(file.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

} // namespace belfry
