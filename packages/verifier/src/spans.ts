/**
 * The spans of a verification, one per stage: their names and attributes in one table. No attribute
 * ever holds an address or a local part.
 *
 * While no tracer listens (`References.TracerEnabled` is false) a stage runs as it is, and no span is
 * made: this costs one step of the fiber.
 */
import { Context, Effect, References, Tracer } from "effect"
import type { Fiber } from "effect"

type Value = string | number | boolean

export interface SpanKind {
  readonly name: string
  readonly attributes: ReadonlyArray<string>
}

type Attributes<Kind extends SpanKind> = {
  readonly [Name in Kind["attributes"][number]]?: Value | undefined
}

export const verifierSpans = {
  /** One address, from the text to the verdict. */
  verify: { name: "verify", attributes: ["mode", "status", "sub_status"] },
  /** The look-up of a domain that is not in the cache. */
  domainFacts: { name: "dns.domain", attributes: ["route"] },
  blocklists: { name: "dns.blocklists", attributes: ["outcome"] },
  /** A question to a registry, RDAP or WHOIS. It may outlive the request that asked. */
  domainAge: { name: "registry.age", attributes: ["outcome"] },
  /** A probe, from its place in the queue of its mail host to its result. */
  probe: { name: "smtp.probe", attributes: ["urgency", "checked", "status", "reason", "provider"] },
  /** One connection with one mail host, for one recipient or several. */
  smtpSession: { name: "smtp.session", attributes: [] },
  /** One phase of a session: connect, greeting, ehlo, starttls, mail, rcpt, rset. */
  smtpPhase: { name: "smtp.phase", attributes: ["phase", "code"] }
} as const satisfies Readonly<Record<string, SpanKind>>

const annotate = (span: Tracer.Span, attributes: Readonly<Record<string, Value | undefined>>) => {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) span.attribute(name, value)
}

/** The stage that runs this fiber, if there is one, for work that continues in another fiber. */
export const currentSpan = (fiber: Fiber.Fiber<unknown, unknown>): Tracer.AnySpan | undefined =>
  Context.getOrUndefined(fiber.context, Tracer.ParentSpan)

/** Makes work in another fiber part of a stage. Without a stage the work is unchanged. */
export const partOf =
  (span: Tracer.AnySpan | undefined) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    span === undefined
      ? work
      : (Effect.withParentSpan(work, span, { captureStackTrace: false }) as Effect.Effect<A, E, R>)

/** The stages that a stage is part of, if they are not those of its fiber. The first one is its parent. */
type Parents = ReadonlyArray<Tracer.AnySpan | undefined>

const relationsOf = (parents: Parents | undefined): Tracer.SpanOptionsNoTrace => {
  if (parents === undefined) return {}
  const [parent, ...others] = new Set(parents.filter((span) => span !== undefined))
  if (parent === undefined) return { root: true }
  return { parent, links: others.map((span) => ({ span, attributes: {} })) }
}

/** Runs a stage as a span. `ended` adds the attributes that are known only after success. */
export const traced =
  <const Kind extends SpanKind, A>(
    kind: Kind,
    started: Attributes<Kind>,
    ended?: (value: A) => Attributes<Kind>,
    parents?: Parents
  ) =>
  <E, R>(stage: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      if (!fiber.getRef(References.TracerEnabled)) return stage
      return Effect.useSpan(kind.name, relationsOf(parents), (span) => {
        annotate(span, started)
        const inSpan = Effect.withParentSpan(stage, span, { captureStackTrace: false })
        return ended === undefined
          ? inSpan
          : Effect.tap(inSpan, (value) => Effect.sync(() => annotate(span, ended(value))))
      }) as Effect.Effect<A, E, R>
    })
