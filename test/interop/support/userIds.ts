/** Looks up the ids of a user of this machine: Node knows only those of its own process. */
import { execFileSync } from "node:child_process"

const idOf = (name: string, option: "-u" | "-g"): number =>
  Number(execFileSync("id", [option, name], { encoding: "utf8" }))

export const userIds = (name: string) => ({ user: idOf(name, "-u"), group: idOf(name, "-g") })
