/**
 * Clients of an HTTP server that cost next to nothing, so that what is measured is the server: a
 * socket each, one request at a time, an answer is over when its Content-Length has arrived.
 */
import { connect } from "node:net"
import type { Socket } from "node:net"

import { Effect } from "effect"

import type { Rate } from "./measure.ts"

export interface Load {
  readonly port: number
  readonly clients: number
  /** The whole request, as bytes on the wire. */
  readonly request: (i: number) => string
}

/** Milliseconds. */
const warmUpFor = 2_000
const measureFor = 6_000

const ask = (socket: Socket, request: string): Promise<number> =>
  new Promise((resolve, reject) => {
    let answer = ""
    const onData = (data: Buffer) => {
      answer += data.toString("latin1")
      const end = answer.indexOf("\r\n\r\n")
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0)
      if (answer.length < end + 4 + length) return
      socket.off("data", onData)
      resolve(Number(answer.slice(9, 12)))
    }
    socket.on("data", onData)
    socket.once("error", reject)
    socket.write(request)
    socket.off("error", reject)
  })

export interface Loaded extends Rate {
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<number, number>>
}

export const load = ({ port, clients, request }: Load): Effect.Effect<Loaded> =>
  Effect.promise(async () => {
    const started = performance.now()
    const measureFrom = started + warmUpFor
    const until = measureFrom + measureFor
    const waits: Array<number> = []
    const statuses: Record<number, number> = {}
    let i = 0
    const client = async () => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true })
      while (performance.now() < until) {
        const before = performance.now()
        const status = await ask(socket, request(i++))
        statuses[status] = (statuses[status] ?? 0) + 1
        if (before > measureFrom) waits.push(performance.now() - before)
      }
      socket.destroy()
    }
    await Promise.all(Array.from({ length: clients }, client))
    const elapsed = performance.now() - measureFrom
    waits.sort((a, b) => a - b)
    const at = (share: number) => waits[Math.floor(waits.length * share)] ?? 0
    return { perSecond: (waits.length / elapsed) * 1000, p50: at(0.5), p99: at(0.99), statuses }
  })
