/** Raw HTTP over a socket, for what no client library would send. */
import { connect } from "node:net"

import { Effect } from "effect"

import { assert } from "../../support/vitest.ts"

export interface RawResponse {
  /** 0: the connection ended without a response. */
  readonly status: number
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Milliseconds; far longer than a response takes. */
const silenceMax = 25_000

/**
 * Sends the pieces with pauses between them. Returns the first complete response, or what arrived before
 * the connection ended. `from`: the client's address, of the loopback network.
 */
export const exchange = (
  base: string,
  pieces: ReadonlyArray<string>,
  pauseMillis = 0,
  from = "127.0.0.1"
): Effect.Effect<RawResponse> =>
  Effect.callback((resume) => {
    let text = ""
    const remaining = [...pieces]
    const port = Number(new URL(base).port)
    const socket = connect({ port, host: "127.0.0.1", localAddress: from })
    const sendNext = () => {
      const piece = remaining.shift()
      if (piece === undefined || socket.destroyed) return
      socket.write(piece, "latin1")
      if (remaining.length > 0) setTimeout(sendNext, pauseMillis)
    }
    const finish = () => {
      socket.destroy()
      resume(Effect.succeed(parse(text)))
    }
    socket.setTimeout(silenceMax, finish)
    socket.on("connect", sendNext)
    socket.on("data", (data) => {
      text += data.toString("latin1")
      if (isComplete(text)) finish()
    })
    // A response that arrived before the connection broke counts.
    socket.on("error", finish)
    socket.on("close", finish)
    return Effect.sync(() => socket.destroy())
  })

const parse = (text: string): RawResponse => {
  const end = text.indexOf("\r\n\r\n")
  const [first = "", ...lines] = text.slice(0, Math.max(end, 0)).split("\r\n")
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    })
  )
  return { status: Number(first.slice(9, 12)), headers, body: text.slice(end + 4) }
}

const isComplete = (text: string): boolean => {
  const { status, headers, body } = parse(text)
  const length = headers["content-length"]
  return status > 0 && length !== undefined && body.length >= Number(length)
}

/** What reveals internals: a stack, a path, SQL, a library, a class. */
const internals =
  /\bat \S+ \(|node:|\.ts\b|\/packages\/|node_modules|select |Error\b|Effect|postgres/i

/** The whole body is compared: an error has its sentence and nothing else. */
export const isProblem = (response: RawResponse, status: number, sentence?: string): void => {
  assert.strictEqual(response.status, status, response.body)
  assert.match(response.headers["content-type"] ?? "", /^application\/json/)
  assert.match(
    response.headers["x-request-id"] ?? "",
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
  )
  const body: unknown = JSON.parse(response.body)
  assert.deepStrictEqual(Object.keys(Object(body)), ["error"])
  const { error } = Object(body)
  assert.notMatch(error, internals)
  if (sentence !== undefined) assert.strictEqual(error, sentence)
}
