# SPDX-License-Identifier: MIT
# Sourced by the other scripts: goes to the project's root, installs what is missing, builds quietly.

# The one list of packages (Debian 12). Tests need the second line, too, fuzzing the third, Debian packages the fourth, scripts/tidy the fifth.
build_packages="g++ cmake ninja-build pkg-config libeigen3-dev libcli11-dev libfmt-dev nlohmann-json3-dev \
  libspectra-dev libnanoflann-dev zlib1g-dev"
test_packages="libgtest-dev librapidcheck-dev chromium zsh fish man-db pybind11-dev python3-pybind11 python3-dev python3-venv python3-pip python3-setuptools \
  python3-wheel python3-build python3-numpy python3-scipy python3-pandas python3-sklearn python3-pytest mypy"
fuzz_packages="clang libclang-rt-14-dev"
package_packages="dpkg-dev file pybind11-dev python3-dev python3-numpy"
tidy_packages="clang-tidy-16"

cd "$(dirname "${BASH_SOURCE[0]}")/../.."

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$*"
  exit 1
}

# Runs a command and shows what it wrote only if it fails.
quietly() {
  local log code=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || code=$?
  [ "$code" -eq 0 ] || cat "$log" >&2
  rm -f "$log"
  return "$code"
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# install_missing PACKAGE...
install_missing() {
  local missing=() package
  command -v dpkg-query >/dev/null || return 0 # not Debian: CMake will say what it does not find
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    fail "Packages are missing; as root, run: apt-get install ${missing[*]}"
  fi
  say "Installing ${missing[*]} ..."
  quietly as_root apt-get update -q || fail "The list of packages can't be fetched; is there a network?"
  quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" ||
    fail "The packages can't be installed; see above."
}

# build PRESET [CMake option...]: builds into build/PRESET.
build() {
  local preset=$1
  shift
  [ -e "build/$preset/build.ninja" ] || say "Building build/$preset; the first time takes some minutes ..."
  quietly cmake --preset "$preset" "$@" || fail "The build can't be configured; see above."
  quietly cmake --build "build/$preset" --parallel "$(nproc)" || fail "The build failed; see above."
}
