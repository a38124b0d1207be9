/** What a session decides, apart from doing it: which recipients go together, and what a result means for the pace. */
import type { RcptResult } from "../smtp/interpretProbe.ts"
import { recipientsPerGroupMax } from "../smtp/limits.ts"
import { probePolicyOf } from "../smtp/rules/probePolicies.ts"
import { conductRule } from "../smtp/rules/replyRulesAboutUs.ts"
import type { SmtpSession } from "../smtp/SmtpSession.ts"
import type { ControlProbe } from "./ControlProbe.ts"
import type { PaceSignal } from "./pace.ts"
import type { Probe } from "./Probe.ts"

/**
 * How a server took commands that were sent together. Where they cost an answer, it is asked in turn from then on. A
 * session with one that is not proven begins with one recipient: a tarpit shows then.
 */
export type Pipelining = "proven" | "broken" | undefined

/** The name of the session's host for this probe. The one that opened it may belong to other callers. */
export const hostFor = ({ request: { hosts } }: Probe, { address }: SmtpSession): string =>
  hosts.some(({ host }) => host === address.host) ? address.host : (hosts[0]?.host ?? address.host)

/** Whether the server takes the commands for these recipients in one write. */
export const mayAskTogether = (
  { pipelines, address: { host } }: SmtpSession,
  pipelining: Pipelining,
  probes: ReadonlyArray<Probe | ControlProbe>
): boolean =>
  pipelines &&
  pipelining !== "broken" &&
  probePolicyOf(host).pipelining !== "never" &&
  // The commands of an earlier session were lost.
  probes.every((probe) => probe.control || !probe.wasRequeued)

/** How many recipients the session may still be asked about, if these control probes are to be made, too. */
export const roomIn = (
  session: SmtpSession,
  controls: ReadonlyArray<ControlProbe> = [],
  host = session.address.host
): number =>
  session.isSpent()
    ? 0
    : probePolicyOf(host).recipientsMax - session.recipientCount() - controls.length

/** How many of those who wait may be asked about in one write with these control probes. */
export const companyMax = (
  session: SmtpSession,
  pipelining: Pipelining,
  controls: ReadonlyArray<ControlProbe>
): number => {
  const isTried = session.recipientCount() > 0 && pipelining !== "broken"
  const mayJoin =
    session.pipelines &&
    probePolicyOf(session.address.host).pipelining === "recipients" &&
    (pipelining === "proven" || isTried) &&
    // Somebody waits for a control probe of real time.
    controls.every(({ urgency }) => urgency === "bulk")
  return mayJoin ? recipientsPerGroupMax - controls.length : 0
}

interface GroupLimits {
  readonly room: number
  /** The earliest deadline of a probe that leaves time for the others, in epoch milliseconds. */
  readonly deadlineMin: number
  /** Whether it is not known whether the domain is a catch-all. */
  readonly isUnknown: (domain: string) => boolean
}

/**
 * Whether a probe may be asked about together with others. Somebody who waits does not wait for rows of a list, a
 * probe that has little time would take it from the others, and one that lost a session before is asked alone. A
 * recipient of a domain whose control probe is still to come takes the place of two.
 */
export const fitsInto = (
  group: ReadonlyArray<Probe>,
  probe: Probe,
  { room, deadlineMin, isUnknown }: GroupLimits
): boolean => {
  const all = [...group, probe]
  const domains = all.flatMap(({ request: { catchAll }, domain }) =>
    catchAll._tag === "Unanswered" && isUnknown(domain) ? [domain] : []
  )
  return (
    !probe.wasRequeued &&
    all.every(({ urgency }) => urgency === probe.urgency) &&
    probe.deadline > deadlineMin &&
    all.length + new Set(domains).size <= room
  )
}

/**
 * The signal that a result gives about us, or `undefined` if it says nothing. A mailbox that gets too much mail, TLS that
 * we could not do, and ordinary greylisting say nothing about us.
 */
export const paceSignalOf = ({ reading, reply }: RcptResult): PaceSignal["kind"] | undefined => {
  const { status, subReason, mailboxExists, ruleId } = reading
  if (reply === undefined) return ruleId === "garbled" ? undefined : "silent"
  if (mailboxExists !== undefined || subReason === "provider_unverifiable") return "quiet"
  if (status === "rate_limited") return "rateLimited"
  if (status === "policy_blocked") return subReason === "tls_required" ? undefined : "refused"
  // "4.7.1 try again later" is greylisting by rspamd, and "not so fast" by others.
  const mayBeAboutUs = ruleId === "bare-450-451" && reply.enhancedCode?.startsWith("4.7.") === true
  return mayBeAboutUs ? "deferred" : undefined
}

/** Whether a refusal speaks of complaints or spam traps. */
export const isAboutConduct = ({ reading }: RcptResult): boolean => reading.ruleId === conductRule
