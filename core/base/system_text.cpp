#include "core/base/system_text.h"

#include <cstring>
#include <map>

namespace belfry {

// The most common errors of files and folders; others keep the system's own message.
Text systemText(int error) {
    static const std::map<int, Text> known{
        {EACCES, Text::tr("Permission denied")},
        {ENOENT, Text::tr("No such file or directory")},
        {ENOTDIR, Text::tr("Not a directory")},
        {EISDIR, Text::tr("Is a directory")},
        {ENOSPC, Text::tr("No space left on device")},
        {EDQUOT, Text::tr("Disk quota exceeded")},
        {EROFS, Text::tr("Read-only file system")},
        {EIO, Text::tr("Input/output error")},
        {EEXIST, Text::tr("File exists")},
        {ENAMETOOLONG, Text::tr("File name too long")},
        {EFBIG, Text::tr("File too large")},
        {EMFILE, Text::tr("Too many open files")},
        {EPERM, Text::tr("Operation not permitted")},
        {ETXTBSY, Text::tr("Text file busy")},
        {EBUSY, Text::tr("Device or resource busy")},
    };
    const auto found = known.find(error);
    return found != known.end() ? found->second : Text::verbatim(std::strerror(error));
}

} // namespace belfry
