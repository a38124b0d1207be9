/** Helpers of the tests of several processes: who they are, and clients that keep their connections. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { Agent, get } from "node:http"

import { Effect } from "effect"

import { processTree } from "../support/bench/processCost.ts"

/** The command of a process; nothing of a zombie, or of one that has ended meanwhile. */
const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8")
  } catch {
    return ""
  }
}

/** The workers of a supervisor, by process id. */
export const workersOf = (supervisor: number): ReadonlyArray<number> =>
  processTree(supervisor)
    .filter(({ parent }) => parent === supervisor)
    .map(({ pid }) => pid)
    .filter((pid) => commandOf(pid).includes("main.ts"))

/** Whether a process runs; a zombie does not. */
export const runs = (pid: number): boolean => commandOf(pid) !== ""

/** TCP_ESTABLISHED in /proc/net/tcp. */
const established = "01"

/** Inodes of the connections to a port of this machine, as its server has them. */
const connectionsTo = (port: number): ReadonlySet<string> => {
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`
  const rows = readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1)
  const fields = rows.map((row) => row.trim().split(/\s+/))
  const ours = fields.filter(([, at, , state]) => at?.endsWith(local) && state === established)
  return new Set(ours.map((row) => `socket:[${row[9]}]`))
}

/** How many connections of its clients a process has. */
export const connectionsOf = (pid: number, base: string): number => {
  const all = connectionsTo(Number(new URL(base).port))
  const linkOf = (fd: string): string => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      return ""
    }
  }
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => all.has(linkOf(fd))).length
}

export interface Response {
  readonly status: number
  readonly text: string
}

export interface Client {
  /** Resolves with `undefined` when the connection broke. */
  readonly ask: (path: string) => Promise<Response | undefined>
}

/** Milliseconds; a request that takes longer has been forgotten. */
const answerWaitMax = 20_000

const makeClient = (base: string, apiKey: string, agent: Agent): Client => {
  const ask: Client["ask"] = (path) =>
    new Promise((resolve) => {
      const headers = { "x-api-key": apiKey }
      const request = get(base + path, { agent, headers, timeout: answerWaitMax }, (response) => {
        let text = ""
        response.on("data", (data) => (text += data))
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }))
        response.on("error", () => resolve(undefined))
      })
      request.on("timeout", () => request.destroy())
      request.on("error", () => resolve(undefined))
    })
  return { ask }
}

/** Each has one connection at a time, and keeps it; all are closed with the scope. */
export const clients = (count: number, { base, apiKey }: { base: string; apiKey: string }) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
    ),
    (agents) => Effect.sync(() => agents.forEach((agent) => agent.destroy()))
  ).pipe(Effect.map((agents) => agents.map((agent) => makeClient(base, apiKey, agent))))
