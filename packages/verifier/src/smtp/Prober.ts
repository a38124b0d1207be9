/**
 * Deep verification as a service: evidence in, what the mail server said out, never an error. A
 * verifier without one takes `Prober.off`.
 */
import type { Evidence } from "@rcpt/domain/Evidence"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { getDomain } from "tldts"

import { publicAddresses } from "../reservedNetworks.ts"
import { Resolver } from "../Resolver.ts"
import { probePolicyOf, providerIdOf } from "../rules/probePolicies.ts"
import type { Caller } from "./Conversation.ts"
import { conversationsMax, slotWaitMax, smtpWaits } from "./limits.ts"
import type { SmtpWaits } from "./limits.ts"
import { probeMailbox } from "./probeMailbox.ts"
import type { Socks5 } from "./socks5.ts"
import { makeTurns } from "./Turns.ts"
import { whyNotProbed } from "./whyNotProbed.ts"

export interface ProberOptions {
  /** A host name that our address resolves to and from. */
  readonly helo: string
  /** Ours, with MX and SPF; empty is the null sender. */
  readonly mailFrom: string
  /** Default 25; laboratories cannot have that. */
  readonly port?: number
  readonly proxy?: Socks5
  /** As for the verifier: networks whose addresses count as public. */
  readonly unsafeNetworks?: ReadonlyArray<string>
  readonly waits?: Partial<SmtpWaits>
  /** Open conversations, in all. */
  readonly conversationsMax?: number
  /** In place of the policy of each group of mail hosts. */
  readonly conversationsPerGroup?: number
  readonly slotWait?: Duration.Duration
}

export interface ProbeWishes {
  /** For everything, waiting in line included. */
  readonly timeout?: Duration.Duration
}

/** Who shares a pace: all hosts of a provider, else all hosts of one organization. */
export const mailHostGroup = (host: string): string => providerIdOf(host) ?? getDomain(host) ?? host

const plainHostName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i
const plainSender = /^(?:[^\s<>@"]+@[^\s<>@"]+)?$/

/** Throws on what would break every conversation: a service must not start with it. */
const callerOf = (options: ProberOptions): Caller => {
  const { helo, mailFrom, port = 25, proxy, unsafeNetworks = [], waits } = options
  if (!plainHostName.test(helo)) throw new RangeError(`"${helo}" is no host name to greet with`)
  if (!plainSender.test(mailFrom)) throw new RangeError(`"${mailFrom}" is no sender's address`)
  const isPublic = publicAddresses(unsafeNetworks)
  return { helo, mailFrom, port, proxy, isPublic, waits: { ...smtpWaits, ...waits } }
}

export class Prober extends Context.Service<
  Prober,
  { readonly probe: (evidence: Evidence, wishes?: ProbeWishes) => Effect.Effect<SmtpEvidence> }
>()("@rcpt/verifier/Prober") {
  /** Asks nobody. What needs no conversation is still told. */
  static readonly off: Prober["Service"] = {
    probe: (evidence) => Effect.sync(() => notChecked(whyNotProbed(evidence) ?? "smtp_unavailable"))
  }

  static readonly layer = (options: ProberOptions): Layer.Layer<Prober, never, Resolver> =>
    Layer.effect(
      Prober,
      Effect.gen(function* () {
        const dns = yield* Resolver
        const caller = callerOf(options)
        const turns = yield* makeTurns(options.conversationsMax ?? conversationsMax)

        const probe = Effect.fnUntraced(function* (evidence: Evidence, wishes: ProbeWishes = {}) {
          const reason = whyNotProbed(evidence)
          if (reason !== undefined) return notChecked(reason)
          const { syntax, domain, catchAll } = evidence
          if (syntax._tag === "malformed" || domain?.route._tag !== "hosts") {
            return notChecked("smtp_unavailable")
          }
          const { hosts } = domain.route
          const { host = "" } = hosts[0] ?? {}
          const arrivedAt = yield* Clock.currentTimeMillis
          const end = arrivedAt + Duration.toMillis(wishes.timeout ?? Duration.infinity)
          const isServed = yield* turns.take(
            mailHostGroup(host),
            options.conversationsPerGroup ?? probePolicyOf(host).conversationsMax,
            Duration.min(options.slotWait ?? slotWaitMax, Duration.millis(end - arrivedAt))
          )
          if (!isServed) return notChecked("smtp_throttled")
          const startedAt = yield* Clock.currentTimeMillis
          const deadline = Math.min(end, startedAt + Duration.toMillis(caller.waits.whole))
          return yield* probeMailbox(
            { address: syntax.address, hosts, catchAll, deadline },
            caller,
            dns
          )
        }, Effect.scoped)
        return { probe }
      })
    )
}
