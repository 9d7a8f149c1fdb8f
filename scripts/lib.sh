# Sourced by the scripts: where things are, which tools count, and how a script speaks.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools="$root/.tools"

say() { printf '%s: %s\n' "${0##*/}" "$*"; }
die() {
    printf '%s: %s\n' "${0##*/}" "$1" >&2
    exit "${2:-1}"
}
has() { command -v "$1" >/dev/null 2>&1; }

# Tools of the machine come first; TORUSMITH_WHEELS=1 puts those of .tools/ before them.
if [ -n "${TORUSMITH_WHEELS:-}" ]; then
    PATH="$tools/bin:$PATH"
else
    PATH="$PATH:$tools/bin"
fi
export PATH
