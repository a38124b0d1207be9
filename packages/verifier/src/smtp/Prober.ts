/**
 * Deep verification as a service: evidence in, what the mail server said out, never an error. A
 * verifier without one takes `Prober.off`.
 */
import { randomBytes } from "node:crypto"

import type { Evidence } from "@rcpt/domain/Evidence"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { getDomain } from "tldts"

import { DomainMemory } from "../DomainMemory.ts"
import type { Urgency } from "../mx/FairLine.ts"
import type { BlockAlarm } from "../mx/LineStatus.ts"
import { makeMxLines } from "../mx/MxLines.ts"
import type { FixedPace } from "../mx/pace.ts"
import { Places } from "../mx/Places.ts"
import type { LineQuestion } from "../mx/Ticket.ts"
import { publicAddresses } from "../reservedNetworks.ts"
import { Resolver } from "../Resolver.ts"
import { probePolicyOf, providerIdOf } from "../rules/probePolicies.ts"
import type { Caller } from "./Conversation.ts"
import { conversationsMax, slotWaitMax, smtpWaits } from "./limits.ts"
import type { SmtpWaits } from "./limits.ts"
import type { Socks5 } from "./socks5.ts"
import { whyNotProbed } from "./whyNotProbed.ts"

export interface ProberOptions {
  /** A host name that our address resolves to and from. */
  readonly helo: string
  /** Ours, with MX and SPF; empty is the null sender. */
  readonly mailFrom: string
  /** Default 25; laboratories cannot have that. */
  readonly port?: number
  readonly proxy?: Socks5
  /**
   * Of the names that we make up to see what a server does with strangers. Where it is not given, they
   * change with the process, and a greylisted domain that is asked again by the next one stays open.
   */
  readonly controlKey?: Uint8Array | undefined
  /** As for the verifier: networks whose addresses count as public. */
  readonly unsafeNetworks?: ReadonlyArray<string>
  readonly waits?: Partial<SmtpWaits>
  /** Open conversations, in all. */
  readonly conversationsMax?: number
  /** In place of the pace of each group of mail hosts, and of all that adapts it. */
  readonly pace?: FixedPace
  /** How long a question waits for a conversation to begin. */
  readonly slotWait?: Duration.Duration
  /** A provider has blocked us. */
  readonly onAlarm?: (alarm: BlockAlarm) => Effect.Effect<void>
}

export interface ProbeWishes {
  /** For everything beyond the fast answer, waiting in line included; default: the prober's limits. */
  readonly timeout?: Duration.Duration
  /** Who wants to know: accounts share the pace of a group. */
  readonly account?: string
  /** Default `realTime`: somebody waits for the answer. */
  readonly urgency?: Urgency
}

/** Who shares a pace: all hosts of a provider, else all hosts of one organization. */
export const mailHostGroup = (host: string): string => providerIdOf(host) ?? getDomain(host) ?? host

const plainHostName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i
const plainSender = /^(?:[^\s<>@"]+@[^\s<>@"]+)?$/

const controlKeyOctets = 32

/** Throws on what would break every conversation: a service must not start with it. */
export const callerOf = (options: ProberOptions): Caller => {
  const { helo, mailFrom, port = 25, proxy, unsafeNetworks = [], waits } = options
  if (!plainHostName.test(helo)) throw new RangeError(`"${helo}" is no host name to greet with`)
  if (!plainSender.test(mailFrom)) throw new RangeError(`"${mailFrom}" is no sender's address`)
  const isPublic = publicAddresses(unsafeNetworks)
  const { controlKey = randomBytes(controlKeyOctets) } = options
  return { helo, mailFrom, port, proxy, isPublic, waits: { ...smtpWaits, ...waits }, controlKey }
}

/** Callers without an account share one. */
const nobody = ""

/** The question to a group of mail hosts; or why there is none. */
export const questionAbout = (
  evidence: Evidence,
  { timeout = Duration.infinity, account = nobody, urgency = "realTime" }: ProbeWishes,
  slotWait: Duration.Duration,
  now: number
): LineQuestion | SmtpEvidence => {
  const reason = whyNotProbed(evidence)
  if (reason !== undefined) return notChecked(reason)
  const { syntax, domain, catchAll } = evidence
  if (syntax._tag === "malformed" || domain?.route._tag !== "hosts") {
    return notChecked("smtp_unavailable")
  }
  const { address } = syntax
  const { hosts } = domain.route
  const deadline = now + Duration.toMillis(timeout)
  const waitUntil = now + Duration.toMillis(slotWait)
  return { address, hosts, catchAll, account, urgency, deadline, waitUntil }
}

const domainMemory = Effect.flatMap(
  Effect.serviceOption(DomainMemory),
  Option.match({
    onNone: () => Effect.provide(DomainMemory.use(Effect.succeed), DomainMemory.layerLocal),
    onSome: Effect.succeed
  })
)

export class Prober extends Context.Service<
  Prober,
  { readonly probe: (evidence: Evidence, wishes?: ProbeWishes) => Effect.Effect<SmtpEvidence> }
>()("@rcpt/verifier/Prober") {
  /** Asks nobody. What needs no conversation is still told. */
  static readonly off: Prober["Service"] = {
    probe: (evidence) => Effect.sync(() => notChecked(whyNotProbed(evidence) ?? "smtp_unavailable"))
  }

  /** Lines of this process alone; what it learns of domains it shares where a memory is provided. */
  static readonly layer = (options: ProberOptions): Layer.Layer<Prober, never, Resolver> =>
    Layer.effect(
      Prober,
      Effect.gen(function* () {
        const dns = yield* Resolver
        const caller = callerOf(options)
        const lines = yield* makeMxLines({
          caller,
          dns,
          domains: yield* domainMemory,
          places: new Places(options.conversationsMax ?? conversationsMax),
          pace: options.pace,
          onAlarm: options.onAlarm
        })
        const probe = Effect.fnUntraced(function* (evidence: Evidence, wishes: ProbeWishes = {}) {
          const now = yield* Clock.currentTimeMillis
          const question = questionAbout(evidence, wishes, options.slotWait ?? slotWaitMax, now)
          if ("status" in question) return question
          const { host = "" } = question.hosts[0] ?? {}
          return yield* lines.ask(mailHostGroup(host), probePolicyOf(host), question)
        })
        return { probe }
      })
    )
}
