/**
 * A load generator with very cheap clients, so that the server is what is measured: one socket each,
 * one request at a time; a response ends when its Content-Length has arrived.
 */
import { connect } from "node:net"
import type { Socket } from "node:net"

import { Effect } from "effect"

import type { Rate } from "./measure.ts"
import { sized } from "./smoke.ts"

export interface Load {
  readonly port: number
  readonly clients: number
  /** The whole request, as it is sent. */
  readonly request: (i: number) => string
  /** Milliseconds; the defaults are long enough to include group commit and garbage collection. */
  readonly warmUpFor?: number
  readonly measureFor?: number
}

export interface Response {
  readonly status: number
  readonly body: string
}

export const open = (port: number): Socket => {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true })
  // Its "close" follows, which `send` reports.
  socket.on("error", () => {})
  return socket
}

/** The body is read as Latin-1: its octets are counted, and JSON's own characters are ASCII. */
export const send = (socket: Socket, request: string): Promise<Response> =>
  new Promise((resolve, reject) => {
    if (socket.destroyed) return reject(new Error("the server has closed the connection"))
    let response = ""
    const onData = (data: Buffer) => {
      response += data.toString("latin1")
      const end = response.indexOf("\r\n\r\n")
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(response)?.[1] ?? 0)
      if (response.length < end + 4 + length) return
      stop()
      resolve({ status: Number(response.slice(9, 12)), body: response.slice(end + 4) })
    }
    const onClose = () => {
      stop()
      reject(new Error(`the server has closed the connection, after "${response}"`))
    }
    const stop = () => {
      socket.off("data", onData)
      socket.off("close", onClose)
    }
    socket.on("data", onData)
    socket.on("close", onClose)
    socket.write(request)
  })

export interface LoadResult extends Rate {
  /** The number of responses per status. */
  readonly statuses: Readonly<Record<number, number>>
}

export const load = ({
  port,
  clients,
  request,
  warmUpFor = sized(2_000, 100),
  measureFor = sized(6_000, 300)
}: Load): Effect.Effect<LoadResult> =>
  Effect.promise(async () => {
    const started = performance.now()
    const measureFrom = started + warmUpFor
    const until = measureFrom + measureFor
    const latencies: Array<number> = []
    const statuses: Record<number, number> = {}
    let i = 0
    const client = async () => {
      const socket = open(port)
      while (performance.now() < until) {
        const before = performance.now()
        const { status } = await send(socket, request(i++))
        statuses[status] = (statuses[status] ?? 0) + 1
        if (before > measureFrom) latencies.push(performance.now() - before)
      }
      socket.destroy()
    }
    await Promise.all(Array.from({ length: clients }, client))
    const elapsed = performance.now() - measureFrom
    latencies.sort((a, b) => a - b)
    const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
    return { perSecond: (latencies.length / elapsed) * 1000, p50: at(0.5), p99: at(0.99), statuses }
  })
