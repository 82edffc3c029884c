// Downloads a published file from the first server that has it. No state; any thread; one download of a file at a time.
// Blocks for the network; a stop request takes effect within about a second.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

struct DownloadFile {
    std::string name;              // of the resulting file
    std::vector<std::string> urls; // the same file on several servers, best first
    std::uint64_t bytes = 0;       // its size
    std::string sha256;            // of its contents
};

struct DownloadProgress {
    std::string file;
    std::string server;                // the current one
    std::uint64_t done = 0, total = 0; // bytes, of this file
};

struct DownloadOptions {
    std::function<void(const DownloadProgress&)> progress{}; // on the calling thread, several times a second
    std::stop_token stop{};
    int stallSeconds = 20; // below 100 bytes a second for as long: the next server is tried
    int attempts = 3;      // per server, as long as each receives data
};

// FOLDER/NAME.part is the partial download. A download that was stopped or killed resumes from it, also from another
// server. Servers without range requests send the whole file again. Contents that are longer than `bytes` or have
// another SHA-256 are deleted, and the next server is tried. Returns true when FOLDER/NAME is complete (immediately if
// it already is), false when stopped. Throws Error(Io) if no server had it (the message names each with its reason, or
// says that none could be reached), if the disk is full, or if the folder cannot be written.
bool downloadFile(const DownloadFile& file, const std::filesystem::path& folder, const DownloadOptions& options = {});

// Deletes the partial download. Never throws.
void discardDownload(const DownloadFile& file, const std::filesystem::path& folder);

} // namespace belfry
