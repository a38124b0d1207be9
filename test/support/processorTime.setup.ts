/**
 * Measures the processor time of each file of tests: that of its worker, and of the processes that the worker
 * started and saw end, as /proc/<pid>/stat counts them (proc(5): utime, stime, cutime, cstime). The run's own Postgres
 * is not in it. Elsewhere than on Linux there is only the worker's.
 */
import { readFileSync } from "node:fs"

import { afterAll } from "vitest"

declare module "vitest" {
  interface TaskMeta {
    /** Of a file, when it has ended. */
    processorMillis?: number
  }
}

/** Of a tick of /proc, on every Linux that Node runs on (sysconf(_SC_CLK_TCK) is 100). */
const tickMillis = 10

const ownMillis = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const spentMillis = (): number => {
  if (process.platform !== "linux") return ownMillis()
  // The name of the program, in brackets, may have blanks: what follows it begins with field 3.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)!.split(" ")
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return ticks * tickMillis
}

const before = spentMillis()

// The first one that is registered runs last, when the layers of the file are closed. The runner reads from the
// pattern which fixtures are wanted.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, file) => {
  file.meta.processorMillis = spentMillis() - before
})
