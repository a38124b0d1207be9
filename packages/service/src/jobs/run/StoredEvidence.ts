/**
 * What the fast checks learnt of a row, as it waits beside the row for the word of its mail server:
 * then it is judged without asking anybody anything again. It holds the address, so it goes with the
 * row.
 *
 * All that a verdict and a line of results are made of; texts that neither reads are left out. What
 * another version of us has stored may be unreadable: then the row is verified again.
 */
import { dmarcPolicies, syntheticSigns } from "@rcpt/domain/Evidence"
import type { Evidence } from "@rcpt/domain/Evidence"
import { map } from "@rcpt/domain/Fact"
import { Option, Schema } from "effect"

const { Array, Boolean, Int, Literal, Literals, Number, String, Struct, Union } = Schema

const Unanswered = Struct({ _tag: Literal("Unanswered"), why: String })

const FactOf = <A extends Schema.Top>(value: A) =>
  Union([
    Struct({ _tag: Literal("Present"), value }),
    Struct({ _tag: Literal("Absent") }),
    Unanswered
  ])

const Listed = Schema.UndefinedOr(Struct({ entry: String, list: String, asOf: String }))

const HostMatch = Struct({ service: String, host: String })

const Route = Union([
  Struct({
    _tag: Literal("hosts"),
    hosts: Array(Struct({ host: String, preference: Int })),
    implicit: Boolean
  }),
  Struct({ _tag: Literals(["nullMx", "noDomain", "noMail"]) }),
  Struct({ _tag: Literal("unanswered"), why: String })
])

const Routability = Union([
  Struct({ _tag: Literal("routable") }),
  Struct({ _tag: Literal("unroutable"), why: Literals(["noAddress", "privateAddress"]) }),
  Struct({ _tag: Literal("unanswered"), why: String })
])

const Domain = Struct({
  domain: String,
  learntAt: Number,
  route: Route,
  routability: Routability,
  spf: FactOf(Struct({ record: String, count: Int })),
  dmarc: FactOf(Struct({ record: String, policy: Literals(dmarcPolicies), publishedAt: String })),
  parking: FactOf(
    Struct({ by: Literals(["nameServer", "mailHost", "address"]), match: HostMatch })
  ),
  provider: FactOf(Struct({ id: String, service: String, host: String })),
  forwarder: FactOf(HostMatch),
  relayHost: FactOf(HostMatch),
  disposableHost: FactOf(HostMatch)
})

const Address = Struct({ localPart: String, domain: String, smtputf8: Boolean })

// Stored format: rows outlive a deployment. A change makes those that wait be verified again.
const Stored = Struct({
  input: String,
  syntax: Union([
    Struct({ _tag: Literal("wellFormed"), address: Address, normalized: String }),
    Struct({ _tag: Literal("malformed"), why: String })
  ]),
  lists: Schema.UndefinedOr(
    Struct({ disposable: Listed, free: Listed, role: Listed, relay: Listed })
  ),
  localPart: Schema.UndefinedOr(
    Struct({
      shape: Literals(["fullName", "word", "other"]),
      synthetic: Schema.UndefinedOr(Literals(syntheticSigns))
    })
  ),
  domain: Schema.UndefinedOr(Domain),
  didYouMean: Schema.UndefinedOr(String),
  dnsbl: FactOf(Array(String)),
  age: FactOf(Struct({ registeredOn: String, days: Int })),
  catchAll: FactOf(Struct({ because: String }))
})

// JSON has no `undefined`: it is written as null, so that a key that is missing is one too few.
const Text = Schema.fromJsonString(Schema.toCodecJson(Stored))
const encode = Schema.encodeSync(Text)
const decode = Schema.decodeUnknownOption(Text)

/** Kilobytes of TXT, of which a verdict needs that they are there, how many, and the policy. */
const withoutRecords = (domain: NonNullable<Evidence["domain"]>) => ({
  ...domain,
  spf: map(domain.spf, (spf) => ({ ...spf, record: "" })),
  dmarc: map(domain.dmarc, (dmarc) => ({ ...dmarc, record: "" }))
})

export const writeEvidence = (evidence: Evidence): string =>
  encode({ ...evidence, domain: evidence.domain && withoutRecords(evidence.domain) })

/** `undefined`: it is none that we can read. */
export const readEvidence = (text: string): Evidence | undefined =>
  Option.getOrUndefined(
    Option.map(decode(text), (stored): Evidence => ({ ...stored, context: undefined }))
  )
