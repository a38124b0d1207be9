/**
 * Runs programs in a folder as their root, in mount and process namespaces of their own, as a container
 * engine does. The network stays that of the machine. Needs root, `unshare` and `mmdebstrap`.
 */
import { spawn, spawnSync } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"

import type { Need } from "../../support/needs.ts"

const runs = (program: string, ...args: ReadonlyArray<string>): boolean =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0

const isRoot = process.getuid?.() === 0

export const imageBuild: Need = {
  name: "root, unshare and mmdebstrap",
  found:
    isRoot &&
    runs("unshare", "--mount", "--pid", "--fork", "true") &&
    runs("mmdebstrap", "--version"),
  installable: isRoot && existsSync("/usr/bin/apt-get")
}

export interface Run {
  readonly root: string
  readonly words: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  /** `1000:1000`; by default root. */
  readonly user?: string | undefined
  readonly workdir?: string | undefined
  /** Folders of the machine, by where they are seen. */
  readonly binds?: Readonly<Record<string, string>>
  readonly isReadOnly?: boolean
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** The last program replaces the shells before it, so that it is process 1 of its namespace. */
const scriptOf = ({
  root,
  words,
  env,
  user,
  workdir = "/",
  binds = {},
  isReadOnly
}: Run): string => {
  const at = (path: string) => quoted(join(root, path))
  const mounts = Object.entries(binds).flatMap(([seenAt, from]) => [
    `test -e ${at(seenAt)} || mkdir -p ${at(seenAt)}`,
    `mount --bind ${quoted(from)} ${at(seenAt)}`
  ])
  const settings = Object.entries(env).map(([name, value]) => quoted(`${name}=${value}`))
  const inside = `cd ${quoted(workdir)} && exec ${words.map(quoted).join(" ")}`
  return [
    "set -e",
    `mount --bind ${at("/")} ${at("/")}`,
    ...(isReadOnly ? [`mount -o remount,bind,ro ${at("/")}`] : []),
    `mount -t proc proc ${at("/proc")}`,
    `mount --rbind /dev ${at("/dev")}`,
    ...mounts,
    `exec chroot ${user === undefined ? "" : `--userspec=${user} --groups=`} ${at("/")} ` +
      `/usr/bin/env -i ${settings.join(" ")} /bin/sh -c ${quoted(inside)}`
  ].join("\n")
}

/** Kills the program when this process ends. */
export const spawnIn = (run: Run): ChildProcess => {
  const namespaces = ["--mount", "--pid", "--fork", "--kill-child"]
  return spawn("unshare", [...namespaces, "sh", "-c", scriptOf(run)], {
    stdio: ["ignore", "pipe", "pipe"]
  })
}

/** Resolves when it ends with 0, else rejects with what it wrote. */
export const runIn = (run: Run): Promise<string> => finished(spawnIn(run), run.words.join(" "))

export const finished = (child: ChildProcess, title: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ""
    child.stdout?.on("data", (text) => (output += text))
    child.stderr?.on("data", (text) => (output += text))
    child.on("error", reject)
    child.on("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${title} ended with ${code}:\n${output}`))
    )
  })

/**
 * How this machine's npm reaches its registry: certificates, names, settings. Seen by a step while it
 * runs, and never part of its result.
 */
export const npmOfMachine = () => {
  const settingsFile = join(userInfo().homedir, ".npmrc")
  const files = ["/etc/ssl/certs", "/etc/resolv.conf", "/etc/hosts"].filter((path) =>
    existsSync(path)
  )
  const names = /^(?:npm_config_|https?_proxy$|no_proxy$|NODE_EXTRA_CA_CERTS$|SSL_CERT_)/i
  const isKept = (name: string) =>
    names.test(name) && !/prefix|cache|userconfig|globalconfig/i.test(name)
  const env = Object.entries(process.env).filter(([name]) => isKept(name))
  return {
    binds: {
      ...Object.fromEntries(files.map((path) => [path, path])),
      ...(existsSync(settingsFile) && { "/run/npmrc": settingsFile })
    },
    env: {
      ...Object.fromEntries(env.map(([name, value]) => [name, value ?? ""])),
      npm_config_userconfig: "/run/npmrc"
    }
  }
}
