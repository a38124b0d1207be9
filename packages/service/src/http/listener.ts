/**
 * The socket that we listen on, with what Node refuses before there is a request: answers in the
 * same words as everything else.
 */
import { randomUUIDv7 } from "node:crypto"
import { createServer, STATUS_CODES } from "node:http"
import type { Server } from "node:http"
import type { Duplex } from "node:stream"

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"

import { Config } from "../Config.ts"

/**
 * A caller sends a request at once, or is not one that we wait for (slow-loris). Milliseconds.
 * Headers together have 16 KiB, Node's default: an address is 254 characters, a key 48.
 */
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }

/** SIGTERM promises to be done within 15 s: what is in flight has this much of it. */
const drainWaitMax = "10 seconds"

/** Node's codes for what is no HTTP request, or too much of one; 400 for all others. */
const refusals: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "request headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "request was not sent in time"]
}

const refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
  const [status, sentence] = refusals[error.code ?? ""] ?? [400, "not an HTTP request"]
  const body = JSON.stringify({ error: sentence })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${randomUUIDv7()}`,
    "Connection: close"
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`)
}

const createListener = (): Server => createServer(limits).on("clientError", refuse)

export const layer = Layer.unwrap(
  Effect.map(Config, ({ port, host }) =>
    NodeHttpServer.layer(createListener, { port, host, gracefulShutdownTimeout: drainWaitMax })
  )
)
