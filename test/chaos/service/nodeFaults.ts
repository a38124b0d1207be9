/**
 * Loaded into each node before the service (`node --import`), so that one process can have a network and a
 * clock of its own: its connections to other nodes go through proxies that can be cut, and its clock shows
 * what a file says, as after a step by somebody's NTP. The service knows nothing of it.
 */
import { readFileSync } from "node:fs"
import { Socket } from "node:net"

/** `host:port` of another node → the port on loopback of the proxy before it. */
const routes: Readonly<Record<string, number>> = JSON.parse(process.env["CHAOS_ROUTES"] ?? "{}")

/** Has the milliseconds by which our clock is ahead; negative: behind. */
const clockFile = process.env["CHAOS_CLOCK"]

/** Milliseconds. */
const clockReadEvery = 100

interface Target {
  host?: string
  port?: number | string
}

const connect = Reflect.get(Socket.prototype, "connect") as (...args: Array<unknown>) => Socket

/** `net.connect` passes its arguments on as one array, whose first item are the options. */
const targetOf = ([first]: ReadonlyArray<unknown>): Target =>
  (Array.isArray(first) ? first[0] : first) as Target

Reflect.set(Socket.prototype, "connect", function (this: Socket, ...args: Array<unknown>): Socket {
  const target = targetOf(args)
  const proxy = typeof target === "object" ? routes[`${target.host}:${target.port}`] : undefined
  if (proxy !== undefined) Object.assign(target, { host: "127.0.0.1", port: proxy })
  return Reflect.apply(connect, this, args)
})

const SystemDate = Date
let ahead = 0

class SkewedDate extends SystemDate {
  constructor(...args: ReadonlyArray<number | string | Date>) {
    if (args.length === 0) super(SkewedDate.now())
    else super(...(args as [number]))
  }

  static override now(): number {
    return SystemDate.now() + ahead
  }
}

if (clockFile !== undefined) {
  globalThis.Date = SkewedDate as DateConstructor
  const readClock = () => {
    try {
      ahead = Number(readFileSync(clockFile, "utf8"))
    } catch {
      // The run is over, and its folder removed.
    }
  }
  // The service follows a step slowly: a clock that is wrong from the start is wrong at once.
  readClock()
  setInterval(readClock, clockReadEvery).unref()
}
