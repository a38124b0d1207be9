/**
 * Runs a program in a network of its own, which has loopback alone: no packet leaves it, ports 53 and
 * 25 are free, and every program in it asks the name server on 127.0.0.1. Needs Linux and root.
 */
import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A network and mounts that nobody else sees. */
const unshare = ["--net", "--mount"]

const resolver = "nameserver 127.0.0.1\n"
/** Otherwise the C library might ask a resolver outside, over a socket in the file system. */
const nameSwitch = "hosts: files dns\n"

/** `$0` and `$1` take the place of the machine's own files. `mount` follows links. */
const enter = `
set -e
ip link set lo up
mount --bind "$0" /etc/resolv.conf
[ ! -e /etc/nsswitch.conf ] || mount --bind "$1" /etc/nsswitch.conf
shift
exec "$@"`

/** What is missing here. */
export const obstacle = (): string | undefined => {
  if (process.platform !== "linux") return "it needs network namespaces, which are of Linux"
  if (process.getuid?.() !== 0) return "it needs root, for a network of its own"
  if (!existsSync("/etc/resolv.conf"))
    return "it needs /etc/resolv.conf, to put its own in its place"
  const tried = spawnSync("unshare", [...unshare, "ip", "link", "set", "lo", "up"])
  return tried.status === 0 ? undefined : "it needs unshare and ip, and the right to use them"
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** Resolves with the exit code. */
export const runInOwnNetwork = async (command: ReadonlyArray<string>): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), "rcpt-bench-"))
  try {
    const files = [join(folder, "resolv.conf"), join(folder, "nsswitch.conf")] as const
    writeFileSync(files[0], resolver)
    writeFileSync(files[1], nameSwitch)
    const child = spawn("unshare", [...unshare, "sh", "-c", enter, ...files, ...command], {
      stdio: ["ignore", "inherit", "inherit"]
    })
    const forward = (signal: NodeJS.Signals) => child.kill(signal)
    for (const signal of signals) process.on(signal, forward)
    return await new Promise((resolve, reject) => {
      child.once("error", reject)
      child.once("exit", (code) => resolve(code ?? 1))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
