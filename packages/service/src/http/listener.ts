/**
 * The socket that we listen on, with what Node refuses before there is a request: answers in the
 * same words as everything else.
 */
import { randomUUIDv7 } from "node:crypto"
import { createServer, STATUS_CODES } from "node:http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"

import { Config } from "../Config.ts"
import { uploadPath } from "./allowedMethods.ts"

/**
 * A caller sends a request at once, or is not one that we wait for (slow-loris). Milliseconds.
 * Headers together have 16 KiB, Node's default: an address is 254 characters, a key 48.
 * `requestTimeout` is for all of a request; an upload may be silent for as long.
 */
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }

/** Milliseconds for all of an upload: 32 MB take 9 minutes at half a megabit a second. */
const uploadTimeout = 10 * 60_000

/** Milliseconds: how much later than that it is noticed. Node's default is half a minute. */
const connectionsCheckingInterval = 2_000

/** SIGTERM promises to be done within 15 s: what is in flight has this much of it. */
const drainWaitMax = "10 seconds"

/** Node's codes for what is no HTTP request, or too much of one; 400 for all others. */
const refusals: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "request headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "request was not sent in time"]
}

const answer = (
  socket: Duplex,
  status: number,
  sentence: string,
  headers: ReadonlyArray<string> = []
): void => {
  const body = JSON.stringify({ error: sentence })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${randomUUIDv7()}`,
    "Connection: close",
    ...headers
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`)
}

const refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
  const [status, sentence] = refusals[error.code ?? ""] ?? [400, "not an HTTP request"]
  answer(socket, status, sentence)
}

const late: NodeJS.ErrnoException = Object.assign(new Error("late"), {
  code: "ERR_HTTP_REQUEST_TIMEOUT"
})

const refuseLate = ({ socket }: IncomingMessage): void => {
  refuse(late, socket)
  socket.destroySoon()
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers["content-length"] ?? "0") !== "0" || headers["transfer-encoding"] !== undefined

/** Node has one limit for all requests. It is that of uploads, and others are held to theirs here. */
const hurry =
  (bodyTimeout: number) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    if (!hasBody(request)) return
    if (request.url?.split("?", 1)[0] === uploadPath) {
      request.setTimeout(bodyTimeout, () => refuseLate(request))
      request.once("end", () => request.setTimeout(0))
      return
    }
    const timer = setTimeout(() => refuseLate(request), bodyTimeout)
    const isThere = () => clearTimeout(timer)
    request.once("end", isThere)
    response.once("close", isThere)
  }

/** A tunnel has no path, so nothing is allowed instead. */
const refuseTunnel = (_request: IncomingMessage, socket: Duplex): void =>
  answer(socket, 405, "method not allowed", ["Allow: "])

const refuseExpectation = (_request: IncomingMessage, response: ServerResponse): void => {
  const body = JSON.stringify({ error: "expectation failed" })
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    "x-request-id": randomUUIDv7()
  }
  response.writeHead(417, headers).end(body)
}

/** A missing Host is refused in gate.ts, in our words. */
export const createListener = (waits: typeof limits = limits): Server =>
  createServer({
    ...waits,
    requestTimeout: uploadTimeout,
    connectionsCheckingInterval,
    requireHostHeader: false
  })
    .on("request", hurry(waits.requestTimeout))
    .on("clientError", refuse)
    .on("connect", refuseTunnel)
    .on("checkExpectation", refuseExpectation)

export const layer = Layer.unwrap(
  Effect.map(Config, ({ port, host }) =>
    NodeHttpServer.layer(() => createListener(), {
      port,
      host,
      gracefulShutdownTimeout: drainWaitMax
    })
  )
)
