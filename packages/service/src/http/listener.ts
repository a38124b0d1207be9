/**
 * The listening socket and its timeouts. What Node itself refuses before there is a request gets the
 * same form of error as every other response.
 */
import { randomUUIDv7 } from "node:crypto"
import { createServer, STATUS_CODES } from "node:http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { codedText } from "@rcpt/api/errors/codedTexts"
import { headersOfError } from "@rcpt/api/errors/errorCodes"
import { textOf } from "@rcpt/api/errors/Sentence"
import type { AnySentence } from "@rcpt/api/errors/Sentence"
import { Effect, Layer } from "effect"

import { Config } from "../platform/Config.ts"
import { httpSettings, notListening } from "../platform/ports.ts"
import { uploadPaths } from "./allowedMethods.ts"
import { Connections, connectionsOf } from "./connections.ts"
import { ofJson } from "./headers.ts"

/**
 * Milliseconds. A client that sends its request too slowly is cut off (slowloris). All headers together
 * may have 16 KiB, Node's default: an address has 254 characters, a key 48. `requestTimeout` is for
 * the whole request; for an upload, it is the longest silence.
 */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }

/** Milliseconds for a whole upload: 32 MB take 9 minutes at half a megabit a second. */
const uploadTimeout = 10 * 60_000

/** Milliseconds between checks for expired timeouts. Node's default is half a minute. */
const connectionsCheckingInterval = 2_000

/** Responses by Node's error code; any other code gets 400. */
const refusals: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "request headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "request was not sent in time"]
}

const respond = (
  socket: Duplex,
  status: number,
  sentence: AnySentence,
  headers: ReadonlyArray<string> = []
): void => {
  const body = JSON.stringify({ error: textOf(sentence) })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${randomUUIDv7()}`,
    ...Object.entries({ ...ofJson, ...headersOfError(status, sentence) }).map(
      ([name, value]) => `${name}: ${value}`
    ),
    "Connection: close",
    ...headers
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`)
}

const refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
  const [status, sentence] = refusals[error.code ?? ""] ?? [400, codedText("not_http", "it")]
  respond(socket, status, sentence)
}

const requestTimedOut: NodeJS.ErrnoException = Object.assign(new Error("request timed out"), {
  code: "ERR_HTTP_REQUEST_TIMEOUT"
})

/** 408, and the end of the connection. */
export const refuseLate = ({ socket }: IncomingMessage): void => {
  refuse(requestTimedOut, socket)
  socket.destroySoon()
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers["content-length"] ?? "0") !== "0" || headers["transfer-encoding"] !== undefined

/** Node has one timeout for all requests. It is set to that of uploads; others are limited here. */
const limitBodyTime =
  (bodyTimeout: number) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    if (!hasBody(request)) return
    if (uploadPaths.has(request.url?.split("?", 1)[0] ?? "")) {
      request.setTimeout(bodyTimeout, () => refuseLate(request))
      request.once("end", () => request.setTimeout(0))
      return
    }
    const timer = setTimeout(() => refuseLate(request), bodyTimeout)
    const cancel = () => clearTimeout(timer)
    request.once("end", cancel)
    response.once("close", cancel)
  }

/** CONNECT has no path, so there are no other methods to allow. */
const refuseTunnel = (_request: IncomingMessage, socket: Duplex): void =>
  respond(socket, 405, "method not allowed", ["Allow: "])

const refuseExpectation = (_request: IncomingMessage, response: ServerResponse): void => {
  const sentence = "expectation failed"
  const body = JSON.stringify({ error: textOf(sentence) })
  const headers = {
    ...ofJson,
    ...headersOfError(417),
    connection: "close",
    "content-type": "application/json",
    "content-length": body.length,
    "x-request-id": randomUUIDv7()
  }
  response.writeHead(417, headers).end(body)
}

/** A missing Host header is refused in refuse.ts. */
export const createListener = (requestTimeouts: typeof timeouts = timeouts): Server =>
  createServer({
    ...requestTimeouts,
    requestTimeout: uploadTimeout,
    connectionsCheckingInterval,
    requireHostHeader: false
  })
    .on("request", limitBodyTime(requestTimeouts.requestTimeout))
    .on("clientError", refuse)
    .on("connect", refuseTunnel)
    .on("checkExpectation", refuseExpectation)

export const layer = Layer.unwrap(
  Effect.map(Config, ({ port, host }) => {
    const listener = createListener()
    const listening = Layer.build(NodeHttpServer.layer(() => listener, { port, host }))
    return Layer.merge(
      Layer.effectContext(
        Effect.mapError(listening, ({ cause }) =>
          notListening({ host, port, settings: httpSettings }, cause)
        )
      ),
      Layer.sync(Connections, () => connectionsOf(listener))
    )
  })
)
