/**
 * What a process tree costs: processor time and memory, from `/proc` (Linux). On machines that others
 * use too, processor time per unit of work is steadier than time, so benchmarks judge by it.
 */
import { readdirSync, readFileSync } from "node:fs"

/** Ticks per second of `/proc/<pid>/stat`: `sysconf(_SC_CLK_TCK)`, 100 on every Linux of today. */
const ticksPerSecond = 100

interface ProcessStat {
  readonly pid: number
  readonly parent: number
  readonly name: string
  readonly cpuSeconds: number
}

/** `undefined`: the process has ended meanwhile. */
const statOf = (pid: number): ProcessStat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const nameEnd = text.lastIndexOf(")")
    const fields = text.slice(nameEnd + 2).split(" ")
    // Fields 14 to 17 of proc(5): own time, and that of children that have ended and were waited for.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return {
      pid,
      parent: Number(fields[1]),
      name: text.slice(text.indexOf("(") + 1, nameEnd),
      cpuSeconds: ticks / ticksPerSecond
    }
  } catch {
    return undefined
  }
}

/** The process and all its descendants. */
export const processTree = (root: number): ReadonlyArray<ProcessStat> => {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])
  const found = new Set([root])
  let size = 0
  while (size !== found.size) {
    size = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return all.filter(({ pid }) => found.has(pid))
}

export interface CpuSeconds {
  readonly postgres: number
  /** All others: the service, its supervisor, what it starts. */
  readonly own: number
}

export const cpuOf = (root: number): CpuSeconds => {
  let [postgres, own] = [0, 0]
  for (const { name, cpuSeconds } of processTree(root))
    if (name.startsWith("postgres")) postgres += cpuSeconds
    else own += cpuSeconds
  return { postgres, own }
}

/** Memory in MiB, shared pages divided among those who share them (PSS). */
export const memoryMib = (root: number): number => {
  let kib = 0
  for (const { pid } of processTree(root)) {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")
      kib += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
    } catch {
      // It has ended meanwhile.
    }
  }
  return kib / 1_024
}
