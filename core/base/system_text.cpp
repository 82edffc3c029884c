#include "core/base/system_text.h"

#include <cstring>

namespace belfry {

// The commonest of files and folders; others are in the system's words.
Text systemText(int error) {
    switch (error) {
    case EACCES:
        return Text::tr("Permission denied");
    case ENOENT:
        return Text::tr("No such file or directory");
    case ENOTDIR:
        return Text::tr("Not a directory");
    case EISDIR:
        return Text::tr("Is a directory");
    case ENOSPC:
        return Text::tr("No space left on device");
    case EDQUOT:
        return Text::tr("Disk quota exceeded");
    case EROFS:
        return Text::tr("Read-only file system");
    case EIO:
        return Text::tr("Input/output error");
    case EEXIST:
        return Text::tr("File exists");
    case ENAMETOOLONG:
        return Text::tr("File name too long");
    case EFBIG:
        return Text::tr("File too large");
    case EMFILE:
        return Text::tr("Too many open files");
    case EPERM:
        return Text::tr("Operation not permitted");
    case ETXTBSY:
        return Text::tr("Text file busy");
    case EBUSY:
        return Text::tr("Device or resource busy");
    default:
        return Text::verbatim(std::strerror(error));
    }
}

} // namespace belfry
