# Sourced by scripts/test and scripts/soak: checks and tests are run, counted and summed up.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root" || exit 1
export CARGO_TERM_COLOR=${CARGO_TERM_COLOR:-never}

passed=0
failed=0
skipped=0
failures=()
# Not empty: the tests that are `#[ignore]`d are run, too.
ignored=

count() {
    passed=$((passed + $1))
    failed=$((failed + $2))
}

# A place for logs, and for the models and results that the tests share.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TORUSMITH_CACHE=${TORUSMITH_CACHE:-$root/target/tmp/verilated}

# check NAME COMMAND..: one check that passes if the command does.
check() {
    local name=$1 start=$SECONDS
    shift
    say "$name: $*"
    if "$@" </dev/null; then
        count 1 0
        say "$name: passed ($((SECONDS - start)) s)"
    else
        count 0 1
        failures+=("$name")
        say "$name: FAILED ($((SECONDS - start)) s)"
    fi
}

# The tests that left out what they are about: `NAME: REASON`, a line each.
skips() { [ -n "${TORUSMITH_ALLOW_SKIP:-}" ] && sort -u "$TORUSMITH_ALLOW_SKIP"; }

# tests ARGUMENT..: runs the tests that cargo finds with the arguments, and adds up what the runner reports. To the runner a skipped test has passed.
tests() {
    local name=tests start=$SECONDS log=$scratch/log status counts
    if cargo nextest --version >/dev/null 2>&1; then
        set -- cargo nextest run --no-fail-fast ${ignored:+--run-ignored all} "$@"
    else
        set -- cargo test --no-fail-fast "$@" ${ignored:+-- --include-ignored}
    fi
    say "$name: $*"
    "$@" </dev/null 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
    # `test result: ok. 12 passed; 0 failed; ..` of cargo test, a line a binary;
    # `Summary [ 4.2s] 12 tests run: 10 passed (1 slow), 1 failed, 1 timed out, 0 skipped` of nextest.
    counts=$(awk '/^test result:/ || /^ *Summary \[/ {
            for (i = 2; i <= NF; i++) {
                if ($i ~ /^passed/) passed += $(i - 1)
                if ($i ~ /^failed/ || ($i == "timed" && $(i + 1) ~ /^out/)) failed += $(i - 1)
            }
        }
        END { print passed + 0, failed + 0 }' "$log")
    skipped=$(skips | sed 's/: .*//' | sort -u | wc -l)
    count ${counts}
    passed=$((passed - skipped))
    if [ "$status" != 0 ] && [ "${counts#* }" = 0 ]; then
        # It did not come to a summary.
        count 0 1
    fi
    [ "$status" = 0 ] || failures+=("$name")
    say "$name: $((${counts% *} - skipped)) passed, ${counts#* } failed, $skipped skipped ($((SECONDS - start)) s)"
}

# may_lack NAME..: tests may be skipped for want of these, and are then named; without the function, a missing tool is a failure.
may_lack() {
    unset TORUSMITH_ALLOW_SKIP
    local missing=("$@")
    if [ "${#missing[@]}" != 0 ]; then
        say "NO $(IFS=, && echo "${missing[*]}"): the tests that need it are skipped"
        export TORUSMITH_ALLOW_SKIP=$scratch/skipped
        : >"$TORUSMITH_ALLOW_SKIP"
    fi
}

# Says what failed and what was skipped, and how much time it took; the last line counts. Fails if anything did.
summary() {
    [ "$failed" = 0 ] || say "failed: ${failures[*]}"
    if [ "$skipped" != 0 ]; then
        say "SKIPPED, so NOT checked here:"
        skips | sed 's/^/    /'
    fi
    times >"$scratch/times"
    say "$SECONDS s, $(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%d", 60 * ($1 + $3) + $2 + $4 }' "$scratch/times") s of processor time"
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
}
