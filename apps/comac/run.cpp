// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>

#include "base/parallel.hpp"
#include "check_files.hpp"
#include "comac/base/error.hpp"
#include "command.hpp"
#include "exit_code.hpp"
#include "help.hpp"
#include "memory_budget.hpp"
#include "paint.hpp"
#include "terminal.hpp"

namespace comac::app {
namespace {

bool asks_for_help(const std::vector<std::string>& words) {
  const auto options_end = std::ranges::find(words, "--");
  return std::any_of(words.begin(), options_end,
                     [](const auto& word) { return word == "--help" || word == "-h"; });
}

[[noreturn]] void refuse_command(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  throw Error(ErrorCode::usage, fmt::format("there is no command '{}'{}", name, did_you_mean(name, names)));
}

/// One budget for everything that a command does.
void limit_memory_for(const Arguments& arguments) {
  Options options;
  for (const std::string_view name : {"memory-limit", "threads"}) {
    if (find_option(arguments.command(), name) != nullptr) arguments.set(name, options);
  }
  limit_memory(options.memory_limit, thread_count(options.threads));
}

void print_help(const std::string& text) { print(takes_colours(STDOUT_FILENO) ? paint_help(text) : text); }

int run(const std::vector<std::string>& words) {
  const std::string first = words.empty() ? "--help" : words.front();
  if (first == "--version") {
    print("comac " COMAC_VERSION "\n");
    return done;
  }
  if (first == "--help" || first == "-h" || first == "help") {
    print_help(overview());
    return words.empty() ? wrong_usage : done;
  }
  const Command* command = find_command(first);
  if (command == nullptr) refuse_command(first);
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (asks_for_help(rest)) {
    print_help(help_text(*command));
    return done;
  }
  const Arguments arguments(*command, rest);
  limit_memory_for(arguments);
  check_files(arguments);
  return command->run(arguments);
}

/// Where a user who made a mistake finds the options.
void say_hint(const std::vector<std::string>& words) {
  const bool known = !words.empty() && find_command(words.front()) != nullptr;
  say(fmt::format("see comac {}--help", known ? words.front() + " " : ""));
}

}  // namespace

namespace {

/// Whatever happens while an error is told, it ends in its exit code.
int run_and_tell(const std::vector<std::string>& words) {
  try {
    return run(words);
  } catch (const Error& error) {
    say_error(error.worded("--"));
    if (error.code() == ErrorCode::usage) say_hint(words);
    return exit_code(error.code());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::length_error&) {
    throw;
  } catch (const std::exception& error) {
    say_error(fmt::format("something that should not happen did: {}; please report it", error.what()));
    return internal_error;
  }
}

/// Takes no memory.
int say_out_of_memory() noexcept {
  const std::string_view sentence = out_of_memory_sentence();
  [[maybe_unused]] const auto told = write(STDERR_FILENO, sentence.data(), sentence.size());
  return bad_data;
}

/// For what is thrown where nobody can catch it: before main() begins, or where nothing may be thrown. Where
/// nothing was thrown, there was no memory even for the exception.
[[noreturn]] void end_uncaught() noexcept {
  try {
    if (!std::current_exception()) _exit(say_out_of_memory());
    std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    _exit(say_out_of_memory());
  } catch (...) {
  }
  std::abort();
}

[[gnu::constructor(101)]] void before_everything() { std::set_terminate(end_uncaught); }

}  // namespace

int run_command_line(int count, char** words) {
  try {
    return run_and_tell({words + 1, words + count});
  } catch (...) {  // out of memory, or lengths beyond all memory
    return say_out_of_memory();
  }
}

}  // namespace comac::app
