/** Turns a request that does not fit the contract into a 400 whose sentence names the field. */
import { codedText } from "@rcpt/api/errors/codedTexts"
import { fieldFault } from "@rcpt/api/errors/errorTexts"
import type { AnySentence } from "@rcpt/api/errors/Sentence"
import { BadRequest } from "@rcpt/api/Problem"
import { RequestErrors } from "@rcpt/api/RequestErrors"
import { Effect, SchemaIssue } from "effect"
import type { Layer } from "effect"
import { HttpApiMiddleware } from "effect/http-api"

import { nearest } from "../../platform/config/nearest.ts"

export const layer: Layer.Layer<RequestErrors> = HttpApiMiddleware.layerSchemaErrorTransform(
  RequestErrors,
  (error) =>
    // A response that breaks the contract is a bug of the service: it becomes a 500.
    error.kind === "Body" || error.kind === "ResponseHeaders"
      ? Effect.die(error)
      : Effect.fail(new BadRequest({ error: sentenceOf(error.kind, error.cause.issue) }))
)

const list = new Intl.ListFormat("en", { type: "conjunction" })

/** For a field that an endpoint does not know. Its name comes before. */
const unknownField = (name: string, { ast }: SchemaIssue.UnexpectedKey): string => {
  const known = fieldsOf(ast)
  const meant = nearest(name, known)
  const hint = meant === undefined ? `it takes ${list.format(known)}` : `did you mean ${meant}?`
  return `is not a field of this request: ${hint}`
}

const fieldsOf = (ast: SchemaIssue.UnexpectedKey["ast"]): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** A JSON path such as `emails[3]`; a header in its usual case, `Idempotency-Key`. */
const pathOf = (path: ReadonlyArray<unknown>, kind: string): string => {
  const text = path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key as string}`))
    .join("")
  const name = text.replace(/^\./, "")
  return kind === "Headers" ? name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name
}

export const sentenceOf = (kind: string, issue: SchemaIssue.Issue): AnySentence => {
  let leaf: SchemaIssue.Leaf | undefined
  const leafHook: SchemaIssue.LeafHook = (found) => {
    leaf ??= found
    return found._tag === "MissingKey" ? fieldFault("required") : SchemaIssue.defaultLeafHook(found)
  }
  const [first] = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook })(issue).issues
  const path = pathOf(first?.path ?? [], kind)
  if (leaf?._tag === "UnexpectedKey")
    return `${path} ${unknownField(path.slice(path.lastIndexOf(".") + 1), leaf)}`
  // The body is not JSON or not an object: there is no field to name.
  if (kind === "Payload" && path === "") return codedText("body_not_json", "it")
  if (first === undefined) return "invalid request"
  // Every `url` of a request is that of a webhook.
  return path === "url" && leaf?._tag !== "MissingKey"
    ? codedText("webhook_url_refused", "url", { must: first.message })
    : `${path} ${first.message}`.trim()
}
