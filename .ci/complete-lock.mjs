// Adds to package-lock.json the optional platform packages that the registry in use did not list, and
// the integrity hashes that are missing and that the registry knows. No version is changed.
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
const file = process.argv[2] ?? "package-lock.json"
const lock = JSON.parse(readFileSync(file, "utf8"))
const libcs = { gnu: "glibc", gnueabihf: "glibc", musl: "musl", musleabihf: "musl" }
let added = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const at = `node_modules/${name}`
    if (lock.packages[at] || lock.packages[`${path}/${at}`]) continue
    const [, os, cpu, libc] =
      /(android|darwin|freebsd|linux|openharmony|win32|windows|aix|sunos|netbsd|openbsd)-([a-z0-9]+)(?:-([a-z]+))?$/.exec(
        name
      ) ?? []
    if (!os || !/^\d+\.\d+\.\d+/.test(version)) {
      console.log("skipped", path, name, version)
      continue
    }
    lock.packages[at] = {
      version,
      cpu: [cpu],
      ...(entry.dev ? { dev: true } : {}),
      ...(libcs[libc] && os === "linux" ? { libc: [libcs[libc]] } : {}),
      optional: true,
      os: [os]
    }
    added++
  }
}
const hashOf = (name, version) =>
  spawnSync("npm", ["view", `${name}@${version}`, "dist.integrity"], {
    encoding: "utf8"
  }).stdout.trim()
for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path.startsWith("node_modules/") || entry.link || entry.integrity) continue
  const hash = hashOf(path.split("node_modules/").at(-1), entry.version)
  if (hash.startsWith("sha512-")) entry.integrity = hash
  else console.log("no hash", path, entry.version)
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
lock.packages = Object.fromEntries(sorted)
writeFileSync(file, JSON.stringify(lock, null, 2) + "\n")
console.log("added", added)
