/** A request that does not fit the contract, as a 400 whose sentence names the field. */
import { RequestErrors } from "@rcpt/api/Api"
import { BadRequest } from "@rcpt/api/Problem"
import { Effect, SchemaIssue } from "effect"
import type { Layer } from "effect"
import { HttpApiMiddleware } from "effect/http-api"

export const layer: Layer.Layer<RequestErrors> = HttpApiMiddleware.layerSchemaErrorTransform(
  RequestErrors,
  (error) =>
    // An answer of ours that breaks the contract is our bug: it becomes a 500.
    error.kind === "Body" || error.kind === "ResponseHeaders"
      ? Effect.die(error)
      : Effect.fail(new BadRequest({ error: sentenceOf(error.cause.issue) }))
)

const leafHook: SchemaIssue.LeafHook = (issue) =>
  issue._tag === "MissingKey" ? "is required" : SchemaIssue.defaultLeafHook(issue)

const format = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook })

const sentenceOf = (issue: SchemaIssue.Issue): string => {
  const first = format(issue).issues[0]
  return first === undefined
    ? "invalid request"
    : `${(first.path ?? []).map(String).join(".")} ${first.message}`.trim()
}
