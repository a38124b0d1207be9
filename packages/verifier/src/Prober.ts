/**
 * Deep verification as a service: it takes the evidence so far and returns SMTP evidence, never an error. A
 * verifier without this service uses `Prober.off`.
 */
import { createSecretKey, randomBytes } from "node:crypto"

import type { Evidence } from "@rcpt/domain/Evidence"
import { absent, present } from "@rcpt/domain/Fact"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"

import { isWithin, publicAddresses } from "./dns/reservedNetworks.ts"
import { Resolver } from "./dns/Resolver.ts"
import { DomainKnowledge } from "./DomainKnowledge.ts"
import { ConnectionLimit } from "./pacing/ConnectionLimit.ts"
import type { Urgency } from "./pacing/FairQueue.ts"
import { answerFromEvidence } from "./pacing/knownCatchAlls.ts"
import { mailHostGroups } from "./pacing/mailHostGroups.ts"
import { makeMxQueues } from "./pacing/OpenQueues.ts"
import type { FixedPace } from "./pacing/pace.ts"
import type { ProbeRequest } from "./pacing/Probe.ts"
import type { BlockAlarm } from "./pacing/QueueStatus.ts"
import { connectionsMax, queueWaitMax, smtpTimeouts } from "./smtp/limits.ts"
import type { SmtpTimeouts } from "./smtp/limits.ts"
import { notProbedReason } from "./smtp/notProbedReason.ts"
import { probePolicyOf } from "./smtp/rules/probePolicies.ts"
import type { SmtpClient } from "./smtp/SmtpSession.ts"
import type { Socks5 } from "./smtp/socks5.ts"

export interface ProberOptions {
  /** A host name that our address resolves to and from. */
  readonly helo: string
  /** An address of ours whose domain has MX and SPF; empty is the null sender. */
  readonly mailFrom: string
  /** The default is 25, which a lab cannot use. */
  readonly port?: number
  readonly proxy?: Socks5
  /** The address of this machine that connections come from: mail hosts of the other family are not reached. */
  readonly sourceAddress?: string | undefined
  /** Asks also those providers over IPv6 that refuse it by default (smtp/rules/probePolicies.ts). */
  readonly isIpv6Forced?: boolean | undefined
  /**
   * The secret that control addresses are made from. Without it they change with the process: a domain that
   * greylists sees a new address from the next process, and never shows whether it is a catch-all.
   */
  readonly controlKey?: Uint8Array | undefined
  /** Networks whose addresses count as public, as for the verifier. */
  readonly unsafeNetworks?: ReadonlyArray<string>
  readonly timeouts?: Partial<SmtpTimeouts>
  /** Connections that may be open at once, to all mail hosts together. */
  readonly connectionsMax?: number
  /** A fixed pace, which replaces that of each group of mail hosts and everything that adapts it. */
  readonly pace?: FixedPace | undefined
  /** How long a probe waits for a session. */
  readonly queueWait?: Duration.Duration
  /** Called when a provider has blocked us. */
  readonly onAlarm?: (alarm: BlockAlarm) => Effect.Effect<void>
}

export interface ProbeOptions {
  /** Time limit for everything after the fast checks, including the queue. By default the prober's own limits hold. */
  readonly timeout?: Duration.Duration
  /** Accounts share the pace of a group fairly. */
  readonly account?: string
  /** Of many who use the account, a name of the one who asks: each may try only so many names at a domain. */
  readonly visitor?: string | undefined
  /** The default is `realTime`: a caller waits for the answer. */
  readonly urgency?: Urgency
  /** The address is one of many. If its domain accepts every address, only a sample of them is asked about. */
  readonly isOfList?: boolean
}

const plainHostName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i
const plainSender = /^(?:[^\s<>@"]+@[^\s<>@"]+)?$/

const controlKeyOctets = 32

/**
 * The settings that all sessions share. Throws on those that would break every session, so that a service does
 * not start.
 */
export const smtpClientOf = (options: ProberOptions): SmtpClient => {
  const { helo, mailFrom, port = 25, proxy, sourceAddress, unsafeNetworks = [], timeouts } = options
  if (!plainHostName.test(helo)) throw new RangeError(`"${helo}" is no host name to greet with`)
  if (!plainSender.test(mailFrom)) throw new RangeError(`"${mailFrom}" is no sender's address`)
  const isPublic = publicAddresses(unsafeNetworks)
  const { controlKey = randomBytes(controlKeyOctets) } = options
  return {
    helo,
    mailFrom,
    port,
    proxy,
    sourceAddress,
    isIpv6Forced: options.isIpv6Forced,
    isPublic,
    timeouts: { ...smtpTimeouts, ...timeouts },
    controlKey: createSecretKey(controlKey)
  }
}

