/**
 * `rcpt mcp`: the Model Context Protocol on standard input and output, for assistants that start their tools
 * as processes. Each line is a message; the service answers it (`POST /mcp`), with the permissions and
 * credits of the key. Standard output has nothing but messages.
 */
import { createInterface } from "node:readline"

import { mcpPath } from "@rcpt/api/Mcp"
import { timeoutMillis } from "@rcpt/api/query"
import { Console, Duration, Effect, Redacted, Schema, Stream } from "effect"
import { Command } from "effect/cli"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"

import type { Server } from "./requestServer.ts"
import { serverFlags, serverOf } from "./serverFlags.ts"

/** A deep verification takes a minute at most, a list of them longer. */
const answerWaitMax = Duration.millis(2 * timeoutMillis.max)

/** Messages that are answered at once: an assistant has few questions at a time. */
const atOnceMax = 8

/** JSON-RPC 2.0 §5.1. */
const parseError = { code: -32_700, message: "not JSON" }
const serverError = (message: string) => ({ code: -32_000, message })

const Message = Schema.Struct({
  id: Schema.optionalKey(Schema.Union([Schema.String, Schema.Int]))
})
const decodeMessage = Schema.decodeUnknownOption(Schema.fromJsonString(Message))
const Problem = Schema.fromJsonString(Schema.Struct({ error: Schema.String }))

const failure = (id: string | number | null, error: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error })

const statusSentence = (status: number, text: string): string => {
  const problem = Schema.decodeUnknownOption(Problem)(text)
  const why = problem._tag === "Some" ? problem.value.error : "this is no rcpt service"
  return `${status}: ${why}`
}

/** The answer's line; `undefined` for what is not answered. */
const answerTo = ({ url, apiKey }: Server, line: string) => {
  const message = decodeMessage(line)
  if (message._tag === "None") return Effect.succeed(failure(null, parseError))
  const { id } = message.value
  const refused = (sentence: string) =>
    id === undefined
      ? Effect.as(Console.error(sentence), undefined)
      : Effect.succeed(failure(id, serverError(sentence)))
  const request = HttpClientRequest.post(`${url.replace(/\/+$/, "")}${mcpPath}`).pipe(
    HttpClientRequest.setHeader("x-api-key", Redacted.value(apiKey)),
    HttpClientRequest.bodyText(line, "application/json")
  )
  return Effect.gen(function* () {
    const response = yield* HttpClient.execute(request)
    const text = yield* response.text
    if (response.status === 202) return undefined
    // One line is one message.
    if (response.status === 200) return text.replaceAll("\n", " ")
    return yield* refused(statusSentence(response.status, text))
  }).pipe(
    Effect.timeout(answerWaitMax),
    Effect.catch(() => refused(`No response from ${url}. Is it running?`))
  )
}

const lines = Stream.fromAsyncIterable(
  createInterface({ input: process.stdin, terminal: false }),
  (cause) => cause
).pipe(
  Stream.orDie,
  Stream.filter((line) => line.trim() !== "")
)

const write = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

export const mcp = Command.make("mcp", serverFlags, (flags) =>
  Effect.gen(function* () {
    const server = yield* serverOf(flags)
    yield* lines.pipe(
      Stream.mapEffect((line) => answerTo(server, line), {
        concurrency: atOnceMax,
        unordered: true
      }),
      Stream.runForEach((line) => (line === undefined ? Effect.void : write(line)))
    )
  }).pipe(Effect.provide(FetchHttpClient.layer))
).pipe(
  Command.withDescription("Offer the service to an assistant: MCP on standard input and output.")
)
