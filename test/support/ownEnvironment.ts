/**
 * The environment of a run of tests, and of each program that a test starts: nothing of the person or of the
 * machine that runs them. Set once, before the runner starts its workers (test/vitest.config.ts).
 */
import { mkdtempSync, rmSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"

/**
 * Variables that stay: where programs and temporary files are, how npm and other package managers reach their
 * registry, colours of the report, and the switches of the tests themselves.
 */
const kept = new RegExp(
  `^(?:${[
    "PATH",
    "TMPDIR|TEMP|TMP",
    "USER|LOGNAME|SHELL|TERM|COLORTERM|NO_COLOR|FORCE_COLOR",
    "SYSTEMROOT|COMSPEC|PATHEXT",
    "NODE_EXTRA_CA_CERTS|SSL_CERT_\\w+|CURL_CA_BUNDLE",
    "(?:https?|no|all)_proxy",
    "npm_\\w+|pip_\\w+|GO(?:CACHE|PROXY|SUMDB|NOSUMDB|FLAGS|TOOLCHAIN)",
    "CI|VITEST\\w*|TEST_\\w+|BENCH_\\w+|CHAOS_\\w+|FUZZ_\\w+|SIMULATION_\\w+"
  ].join("|")})$`,
  "i"
)

/**
 * Replaces the environment of this process, and with it that of each program that it starts. npm still reads its
 * registry from the person's own file, and packages that npm and Go have fetched or built before are used again. The
 * home is removed when the process ends.
 */
export const useOwnEnvironment = (): void => {
  const folder = mkdtempSync(join(tmpdir(), "rcpt-test-home-"))
  const home = homedir()
  const own = {
    npm_config_userconfig: join(home, ".npmrc"),
    npm_config_cache: join(home, ".npm"),
    GOCACHE: join(home, ".cache/go-build"),
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name))),
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    // Where `.rcpt` of the checkout would be taken, with the keys of somebody's own service.
    RCPT_DATA_DIR: join(folder, "data"),
    LANG: "C.UTF-8",
    TZ: "UTC"
  }
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, own)
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
}
