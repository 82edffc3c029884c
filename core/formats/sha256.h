// SHA-256, to verify published files. No global state; any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

struct evp_md_ctx_st;

namespace belfry {

// Incremental. One thread at a time; no add() after digest().
class Sha256 {
public:
    Sha256();
    void add(std::span<const std::uint8_t> bytes);
    std::string digest();

private:
    std::shared_ptr<evp_md_ctx_st> context_;
};

// 64 lower-case hexadecimal digits.
std::string sha256(std::span<const std::uint8_t> bytes);

} // namespace belfry
