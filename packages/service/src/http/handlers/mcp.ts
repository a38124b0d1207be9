/**
 * Messages of the Model Context Protocol. Each is answered by itself: there is no session to remember, so
 * any node answers any message. Authentication, limits and permissions are those of every endpoint.
 */
import { isIP } from "node:net"

import { Api } from "@rcpt/api/Api"
import { mcpVersions } from "@rcpt/api/Mcp"
import { listedTools } from "@rcpt/api/mcpTools"
import { fromElsewhere } from "@rcpt/api/Problem"
import { Effect, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import { Config } from "../../platform/Config.ts"
import { matchesHost } from "../../platform/hostPatterns.ts"
import { version } from "../../platform/version.ts"
import { provenance } from "../middleware/sameOrigin.ts"
import { callTool, isTool } from "./mcpTools.ts"

/** JSON-RPC 2.0 §5.1. */
const invalidRequest = { code: -32_600, message: "not a request of JSON-RPC 2.0" }
const methodNotFound = (method: string) => ({ code: -32_601, message: `no method ${method}` })
const invalidParams = (message: string) => ({ code: -32_602, message })

const instructions =
  "Verifies e-mail addresses. `risky` addresses may take mail: say why. Ask before you verify many, as " +
  "each costs credits."

const Request = Schema.Struct({
  jsonrpc: Schema.Literal("2.0"),
  id: Schema.optionalKey(Schema.Union([Schema.String, Schema.Int])),
  method: Schema.String,
  params: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
})
const decodeRequest = Schema.decodeUnknownOption(Request)

type Params = Readonly<Record<string, unknown>>

/** A version that is not known is answered with the newest; the client decides whether to go on. */
const initialized = ({ protocolVersion: asked }: Params) => ({
  protocolVersion: mcpVersions.find((known) => known === asked) ?? mcpVersions[0],
  capabilities: { tools: {} },
  serverInfo: { name: "rcpt", version },
  instructions
})

const called = ({ name, arguments: input = {} }: Params) =>
  isTool(name)
    ? Effect.map(callTool(name, input), (result) => ({ result }))
    : Effect.succeed({ error: invalidParams(`no tool ${String(name).slice(0, 64)}`) })

const outcomeOf = (method: string, params: Params) => {
  switch (method) {
    case "initialize":
      return Effect.succeed({ result: initialized(params) })
    case "ping":
      return Effect.succeed({ result: {} })
    case "tools/list":
      return Effect.succeed({ result: { tools: listedTools } })
    case "tools/call":
      return called(params)
    default:
      return Effect.succeed({ error: methodNotFound(method.slice(0, 64)) })
  }
}

/**
 * Whether a page has the name of a host that is not ours, and that leads to us all the same (DNS rebinding):
 * its origin is that of the request then. An address cannot be made to lead elsewhere.
 */
const reboundTo = ({ publicUrl, allowedHosts }: Config["Service"]) => {
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  const isOurs = matchesHost([...own, ...allowedHosts, "localhost"])
  return (origin: string | undefined): boolean => {
    if (origin === undefined || !URL.canParse(origin)) return false
    const host = new URL(origin).hostname.replace(/^\[|\]$/g, "")
    return isIP(host) === 0 && !isOurs(host)
  }
}

const accepted = HttpServerResponse.empty({ status: 202 })

const answer = (message: unknown) =>
  Effect.gen(function* () {
    const request = decodeRequest(message)
    if (request._tag === "None")
      return HttpServerResponse.jsonUnsafe({ jsonrpc: "2.0", id: null, error: invalidRequest })
    const { id, method, params = {} } = request.value
    if (id === undefined) return accepted
    return HttpServerResponse.jsonUnsafe({
      jsonrpc: "2.0",
      id,
      ...(yield* outcomeOf(method, params))
    })
  })

export const layer = HttpApiBuilder.group(
  Api,
  "Mcp",
  Effect.fnUntraced(function* (handlers) {
    const config = yield* Config
    const provenanceOf = provenance(config)
    const isRebound = reboundTo(config)
    return handlers.handle("send", ({ payload }) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        if (provenanceOf(request) === "elsewhere" || isRebound(request.headers["origin"]))
          return yield* Effect.fail(fromElsewhere)
        return yield* answer(payload)
      })
    )
  })
)
