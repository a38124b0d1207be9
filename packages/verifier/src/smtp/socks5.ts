/**
 * Connects through a SOCKS5 proxy (RFC 1928, password RFC 1929). We name the IP address and never
 * the host: the proxy must not repeat the look-up that we have checked.
 */
import { isIP } from "node:net"
import type { Socket } from "node:net"

import { Effect, Redacted } from "effect"
import type { Duration } from "effect"

import { closed, within } from "./ConnectionError.ts"
import type { ConnectionError } from "./ConnectionError.ts"

export interface Socks5 {
  readonly host: string
  readonly port: number
  readonly user?: { readonly name: string; readonly password: Redacted.Redacted }
}

const version = 5
const noPassword = 0
const withPassword = 2

/** Refusals by their code (RFC 1928 §6). */
const refusals: Readonly<Record<number, string>> = {
  1: "general failure",
  2: "not allowed",
  3: "network unreachable",
  4: "host unreachable",
  5: "connection refused",
  6: "TTL expired",
  7: "command not supported",
  8: "address type not supported"
}

/** The type of an address, 1 for IPv4 and 4 for IPv6, and then its octets. */
export const addressOctets = (ip: string): ReadonlyArray<number> => {
  if (isIP(ip) === 4) return [1, ...ip.split(".").map(Number)]
  // URL turns IPv4 digits at the end into two groups like the others.
  const [head = "", tail = ""] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split("::")
  const groups = (text: string): ReadonlyArray<number> =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16))
  const before = groups(head)
  const after = groups(tail)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  return [4, ...[...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff])]
}

/** Takes exactly `count` octets. Octets that follow stay in the socket. */
const take = (
  socket: Socket,
  count: number,
  timeout: Duration.Duration
): Effect.Effect<Buffer, ConnectionError> =>
  within<Buffer>(timeout, (done) => {
    const read = (): void => {
      const octets: unknown = socket.read(count)
      if (Buffer.isBuffer(octets) && octets.length === count) done(Effect.succeed(octets))
      else if (Buffer.isBuffer(octets)) done(Effect.fail(closed("the proxy hung up")))
    }
    const end = (): void => done(Effect.fail(closed("the proxy hung up")))
    socket.on("readable", read).on("end", end).on("close", end)
    queueMicrotask(read)
    return () => {
      socket.removeListener("readable", read)
      socket.removeListener("end", end)
      socket.removeListener("close", end)
    }
  })

const refused = (why: string) => closed(`the proxy says: ${why}`)

const text = (value: string): ReadonlyArray<number> => {
  const octets = Buffer.from(value, "utf8")
  return [octets.length, ...octets]
}

export const tunnel = Effect.fnUntraced(function* (
  socket: Socket,
  { user }: Socks5,
  { ip, port }: { readonly ip: string; readonly port: number },
  timeout: Duration.Duration
): Effect.fn.Return<void, ConnectionError> {
  const methods = user === undefined ? [noPassword] : [noPassword, withPassword]
  socket.write(Buffer.from([version, methods.length, ...methods]))
  const chosen = (yield* take(socket, 2, timeout))[1] ?? -1
  if (chosen === withPassword && user !== undefined) {
    socket.write(Buffer.from([1, ...text(user.name), ...text(Redacted.value(user.password))]))
    if ((yield* take(socket, 2, timeout))[1] !== 0) return yield* refused("wrong password")
  } else if (chosen !== noPassword) return yield* refused("no method that we have")

  const target = addressOctets(ip)
  socket.write(Buffer.from([version, 1, 0, ...target, port >> 8, port & 0xff]))
  const [, code = 1, , type] = yield* take(socket, 4, timeout)
  if (code !== 0) return yield* refused(refusals[code] ?? `error ${code}`)
  // The address that the proxy uses, which may be a name, and its port are skipped.
  const length = type === 1 ? 4 : type === 4 ? 16 : ((yield* take(socket, 1, timeout))[0] ?? 0)
  yield* take(socket, length + 2, timeout)
})
