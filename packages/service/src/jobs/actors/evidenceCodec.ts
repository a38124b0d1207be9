/**
 * The stored format of a row's evidence from the fast checks, while the row waits for its mail server.
 * With it the row is judged later without repeating those checks. It contains the address, so it is
 * deleted with the row.
 *
 * It holds everything that a verdict and a result line need; texts that neither reads are left out.
 * Evidence stored by another version may be unreadable: then the row is verified again.
 */
import { deliveryOutcomes, dmarcPolicies, syntheticSigns } from "@rcpt/domain/Evidence"
import type { Evidence } from "@rcpt/domain/Evidence"
import { map } from "@rcpt/domain/Fact"
import { isFault } from "@rcpt/domain/reasons"
import { RuleAction, RuleMatch } from "@rcpt/domain/Rules"
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

const MailCounts = Struct({ arrived: Int, bounced: Int })

// Stored format: rows outlive a deployment. After a change, waiting rows are verified again.
const StoredEvidence = Struct({
  input: String,
  syntax: Union([
    Struct({ _tag: Literal("wellFormed"), address: Address, normalized: String }),
    Struct({ _tag: Literal("malformed"), why: Schema.Json.pipe(Schema.refine(isFault)) })
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
  catchAll: FactOf(Struct({ because: String })),
  reported: Schema.optionalKey(Struct({ outcome: Literals(deliveryOutcomes), at: Number })),
  domainMail: Schema.optionalKey(
    Struct({ own: MailCounts, others: Schema.optionalKey(MailCounts) })
  ),
  rule: Schema.optionalKey(
    Struct({ id: String, action: RuleAction, match: RuleMatch, value: String, subdomains: Boolean })
  )
})

// JSON has no `undefined`: it is written as null, so a missing key is an error.
const EvidenceJson = Schema.fromJsonString(Schema.toCodecJson(StoredEvidence))
const encode = Schema.encodeSync(EvidenceJson)
const decode = Schema.decodeUnknownOption(EvidenceJson)

/** Leaves out kilobytes of TXT records: a verdict needs only their presence, count and policy. */
const withoutRecords = (domain: NonNullable<Evidence["domain"]>) => ({
  ...domain,
  spf: map(domain.spf, (spf) => ({ ...spf, record: "" })),
  dmarc: map(domain.dmarc, (dmarc) => ({ ...dmarc, record: "" }))
})

export const encodeEvidence = (evidence: Evidence): string =>
  encode({ ...evidence, domain: evidence.domain && withoutRecords(evidence.domain) })

/** `undefined`: not readable by this version. */
export const decodeEvidence = (text: string): Evidence | undefined =>
  Option.getOrUndefined(
    Option.map(decode(text), (stored): Evidence => ({ ...stored, context: undefined }))
  )
