/** A request that does not fit the contract, as a 400 whose sentence names the field. */
import { BadRequest } from "@rcpt/api/Problem"
import { RequestErrors } from "@rcpt/api/RequestErrors"
import { Effect, SchemaIssue } from "effect"
import type { Layer } from "effect"
import { HttpApiMiddleware } from "effect/http-api"

export const layer: Layer.Layer<RequestErrors> = HttpApiMiddleware.layerSchemaErrorTransform(
  RequestErrors,
  (error) =>
    // An answer of ours that breaks the contract is our bug: it becomes a 500.
    error.kind === "Body" || error.kind === "ResponseHeaders"
      ? Effect.die(error)
      : Effect.fail(new BadRequest({ error: sentenceOf(error.kind, error.cause.issue) }))
)

const leafHook: SchemaIssue.LeafHook = (issue) =>
  issue._tag === "MissingKey" ? "is required" : SchemaIssue.defaultLeafHook(issue)

const format = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook })

/** As it is written in JSON: `emails[3]`; a header as it is known, `Idempotency-Key`. */
const pathOf = (path: ReadonlyArray<unknown>, kind: string): string => {
  const text = path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key as string}`))
    .join("")
  const name = text.replace(/^\./, "")
  return kind === "Headers" ? name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name
}

const sentenceOf = (kind: string, issue: SchemaIssue.Issue): string => {
  const [first] = format(issue).issues
  const path = pathOf(first?.path ?? [], kind)
  // Not JSON at all, or no object: then there is no field that could be named.
  if (kind === "Payload" && path === "") return "the body must be a JSON object"
  return first === undefined ? "invalid request" : `${path} ${first.message}`.trim()
}
