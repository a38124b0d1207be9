/**
 * Opens a session with the first of a domain's mail hosts that accepts one, and asks about its first recipient.
 * A host that is down, busy or refuses us is passed over for the next one, and a silent host leaves time for that.
 */
import type { MailHost } from "@rcpt/domain/Evidence"
import { Clock, Effect, Exit, Scope } from "effect"

import type { Questions } from "../dns/Questions.ts"
import { questionTo } from "./askRecipients.ts"
import type { Rcpt } from "./askRecipients.ts"
import { closed } from "./ConnectionError.ts"
import { readFailure } from "./interpretProbe.ts"
import type { RcptResult } from "./interpretProbe.ts"
import { hostsTriedMax } from "./limits.ts"
import { noAddressReasons, resolveMxAddresses } from "./resolveMxAddresses.ts"
import type { NoAddress } from "./resolveMxAddresses.ts"
import type { MxAddress } from "./SmtpConnection.ts"
import { ConnectionLost } from "./SmtpDialog.ts"
import type { SessionFailure } from "./SmtpDialog.ts"
import { openSession } from "./SmtpSession.ts"
import type { SmtpClient, SmtpSession } from "./SmtpSession.ts"

interface Opening {
  readonly client: SmtpClient
  readonly dns: Pick<Questions, "a" | "aaaa">
  /** The recipient that the session is opened for. */
  readonly rcpt: Rcpt
  /** Its mail hosts, in order of preference. */
  readonly hosts: ReadonlyArray<MailHost>
  /** Called with the result of each host that was passed over because it refused us. */
  readonly onRefusal: (result: RcptResult) => void
}

/** No host opened a session; this is the most telling failure. */
interface NotConnected {
  readonly mx: MxAddress
  readonly failure: SessionFailure
}

/**
 * The part of the remaining time that a host gets if others follow: a greeting of 30 s fits into the default of
 * 45 s.
 */
const shareOfOneHost = 2 / 3

/** After so many hosts have refused us in their greetings, the others are not asked. */
const refusalsMax = 2

/** Whether to try the next address of the same host, which helps only if the connection itself failed. */
const mayTryNextAddress = (failure: SessionFailure): boolean =>
  failure._tag === "ConnectionLost" && failure.phase === "connect"

/**
 * Whether the host takes no mail at all (RFC 7504). It speaks for itself alone: a host that did not answer may
 * take mail.
 */
const takesNoMail = (failure: SessionFailure): boolean =>
  failure._tag === "Refused" && failure.phase === "greeting" && failure.reply.code === 521

const refusesUs = (failure: SessionFailure): boolean =>
  failure._tag === "Refused" && failure.reply.code >= 500 && !takesNoMail(failure)

/** The failure while not all hosts were heard: the domain may take mail at the others. */
const notHeard = new ConnectionLost({
  phase: "connect",
  fault: closed("not all hosts could be asked")
})

/**
 * Whether a failure says more than the one before: a reply says more than silence, and the preferred host more
 * than the others.
 */
const saysMore = (failure: SessionFailure, before: SessionFailure): boolean =>
  takesNoMail(before)
    ? !takesNoMail(failure)
    : before._tag === "ConnectionLost" && failure._tag === "Refused" && !takesNoMail(failure)

/** Opens a session. It returns the most telling failure if there is none, or why no host has an address. */
const connectFirst = Effect.fnUntraced(function* (
  { client, dns, rcpt, hosts, onRefusal }: Opening,
  triesMax = hostsTriedMax
): Effect.fn.Return<SmtpSession | NotConnected | NoAddress, never, Scope.Scope> {
  let noAddress: NoAddress = "smtp_no_mx"
  let notConnected: NotConnected | undefined
  let [tried, refusals, heard] = [0, 0, 0]
  for (const [index, { host }] of hosts.entries()) {
    const left = rcpt.deadline - (yield* Clock.currentTimeMillis)
    if (tried === triesMax || refusals === refusalsMax || left <= 0) break
    const addresses = yield* resolveMxAddresses(dns, client, host, rcpt.deadline)
    if (typeof addresses === "string") {
      if (noAddressReasons.indexOf(addresses) > noAddressReasons.indexOf(noAddress))
        noAddress = addresses
      if (addresses !== "smtp_unavailable") heard += 1
      continue
    }
    tried += 1
    heard += 1
    for (const mx of addresses) {
      const now = yield* Clock.currentTimeMillis
      const isLast = index === hosts.length - 1 || tried === triesMax
      const share = (rcpt.deadline - now) * (isLast ? 1 : shareOfOneHost)
      const question = questionTo(host, rcpt, now + share)
      const opened = yield* Effect.result(openSession(mx, client, question))
      if (opened._tag === "Success") return opened.success
      const { failure } = opened
      rcpt.transcript.recordFailure(failure, host, rcpt.control)
      if (failure._tag === "Refused") onRefusal(readFailure(failure, host, rcpt.recipient, client))
      if (notConnected === undefined || saysMore(failure, notConnected.failure))
        notConnected = { mx, failure }
      if (refusesUs(failure)) refusals += 1
      if (!mayTryNextAddress(failure)) break
    }
  }
  return notConnected !== undefined && takesNoMail(notConnected.failure) && heard < hosts.length
    ? { ...notConnected, failure: notHeard }
    : (notConnected ?? noAddress)
})

/** The result of the first recipient, and the session for more recipients. */
interface Asked {
  readonly session: SmtpSession
  readonly target: RcptResult
}

/** Whether the conversation ended before the host said anything about the recipient. */
const saysNothing = ({ reading: { status }, reply }: RcptResult, session: SmtpSession): boolean =>
  session.isOver() && status !== "deliverable" && (reply === undefined || reply.code < 500)

/** The index of the host that follows the one of this session. */
const nextAfter = (hosts: Opening["hosts"], { address }: SmtpSession): number =>
  hosts.findIndex(({ host }) => host === address.host) + 1

/**
 * Asks about the first recipient, by `ask`, at the first host that has a reply for it. A host that breaks off or is silent
 * there, or has no time at MAIL, is passed over for the next one, like a host that opens no session.
 */
export const askFirst = Effect.fnUntraced(function* (
  opening: Opening,
  ask: (session: SmtpSession) => Effect.Effect<RcptResult>
): Effect.fn.Return<Asked | NotConnected | NoAddress, never, Scope.Scope> {
  const { rcpt, hosts } = opening
  const outer = yield* Effect.scope
  let next = 0
  let passedOver: Asked | undefined
  while (true) {
    const own = yield* Scope.fork(outer)
    const opened = yield* Scope.provide(
      connectFirst({ ...opening, hosts: hosts.slice(next) }, hostsTriedMax - next),
      own
    )
    if (typeof opened === "string" || "failure" in opened) return passedOver ?? opened
    const target = yield* ask(opened)
    const asked: Asked = { session: opened, target }
    if (!saysNothing(target, opened)) return asked
    passedOver ??= asked
    next = nextAfter(hosts, opened)
    const isLate = (yield* Clock.currentTimeMillis) >= rcpt.deadline
    if (next === hosts.length || next >= hostsTriedMax || isLate) return passedOver
    yield* Scope.close(own, Exit.void)
  }
})
