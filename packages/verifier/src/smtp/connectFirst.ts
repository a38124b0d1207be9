/**
 * A session with the first of a domain's mail hosts that opens one. A host that is down, busy or refuses us
 * is passed over for the next one. A host that was silent leaves time for that.
 */
import { print } from "@rcpt/domain/Address"
import type { Address } from "@rcpt/domain/Address"
import type { CatchAll, MailHost } from "@rcpt/domain/Evidence"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Effect } from "effect"
import type { Scope } from "effect"

import type { Questions } from "../dns/Questions.ts"
import { commandOptionsFor } from "./askRecipient.ts"
import type { RcptContext } from "./askRecipient.ts"
import { closed } from "./ConnectionError.ts"
import { readFailure } from "./interpretProbe.ts"
import { hostsTriedMax } from "./limits.ts"
import { resolveMxAddresses, noAddressReasons } from "./resolveMxAddresses.ts"
import type { NoAddress } from "./resolveMxAddresses.ts"
import type { MxAddress } from "./SmtpConnection.ts"
import { ConnectionLost } from "./SmtpDialog.ts"
import type { SessionFailure } from "./SmtpDialog.ts"
import { openSession } from "./SmtpSession.ts"
import type { SmtpSession } from "./SmtpSession.ts"

export interface MailboxQuery {
  readonly address: Address
  /** In order of preference. */
  readonly hosts: ReadonlyArray<MailHost>
  /** What is known before any server is asked. */
  readonly catchAll: Fact<CatchAll>
  /** Epoch milliseconds. */
  readonly deadline: number
}

/** No host opened a session; this is the most telling failure. */
export interface NotConnected {
  readonly mx: MxAddress
  readonly failure: SessionFailure
}

/**
 * Of the time that is left, for a host that has others behind it: a greeting of 30 s fits into the 45 s that
 * there are by default.
 */
const shareOfOneHost = 2 / 3

/** Refused by so many hosts in their greetings, we are not wanted: the others are spared. */
const refusalsMax = 2

/** Another address of the same host helps only where the connection itself failed. */
const mayTryNextAddress = (failure: SessionFailure): boolean =>
  failure._tag === "ConnectionLost" && failure.phase === "connect"

/** RFC 7504: it speaks for one host. Another one may take mail, though it did not answer. */
const takesNoMail = (failure: SessionFailure): boolean =>
  failure._tag === "Refused" && failure.phase === "greeting" && failure.reply.code === 521

const refusesUs = (failure: SessionFailure): boolean =>
  failure._tag === "Refused" && failure.reply.code >= 500 && !takesNoMail(failure)

/** As long as one host has not been heard, the domain may take mail there. */
const notHeard = new ConnectionLost({
  phase: "connect",
  fault: closed("not all hosts could be asked")
})

/** A reply says more than silence, and the preferred host more than the others. */
const saysMore = (failure: SessionFailure, before: SessionFailure): boolean =>
  takesNoMail(before)
    ? !takesNoMail(failure)
    : before._tag === "ConnectionLost" && failure._tag === "Refused" && !takesNoMail(failure)

/** A session; else the most telling failure; else why no host has an address to connect to. */
export const connectFirst = Effect.fnUntraced(function* (
  rcpt: RcptContext,
  { address, hosts }: Pick<MailboxQuery, "address" | "hosts">,
  dns: Pick<Questions, "a" | "aaaa">,
  triesMax = hostsTriedMax
): Effect.fn.Return<SmtpSession | NotConnected | NoAddress, never, Scope.Scope> {
  const { client, transcript } = rcpt
  let noAddress: NoAddress = "smtp_no_mx"
  let notConnected: NotConnected | undefined
  let [tried, refusals, heard] = [0, 0, 0]
  for (const [index, { host }] of hosts.entries()) {
    const left = rcpt.deadline - (yield* Clock.currentTimeMillis)
    if (tried === triesMax || refusals === refusalsMax || left <= 0) break
    const addresses = yield* resolveMxAddresses(dns, client.isPublic, host, rcpt.deadline)
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
      const opening = { ...rcpt, deadline: now + share }
      const options = commandOptionsFor(opening, host, print(address), false)
      const opened = yield* Effect.result(openSession(mx, client, options))
      if (opened._tag === "Success") return opened.success
      const { failure } = opened
      transcript.recordFailure(failure, host, false)
      if (failure._tag === "Refused")
        rcpt.onResult(readFailure(failure, host, print(address), client))
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
