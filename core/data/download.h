// One published file from the first of several servers that has it whole. No state; any thread, one download of a file
// at a time. Blocks for the network; a stop request is answered within about a second.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

struct DownloadFile {
    std::string name;              // of the file that is made
    std::vector<std::string> urls; // the same file on several servers, best first
    std::uint64_t bytes = 0;       // its size
    std::string sha256;            // of its contents
};

struct DownloadProgress {
    std::string file;
    std::string server;                // that is being asked
    std::uint64_t done = 0, total = 0; // bytes, of this file
};

struct DownloadOptions {
    std::function<void(const DownloadProgress&)> progress{}; // on the calling thread, several times a second
    std::stop_token stop{};
    int stallSeconds = 20; // without 100 bytes a second: the next server is asked
    int attempts = 3;      // at one server, each of which must get on
};

// FOLDER/NAME.part holds what has come so far: a download that was stopped, or whose program was killed, goes on from
// there, also on another server. Servers that do not know ranges send all again. Contents that are longer than `bytes`
// or have another SHA-256 are thrown away, and the next server is asked. True when FOLDER/NAME is there and whole (at
// once when it is already), false when stopped. Throws Error(Io) when no server had it (one sentence names each with
// its reason; when none could be reached it says so), when the disk is full or the folder cannot be written.
bool downloadFile(const DownloadFile& file, const std::filesystem::path& folder, const DownloadOptions& options = {});

// Gives up what came so far. Never throws.
void discardDownload(const DownloadFile& file, const std::filesystem::path& folder);

} // namespace belfry
