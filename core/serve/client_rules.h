// Who may ask a server. No state; any thread.
#pragma once

#include <string>
#include <string_view>

namespace belfry {

// Whether no other machine can reach it: 127.0.0.0/8, ::1 and "localhost".
bool namesLoopback(const std::string& host);

// Whether a browser may send this from where it stands. Pages of strangers may make a browser ask "localhost": their
// own name then stands in Host (when it was made to mean this machine) or in Origin. `host`, `origin`: the headers, ""
// for none. onlyLoopback: Host must name the loopback, as the server listens there without a token.
bool mayAsk(std::string_view host, std::string_view origin, bool onlyLoopback);

// Whether the header "Authorization" holds the token. Takes as long for any token of that length.
bool bears(std::string_view authorization, std::string_view token);

} // namespace belfry
