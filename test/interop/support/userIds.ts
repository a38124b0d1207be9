/** The numbers of a user of this machine: Node knows only its own. */
import { execFileSync } from "node:child_process"

const ask = (name: string, what: "-u" | "-g"): number =>
  Number(execFileSync("id", [what, name], { encoding: "utf8" }))

export const userIds = (name: string) => ({ user: ask(name, "-u"), group: ask(name, "-g") })
