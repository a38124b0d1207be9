/**
 * Keeps spans to what they may say. Ours have the attributes of their table; those of Effect (SQL
 * statements, messages to actors) name their actor otherwise, which is the domain that a customer asks
 * about. Of a failure the kind is kept: its text and its stack are in the log, under the id of the request.
 */
import { Cause, Exit, Tracer } from "effect"

import { spanKinds } from "./spans.ts"

/** Statements have placeholders for their arguments. */
const attributesOfEffect: ReadonlySet<string> = new Set([
  "db.system.name",
  "db.namespace",
  "db.query.text",
  "db.client.connection.wait_time_ms",
  "effect.sql.method",
  "server.address",
  "server.port",
  "rpc.system.name",
  "rpc.method",
  "entity.type"
])

const attributesOfOurs: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  spanKinds.map(({ name, attributes }) => [name, new Set(attributes)])
)

const allowedIn = (name: string): ReadonlySet<string> =>
  attributesOfOurs.get(name) ?? attributesOfEffect

/** The name of its first error. */
const kindOf = (exit: Exit.Failure<unknown, unknown>): string =>
  Cause.prettyErrors(exit.cause)[0]?.name ?? "Error"

const withoutText = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exit
  const name = kindOf(exit)
  return Exit.die(Object.assign(new Error(""), { name, stack: name }))
}

const guarded = (span: Tracer.Span): Tracer.Span => {
  const allowed = allowedIn(span.name)
  const attribute = span.attribute.bind(span)
  const event = span.event.bind(span)
  const end = span.end.bind(span)
  return Object.assign(span, {
    attribute: (key: string, value: unknown) => {
      if (allowed.has(key)) attribute(key, value)
    },
    event: (name: string, startTime: bigint) => event(name, startTime),
    end: (endTime: bigint, exit: Exit.Exit<unknown, unknown>) => end(endTime, withoutText(exit))
  })
}

export const guardSpans = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    span: (options) => guarded(tracer.span(options)),
    ...(tracer.context && { context: tracer.context })
  })