/** The account that all callers without an account share. */
const noAccount = ""

/** The request to a group of mail hosts, or the evidence that none is needed. */
export const probeRequestFor = (
  evidence: Evidence,
  {
    timeout = Duration.infinity,
    account = noAccount,
    visitor,
    urgency = "realTime",
    isOfList = false
  }: ProbeOptions,
  queueWait: Duration.Duration,
  now: number
): ProbeRequest | SmtpEvidence => {
  const reason = notProbedReason(evidence)
  if (reason !== undefined) return notChecked(reason)
  const { syntax, domain, catchAll } = evidence
  if (syntax._tag === "malformed" || domain?.route._tag !== "hosts") {
    return notChecked("smtp_unavailable")
  }
  const known = isOfList ? answerFromEvidence(evidence) : undefined
  if (known !== undefined) return known
  const { address } = syntax
  const { hosts } = domain.route
  const deadline = now + Duration.toMillis(timeout)
  const waitUntil = now + Duration.toMillis(queueWait)
  return { address, hosts, catchAll, account, visitor, urgency, deadline, waitUntil }
}

/** The provided `DomainKnowledge`, or else one in the memory of this prober. */
const domainKnowledge = Effect.flatMap(
  Effect.serviceOption(DomainKnowledge),
  Option.match({
    onNone: () => Effect.provide(DomainKnowledge.use(Effect.succeed), DomainKnowledge.layerLocal),
    onSome: Effect.succeed
  })
)

export class Prober extends Context.Service<
  Prober,
  { readonly probe: (evidence: Evidence, options?: ProbeOptions) => Effect.Effect<SmtpEvidence> }
>()("@rcpt/verifier/Prober") {
  /** Asks no mail server. If none would be asked anyway, it still gives that reason. */
  static readonly off: Prober["Service"] = {
    probe: (evidence) =>
      Effect.sync(() => notChecked(notProbedReason(evidence) ?? "smtp_unavailable"))
  }

  /** Probes with queues of this process only. It shares what it learns if a `DomainKnowledge` is provided. */
  static readonly layer = (options: ProberOptions): Layer.Layer<Prober, never, Resolver> =>
    Layer.effect(
      Prober,
      Effect.gen(function* () {
        const dns = yield* Resolver
        const { unsafeNetworks = [], pace } = options
        const client = smtpClientOf(options)
        const groups = mailHostGroups({
          dns,
          isPublic: client.isPublic,
          isUnsafe: isWithin(unsafeNetworks),
          isFixed: pace !== undefined
        })
        const queues = yield* makeMxQueues({
          client,
          dns,
          knowledge: yield* domainKnowledge,
          connections: new ConnectionLimit(options.connectionsMax ?? connectionsMax),
          pace,
          onAlarm: options.onAlarm
        })
        const probe = Effect.fnUntraced(function* (
          evidence: Evidence,
          probeOptions: ProbeOptions = {}
        ) {
          const now = yield* Clock.currentTimeMillis
          const queueWait = options.queueWait ?? queueWaitMax
          const request = probeRequestFor(evidence, probeOptions, queueWait, now)
          if ("status" in request) return request
          const { host = "" } = request.hosts[0] ?? {}
          const group = yield* groups.of(host, request.deadline)
          return yield* queues.probe(group, probePolicyOf(host), request)
        })
        return { probe }
      })
    )
}

/** Adds the result of the mail server to the evidence. */
export const withSmtpEvidence = (evidence: Evidence, smtp: SmtpEvidence): Evidence => {
  const known = smtp.checked ? undefined : smtp.catchAllBecause
  if (known !== undefined) {
    const learntAt = smtp.checked ? undefined : smtp.catchAllLearntAt
    const when = learntAt === undefined ? {} : { catchAllLearntAt: learntAt }
    return { ...evidence, smtp, catchAll: present({ because: known }), ...when }
  }
  // A conclusion from the domain's operator stands. The session decides only an unanswered fact.
  if (!smtp.checked || smtp.catchAll === undefined || evidence.catchAll._tag !== "Unanswered") {
    return { ...evidence, smtp }
  }
  const because = `${smtp.mxHost} accepted a made-up address`
  return { ...evidence, smtp, catchAll: smtp.catchAll ? present({ because }) : absent }
}

/** What the mail server says. A sandbox address has its answer with it. */
export const smtpEvidence = (
  prober: Prober["Service"],
  evidence: Evidence,
  options: ProbeOptions
): Effect.Effect<SmtpEvidence> =>
  evidence.sandbox === undefined
    ? prober.probe(evidence, options)
    : Effect.succeed(evidence.sandbox.smtp)
