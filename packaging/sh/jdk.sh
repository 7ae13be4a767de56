# Finds a JDK 25 or newer, whatever `java` is the default. Sourced; POSIX sh.

jdk_oldest=25

# Sets `jdk` to the home of the first JDK that is new enough; fails when there is none.
# MUSTER_JAVA_HOME names the one to use and turns the search off.
find_jdk() {
    if [ -n "${MUSTER_JAVA_HOME:-}" ]; then
        jdk=$MUSTER_JAVA_HOME
        jdk_is_new_enough "$jdk"
        return
    fi
    find_jdk_in_usual_folders || find_jdk_in_path || find_jdk_unpacked_by_hand
}

# Where variables say, and where packages, IDEs and version managers put them. Maven looks in all of these too.
find_jdk_in_usual_folders() {
    for jdk in "${JAVA_HOME:-}" "${JAVA_25_HOME:-}" \
        /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/java/* /opt/java/* \
        "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.asdf/installs/java/* \
        "${HOME:-}"/.local/share/mise/installs/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.m2/jdks/* \
        "${HOME:-}"/.gradle/jdks/* "${HOME:-}"/.jenv/versions/* "${HOME:-}"/.jbang/cache/jdks/*; do
        jdk_is_new_enough "$jdk" && return
    done
    return 1
}

find_jdk_in_path() {
    jdk=$(command -v javac) || return
    jdk=$(readlink -f "$jdk")
    jdk=${jdk%/bin/javac}
    jdk_is_new_enough "$jdk"
}

# Where people unpack an archive.
find_jdk_unpacked_by_hand() {
    for jdk in "${HOME:-}"/* "${HOME:-}"/*/*jdk* /opt/* /opt/*/* /usr/local/* /usr/local/*/* /*jdk* /*jdk*/*; do
        jdk_is_new_enough "$jdk" && return
    done
    return 1
}

jdk_is_new_enough() {
    [ -n "$1" ] && [ -x "$1/bin/javac" ] && [ -x "$1/bin/java" ] || return
    jdk_version "$1"
    jdk_major=${jdk_version%%[!0-9]*}
    [ "${jdk_major:-0}" -ge "$jdk_oldest" ]
}

# Sets `jdk_version` without starting a JVM where the `release` file tells.
jdk_version() {
    jdk_version=
    if [ -r "$1/release" ]; then
        while IFS='=' read -r jdk_key jdk_value; do
            [ "$jdk_key" = JAVA_VERSION ] || continue
            jdk_value=${jdk_value#\"}
            jdk_version=${jdk_value%\"}
            return
        done <"$1/release"
    fi
    jdk_version=$("$1/bin/javac" -version 2>&1) || jdk_version=
    jdk_version=${jdk_version##* }
}

# What to tell somebody whose machine has none.
say_no_jdk() {
    if [ -n "${MUSTER_JAVA_HOME:-}" ]; then
        jdk_version=
        [ -x "$MUSTER_JAVA_HOME/bin/javac" ] && jdk_version "$MUSTER_JAVA_HOME"
        say "MUSTER_JAVA_HOME=$MUSTER_JAVA_HOME: ${jdk_version:-no JDK} (expected: a JDK $jdk_oldest or newer)"
        return
    fi
    jdk_version=
    [ -x "${JAVA_HOME:-}/bin/javac" ] && jdk_version "$JAVA_HOME"
    say "no JDK $jdk_oldest or newer on this machine (JAVA_HOME: ${jdk_version:-none})."
    say "Get one, for instance Temurin $jdk_oldest from adoptium.net, and unpack it into /usr/lib/jvm or ~/.jdks,"
    say "or name the folder it is in: JAVA_HOME=/path/to/jdk-$jdk_oldest"
}
