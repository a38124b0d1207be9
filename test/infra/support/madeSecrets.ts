import { spawnSync } from "node:child_process"
/** The secrets that make-secrets.sh makes, in a folder of this test. */
import { cpSync, readdirSync } from "node:fs"
import { join } from "node:path"

import { Effect } from "effect"

import { tempFolder } from "../../support/tempFolder.ts"
import { infra } from "./infraFiles.ts"

export const madeSecrets = Effect.map(tempFolder(), (folder) => {
  const script = join(folder, "make-secrets.sh")
  cpSync(join(infra, "make-secrets.sh"), script)
  const make = () => {
    const { status, stderr } = spawnSync(script, { encoding: "utf8" })
    if (status !== 0 || stderr !== "")
      throw new Error(`make-secrets.sh ended with ${status}: ${stderr}`)
  }
  make()
  const at = join(folder, "secrets")
  return { folder: at, names: readdirSync(at), makeAgain: make }
})

/** `RCPT_X_FILE` as it is outside of the container: secrets are mounted by their names. */
export const outside = (
  environment: Readonly<Record<string, string>>,
  mountedAt: string,
  folder: string
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.startsWith(mountedAt) ? join(folder, value.slice(mountedAt.length)) : value
    ])
  )
