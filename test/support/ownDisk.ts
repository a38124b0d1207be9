/** A small disk to fill up: a file system in memory, mounted until the scope closes. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { Effect } from "effect"

import type { Need } from "./needs.ts"

const runs = (program: string, ...args: ReadonlyArray<string>): boolean =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0

const mount = (folder: string, megabytes: number): boolean =>
  runs("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder)

const make = (megabytes: number): string => {
  const folder = mkdtempSync(join(tmpdir(), "rcpt-test-disk-"))
  if (mount(folder, megabytes)) return folder
  rmSync(folder, { recursive: true })
  throw new Error("tmpfs cannot be mounted")
}

/** Unmounts lazily: the mount disappears at once, and is freed when the last open file is closed. */
const remove = (folder: string): void => {
  spawnSync("umount", ["--lazy", folder])
  rmSync(folder, { recursive: true, force: true })
}

const canMount = (): boolean => {
  if (process.getuid?.() !== 0) return false
  try {
    remove(make(1))
    return true
  } catch {
    return false
  }
}

export const mountRight: Need = {
  name: "the right to mount",
  found: canMount(),
  installable: false
}

export const ownDisk = (megabytes: number) =>
  Effect.acquireRelease(
    Effect.sync(() => make(megabytes)),
    (folder) => Effect.sync(() => remove(folder))
  )

const chunk = Buffer.alloc(2 ** 16)

/** Fills the free space with one file; `empty` removes it. */
export const fill = (folder: string): { readonly empty: () => void } => {
  const ballast = join(folder, "ballast")
  try {
    while (true) writeFileSync(ballast, chunk, { flag: "a" })
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENOSPC")) throw cause
  }
  return { empty: () => rmSync(ballast) }
}
