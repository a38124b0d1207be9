/** What each tool of the Model Context Protocol does: the same as the endpoint of the API, with its checks. */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { mcpTools } from "@rcpt/api/mcpTools"
import type { McpTool } from "@rcpt/api/mcpTools"
import { BadRequest, entryNotFound } from "@rcpt/api/Problem"
import { timeoutMillis } from "@rcpt/api/query"
import { Effect, Schema } from "effect"

import { readTimeout } from "../../platform/readTimeout.ts"
import { findEntries } from "../../views/ledger/findEntries.ts"
import { findReceipt } from "../../views/ledger/findReceipt.ts"
import { permit, permitMode } from "../middleware/permissions.ts"
import { sentenceOf } from "../middleware/requestErrors.ts"
import { ledgerWaitMax } from "./ledger.ts"
import { verifyMany, verifyOne } from "./verification.ts"

/** A refusal names the argument, as that of an endpoint names the parameter. */
const decoded = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, input: unknown) =>
  Schema.decodeUnknownEffect(schema)(input).pipe(
    Effect.mapError(({ issue }) => new BadRequest({ error: sentenceOf("Arguments", issue) }))
  )

const verifyWith = (tool: "verify_email" | "explain_verdict", explain: "true" | "false") =>
  Effect.fnUntraced(function* (input: unknown) {
    const { email, mode } = yield* decoded(mcpTools[tool].input, input)
    yield* permitMode(mode)
    const query = { email, mode, timeout: timeoutMillis.max, explain }
    const { body } = yield* verifyOne(yield* CurrentAccount, query)(undefined)
    return body
  })

const verifyEmails = Effect.fnUntraced(function* (input: unknown) {
  const request = yield* decoded(mcpTools.verify_emails.input, input)
  yield* permitMode(request.mode)
  const { body } = yield* verifyMany(yield* CurrentAccount, request)(undefined)
  return body
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
}, readTimeout(ledgerWaitMax))

export const isTool = (name: unknown): name is McpTool =>
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
    case "find_charge":
      return yield* findCharge(input)
  }
})

const refused = (error: string) => ({
  content: [{ type: "text", text: error }],
  isError: true
})

/** A refusal is a result: an assistant reads it and can do something about it. */
export const callTool = (name: McpTool, input: unknown) =>
  Effect.andThen(permit(mcpTools[name].permission), run(name, input)).pipe(
    Effect.map((text) => ({
      content: [{ type: "text", text }],
      structuredContent: JSON.parse(text) as object,
      isError: false
    })),
    Effect.catch(({ error }) => Effect.succeed(refused(error)))
  )
