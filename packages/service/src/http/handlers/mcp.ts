/**
 * Messages of the Model Context Protocol. Each is answered by itself: there is no session to remember, so
 * any node answers any message. Authentication, limits and permissions are those of every endpoint.
 */
import { isIP } from "node:net"

import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { textOf } from "@rcpt/api/errors/Sentence"
import { mcpVersions } from "@rcpt/api/Mcp"
import { listedTools, mcpTools } from "@rcpt/api/mcpTools"
import type { McpTool } from "@rcpt/api/mcpTools"
import { fromElsewhere, BadRequest, entryNotFound, jobNotFound } from "@rcpt/api/Problem"
import { timeoutMillis } from "@rcpt/api/query"
import { spokenText } from "@rcpt/api/resultText"
import { explainReply } from "@rcpt/verifier/smtp/explainReply"
import { Effect, Result, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import { Jobs } from "../../jobs/Jobs.ts"
import { namedFor } from "../../jobs/uploaderNames.ts"
import { Config } from "../../platform/Config.ts"
import { matchesHost } from "../../platform/hostPatterns.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import { version } from "../../platform/version.ts"
import { findEntries } from "../../views/ledger/findEntries.ts"
import { findReceipt } from "../../views/ledger/findReceipt.ts"
import { permit, permitMode } from "../middleware/permissions.ts"
import { sentenceOf } from "../middleware/requestErrors.ts"
import { provenance } from "../middleware/sameOrigin.ts"
import { checkEmails, priceEmails } from "./jobsUpload.ts"
import { verifyMany, verifyWithin } from "./verification.ts"

// Each tool of the Model Context Protocol does the same as an endpoint of the API, with its checks.

/** A refusal names the argument, as that of an endpoint names the parameter. */
const decoded = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, input: unknown) =>
  Schema.decodeUnknownEffect(schema)(input).pipe(
    Effect.mapError(({ issue }) => new BadRequest({ error: sentenceOf("Arguments", issue) }))
  )

const verifyWith = (tool: "verify_email" | "explain_verdict", explain: "true" | "false") =>
  Effect.fnUntraced(function* (input: unknown) {
    const request = yield* decoded(mcpTools[tool].input, input)
    yield* permitMode(request.mode)
    const query = { ...request, timeout: timeoutMillis.max, explain }
    const { body } = yield* verifyWithin(yield* CurrentAccount, query)(undefined)
    return spokenText(body, "en")
  })

const verifyEmails = Effect.fnUntraced(function* (input: unknown) {
  const request = yield* decoded(mcpTools.verify_emails.input, input)
  yield* permitMode(request.mode)
  const { body } = yield* verifyMany(yield* CurrentAccount, request)(undefined)
  return spokenText(body, "en")
})

const findCharge = Effect.fnUntraced(function* (input: unknown) {
  const { entry, job_id: job, limit } = yield* decoded(mcpTools.find_charge.input, input)
  const { accountId } = yield* CurrentAccount
  if (entry === undefined) {
    const wanted = { limit, type: "charge" as const, job: job?.toLowerCase() }
    const page = yield* findEntries(accountId, wanted).pipe(
      Effect.catchTag("UnknownCursor", Effect.die)
    )
    return JSON.stringify(page)
  }
  const receipt = yield* findReceipt(accountId, entry)
  return JSON.stringify(receipt ?? (yield* Effect.fail(entryNotFound)))
}, readTimeout(readWaitMax))

/** The price, and the list itself once a person has agreed to it. */
const checkList = Effect.fnUntraced(function* (input: unknown) {
  const { emails, mode, name, agreed_credits, idempotency_key } = yield* decoded(
    mcpTools.check_list.input,
    input
  )
  yield* permitMode(mode)
  const price = yield* priceEmails(emails, mode)
  if (agreed_credits === undefined) return JSON.stringify(price)
  if (agreed_credits < price.credits_maximum)
    return yield* new BadRequest({
      error: `agreed_credits must be at least ${price.credits_maximum}, the price: ask the person first`
    })
  const list = { emails, mode, filename: `${name?.trim() || "List"}.csv` }
  const { body } = yield* checkEmails(list, idempotency_key)
  return body
})

const jobStatus = Effect.fnUntraced(function* (input: unknown) {
  const { job_id: id } = yield* decoded(mcpTools.job_status.input, input)
  const caller = yield* CurrentAccount
  const job = yield* Jobs.use(({ find }) =>
    find({ account: caller.accountId, job: id.toLowerCase() })
  ).pipe(Effect.catchTag("JobNotFound", () => Effect.fail(jobNotFound)))
  return JSON.stringify((yield* namedFor(caller, [job]))(job))
}, readTimeout(readWaitMax))

const explainedReply = Effect.fnUntraced(function* (input: unknown) {
  const {
    reply,
    mx_host: mxHost = "",
    recipient = ""
  } = yield* decoded(mcpTools.explain_reply.input, input)
  const explained = explainReply({ reply, mxHost, recipient })
  if (Result.isFailure(explained))
    return yield* new BadRequest({ error: `reply cannot be read: ${explained.failure}` })
  const { phase, code, enhancedCode, status, subReason, mailboxExists, rule, source } =
    explained.success
  return JSON.stringify({
    phase,
    code,
    enhanced_code: enhancedCode,
    status,
    sub_reason: subReason,
    mailbox_exists: mailboxExists,
    rule,
    source
  })
})

const isTool = (name: unknown): name is McpTool =>
  typeof name === "string" && Object.hasOwn(mcpTools, name)

/** The body that the endpoint would send. */
const run = Effect.fnUntraced(function* (name: McpTool, input: unknown) {
  switch (name) {
    case "verify_email":
      return yield* verifyWith(name, "false")(input)
    case "verify_emails":
      return yield* verifyEmails(input)
    case "explain_verdict":
      return yield* verifyWith(name, "true")(input)
    case "check_list":
      return yield* checkList(input)
    case "job_status":
      return yield* jobStatus(input)
    case "explain_reply":
      return yield* explainedReply(input)
    case "find_charge":
      return yield* findCharge(input)
  }
})

const refused = (error: string) => ({
  content: [{ type: "text", text: error }],
  isError: true
})

/** A refusal is a result: an assistant reads it and can do something about it. */
const callTool = (name: McpTool, input: unknown) =>
  Effect.andThen(permit(mcpTools[name].permission), run(name, input)).pipe(
    Effect.map((text) => ({
      content: [{ type: "text", text }],
      structuredContent: JSON.parse(text) as object,
      isError: false
    })),
    Effect.catch(({ error }) => Effect.succeed(refused(textOf(error))))
  )

/** JSON-RPC 2.0 §5.1. */
const invalidRequest = { code: -32_600, message: "not a request of JSON-RPC 2.0" }
const methodNotFound = (method: string) => ({ code: -32_601, message: `no method ${method}` })
const invalidParams = (message: string) => ({ code: -32_602, message })

const instructions =
  "Verifies email addresses. `risky` addresses may take mail: say why. Ask before you verify many, as " +
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
 * Whether a page has the name of a host that is not ours but leads to us (DNS rebinding): its origin is then
 * that of the request. An address cannot be made to lead elsewhere.
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

export const mcpHandlers = HttpApiBuilder.group(
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
