# Building images and publishing them in the registry.
#
# An image here is what it is everywhere: compressed layers, a configuration, a
# manifest.  Layers are made of Debian packages (build-layer.sh), and all is
# published with a few HTTP calls (publish.mjs): neither a public registry nor a
# running engine is needed.  The tags of one recipe share their layers; a small
# last layer (/etc/image-version) and the configuration differ, so each version
# has a digest of its own.

IMAGES=$LAB_DIR/images
LAYERS=$LAB_HOME/layers
CATALOG=${LAB_CATALOG:-$LAB_DIR/../../catalog}

sha() { sha256sum | cut -d' ' -f1; }

# --- recipes ---------------------------------------------------------------

# For each recipe in use: its parent, its set, the repositories it stands in for,
# and the key of its cached layer (its files, its parent's key, cache_extra).
declare -A FROM_OF=() SET_OF=() REPOS_OF=() KEY=([scratch]=scratch)

know() { # RECIPE
    local recipe=$1
    [ -z "${KEY[$recipe]:-}" ] || return 0
    [ -e "$IMAGES/$recipe/recipe.sh" ] || die "no such recipe: $recipe"
    IFS='|' read -r "FROM_OF[$recipe]" "SET_OF[$recipe]" "REPOS_OF[$recipe]" < <(
        FROM=base SET=core REPOS=
        . "$IMAGES/$recipe/recipe.sh"
        echo "$FROM|$SET|$REPOS")
    know "${FROM_OF[$recipe]}"
    KEY[$recipe]=$(
        cache_extra() { :; }
        . "$IMAGES/$recipe/recipe.sh"
        { echo "${KEY[${FROM_OF[$recipe]}]}"
          cache_extra
          cat "$LAB_DIR/lib/build-layer.sh"
          cd "$IMAGES/$recipe" || exit
          find . -type f ! -name '*.json' -printf '%p %m\n' | LC_ALL=C sort
          find . -type f ! -name '*.json' | LC_ALL=C sort | xargs -d '\n' cat; } | sha | cut -c1-16)
}

layer_dir() { echo "$LAYERS/$1/${KEY[$1]}"; }

# The folders of a recipe's layers, lowest first.
layer_chain() {
    [ "$1" != scratch ] || return 0
    layer_chain "${FROM_OF[$1]}"
    layer_dir "$1"
}

depth() { local n=0 r=$1; while [ "$r" != scratch ]; do r=${FROM_OF[$r]}; n=$((n + 1)); done; echo $n; }

# Build one recipe's layer; its parents are there.
build_recipe() {
    local recipe=$1 from=${FROM_OF[$1]} dir parent='' t
    t=$(now)
    dir=$(layer_dir "$recipe")
    [ "$from" = scratch ] || parent=$(layer_dir "$from")
    rm -rf "${LAYERS:?}/$recipe"
    mkdir -p "$dir"
    # In a mount namespace of its own: nothing stays mounted, whatever happens.
    if ! unshare -m --propagation private bash "$LAB_DIR/lib/build-layer.sh" "$recipe" "$dir" "$from" "$parent" \
            >"$LOG/build-$recipe.log" 2>&1 </dev/null 9>&-; then
        tail -n 15 "$LOG/build-$recipe.log" >&2
        rm -rf "$dir"
        die "building $recipe failed, see $LOG/build-$recipe.log"
    fi
    say "$(printf '%-10s built in %5s s, %4d MB (%d MB compressed)' "$recipe" "$(since "$t")" \
        $(($(jq .unpacked "$dir/layer.json") / 1000000)) $(($(jq .size "$dir/layer.json") / 1000000)))"
}

# Build what is missing of these recipes and their parents, as many at a time
# as there are processors; parents first.
build_recipes() {
    local r d n=0 max failed=0 todo
    max=$(nproc)
    todo=$(for r in "$@"; do
        while [ "$r" != scratch ]; do
            [ -e "$(layer_dir "$r")/layer.json" ] || echo "$(depth "$r") $r"
            r=${FROM_OF[$r]}
        done
    done | sort -n | uniq)
    [ -z "$todo" ] || apt_need mmdebstrap=mmdebstrap
    for d in $(cut -d' ' -f1 <<<"$todo" | uniq); do
        for r in $(awk -v d="$d" '$1 == d { print $2 }' <<<"$todo"); do
            if [ $n -ge "$max" ]; then wait -n || failed=1; n=$((n - 1)); fi
            build_recipe "$r" &
            n=$((n + 1))
        done
        while [ $n -gt 0 ]; do wait -n || failed=1; n=$((n - 1)); done
        [ $failed = 0 ] || exit 1
    done
}

# --- tags ------------------------------------------------------------------

