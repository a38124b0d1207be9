/**
 * What stands in for `node:24-bookworm-slim`: a minimal Debian bookworm with Node 24 of this repository,
 * the npm that is on the PATH, and the user of that image.
 */
import { spawn, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

import { finished, runIn } from "./chroot.ts"

const npmFolder = (): string => {
  const { stdout } = spawnSync("npm", ["root", "--global"], { encoding: "utf8" })
  const folder = join(stdout.trim(), "npm")
  if (existsSync(folder)) return folder
  return dirname(
    dirname(realpathSync(spawnSync("which", ["npm"], { encoding: "utf8" }).stdout.trim()))
  )
}

const debian = (root: string): Promise<string> => {
  const args = ["--quiet", "--variant=minbase", "bookworm", root]
  return finished(spawn("mmdebstrap", args, { stdio: ["ignore", "pipe", "pipe"] }), "mmdebstrap")
}

export const makeBaseImage = async (root: string): Promise<void> => {
  await debian(root)
  cpSync(process.execPath, join(root, "usr/local/bin/node"))
  cpSync(npmFolder(), join(root, "usr/local/lib/node_modules/npm"), { recursive: true })
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"))
  // Files that are bound there have to exist.
  mkdirSync(join(root, "run"), { recursive: true })
  for (const file of ["run/npmrc", "etc/resolv.conf", "etc/hosts"])
    writeFileSync(join(root, file), "", { flag: "a" })
  const addUser = "groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node"
  const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" }
  await runIn({ root, words: ["sh", "-c", addUser], env })
}