recipes() { local d; for d in "$IMAGES"/*/; do basename "$d"; done; }

# Every tag to publish, as in tags.txt: RECIPE[/CONFIG] REFERENCE VERSION FORM. Build files pin images too.
all_tags() {
    local file ref repo r
    sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$LAB_DIR/tags.txt"
    for file in "$CATALOG"/*.json; do
        [ -e "$file" ] || continue
        jq -r '.. | objects | (.image? | strings), (.dockerfile? | strings | scan("(?m)^FROM +([^ \n]+)") | .[0])' "$file" 2>/dev/null || say "$file is no JSON: its images are left out"
    done | sort -u | while read -r ref; do
        repo=$(repo_of "$ref")
        for r in $(recipes); do
            case " ${REPOS_OF[$r]} " in *" ${repo#library/} "*) echo "$r $ref $(version_of "$ref") index" ;; esac
        done
    done
}

# The version that a tag tells: 18.1 of 18.1-alpine, else the tag itself.
version_of() {
    local tag
    tag=$(tag_of "$1")
    case ${tag%%-*} in v[0-9]*|[0-9]*) echo "${tag%%-*}" ;; *) echo "$tag" ;; esac
}

publish() { node "$LAB_DIR/lib/publish.mjs" "$@"; }

# publish_lines: lines as of all_tags on stdin
publish_lines() {
    local lines used recipe dir image ref version form digest blob
    lines=$(cat)
    used=$(cut -d' ' -f1 <<<"$lines" | cut -d/ -f1 | sort -u)
    {
        for recipe in $used; do
            printf 'chain\t%s' "$recipe"
            for dir in $(layer_chain "$recipe"); do printf '\t%s' "$dir"; done
            echo
        done
        while read -r image ref version form; do
            printf 'tag\t%s\t%s\t%s\t%s\t%s\n' "$image" "$(repo_of "$ref")" "$(tag_of "$ref")" "$version" "$form"
        done <<<"$lines"
    } | publish tags "$(registry_addr)" "$IMAGES"
    # The registry holds the layers now: keep one copy on the disk, not two.
    for recipe in $used; do
        for dir in $(layer_chain "$recipe"); do
            digest=$(jq -r '.digest[7:]' "$dir/layer.json")
            blob=$REG_DATA/docker/registry/v2/blobs/sha256/${digest:0:2}/$digest/data
            if [ -e "$blob" ] && [ ! "$blob" -ef "$dir/layer.tar.gz" ]; then
                ln -f "$blob" "$dir/layer.tar.gz" 2>/dev/null || true
            fi
        done
    done
}

# lab images [SET|RECIPE...] [--reset] [--fresh]
lab_images() {
    local a r t want=() reset='' fresh='' tags
    for a in "$@"; do
        case $a in
            --reset) reset=1 ;;
            --fresh) fresh=1 ;;
            -*) die "unknown option: $a" ;;
            *) want+=("$a") ;;
        esac
    done
    [ ${#want[@]} -gt 0 ] || want=(core)
    running registry || die "the registry does not run: lab up"
    t=$(now)
    for r in $(recipes); do know "$r"; done
    tags=$(all_tags | awk '!seen[$2]++')
    for a in "${want[@]}"; do images_of "$a" "$tags" "$reset" "$fresh"; done
    say "images: $(since "$t") s in all; registry $(du -sh "$REG_DATA" | cut -f1)"
}

# images_of SET|RECIPE TAGS RESET FRESH
images_of() {
    local r chosen=() lines key stamp=$REG_DATA/.lab-$1
    for r in $(cut -d' ' -f1 <<<"$2" | cut -d/ -f1 | sort -u); do
        case $1 in all|"$r"|"${SET_OF[$r]}") chosen+=("$r") ;; esac
    done
    [ ${#chosen[@]} -gt 0 ] || die "neither a set nor a recipe: $1"
    lines=$(for r in "${chosen[@]}"; do awk -v r="$r" '$1 == r || index($1, r "/") == 1' <<<"$2"; done)
    if [ -n "$4" ]; then for r in "${chosen[@]}"; do rm -rf "${LAYERS:?}/$r"; done; fi
    key=$({ echo "$lines"; cat "$LAB_DIR/lib/publish.mjs"
            for r in "${chosen[@]}"; do echo "${KEY[$r]}"; cat "$IMAGES/$r"/*.json; done; } | sha)
    # (the stamp is in the registry's folder: it goes when the registry's data goes)
    if [ -z "$3$4" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$key" ]; then
        say "$1: all there"
        return
    fi
    build_recipes "${chosen[@]}"
    publish_lines <<<"$lines"
    echo "$key" >"$stamp"
    say "$1: $(wc -l <<<"$lines") tags published"
}

# lab release NEW --from OLD
lab_release() {
    [ $# = 3 ] && [ "$2" = --from ] || die "usage: lab release NEW --from OLD"
    running registry || die "the registry does not run: lab up"
    publish release "$(registry_addr)" "$(repo_of "$1")" "$(tag_of "$1")" "$(repo_of "$3")" "$(tag_of "$3")"
}
