/**
 * Chooses the egress that asks the mail servers of a domain, by a pure function. A domain keeps its egress while
 * that is healthy: a server that greylists accepts a retry only from the address that it has greylisted.
 *
 *   healthy ──the provider blocks it──▶ away ──end of the pause──▶ returning ──an hour, or a good trial──▶ healthy
 *
 * A refusal of what is asked (complaints, spam traps) is no reason to ask from elsewhere: then every domain of the
 * group belongs to the egress that was told, and waits there.
 */
import { createHash } from "node:crypto"

import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { probePolicyOfGroup } from "@rcpt/verifier/smtp/rules/probePolicies"
import { conductRule } from "@rcpt/verifier/smtp/rules/replyRulesAboutUs"

import type { Egress, Egresses } from "../../platform/config/Egress.ts"

export type Health = "healthy" | "away" | "returning" | "stopped"

/** The share of its domains that an egress has, by its health. A few domains are enough to try it again. */
const shares: Readonly<Record<Health, number>> = {
  healthy: 1,
  away: 0,
  returning: 0.05,
  stopped: 0
}

/** The health of an egress with one group of mail hosts, by its id. */
export type HealthOf = (egress: string) => Health

export const allHealthy: HealthOf = () => "healthy"

/** Octets of a hash that a number holds exactly, and the number of their values. */
const hashOctets = 6
const hashValues = 2 ** (8 * hashOctets)

/**
 * The score of weighted rendezvous hashing (Thaler and Ravishankar, 1998; Mosko and Schindelhauer, 2005): the egress
 * with the highest one has the domain. If one changes its weight, only the domains that it gains or loses move.
 */
const scoreOf = ({ id, weight = 1 }: Egress, domain: string, share: number): number => {
  if (share === 0) return 0
  const hash = createHash("sha1").update(`${id} ${domain}`).digest()
  return (weight * share) / -Math.log((hash.readUIntBE(0, hashOctets) + 0.5) / hashValues)
}

/** Whether the mail servers of a group may be asked from its address. */
const mayAsk = (group: string, { sourceAddress = "", isIpv6Forced }: Egress): boolean =>
  isIpv6Forced === true || !sourceAddress.includes(":") || !probePolicyOfGroup(group).refusesIpv6

/** The egresses for a group: those that name its provider, or else those that name none. */
const egressesFor = (group: string, egresses: Egresses): Egresses => {
  const named = egresses.filter(({ providers }) => providers?.has(group))
  const free = egresses.filter(({ providers }) => providers === undefined)
  const meant = named.length > 0 ? named : free
  const able = meant.filter((egress) => mayAsk(group, egress))
  const [first = egresses[0], ...rest] = able.length > 0 ? able : meant
  return [first, ...rest]
}

/** The egress that asks about this domain, whose mail hosts are in this group. */
export const egressOf = (
  domain: string,
  group: string,
  egresses: Egresses,
  healthOf: HealthOf = allHealthy
): Egress => {
  // Most installations have one.
  if (egresses.length === 1) return egresses[0]
  const [first, ...rest] = egressesFor(group, egresses)
  const all = [first, ...rest]
  const stopped = all.find(({ id }) => healthOf(id) === "stopped")
  if (stopped !== undefined) return stopped
  const best = (shareOf: (egress: Egress) => number): Egress =>
    rest.reduce(
      (one, other) =>
        scoreOf(other, domain, shareOf(other)) > scoreOf(one, domain, shareOf(one)) ? other : one,
      first
    )
  const isAnyUp = all.some(({ id }) => shares[healthOf(id)] > 0)
  // Where all are blocked, a domain waits where it belongs.
  return best(({ id }) => (isAnyUp ? shares[healthOf(id)] : 1))
}

/** A refusal about us, which a row keeps until it is clearer whether the group blocks the egress. */
export interface Refusal {
  /** The egresses that were refused, in order. */
  readonly by: ReadonlyArray<string>
  readonly smtp: SmtpEvidence
  /** Epoch milliseconds. */
  readonly at: number
}

interface WaitingRow {
  readonly domain: string
  readonly group: string
  readonly egress: string
}

/** Whether the group has refused what is asked from another egress: then this one asks nothing either. */
export const isStopped = (
  { egress }: Pick<WaitingRow, "egress">,
  egresses: Egresses,
  healthOf: HealthOf
): boolean => egresses.some(({ id }) => id !== egress && healthOf(id) === "stopped")

/**
 * The egress that a row moves to when its turn has come and its own is blocked. It does not move back when that is
 * over. A greylisted row whose retry is due moves too: the address that the server knows cannot ask it any more.
 */
export const moveOf = (
  { domain, group, egress }: WaitingRow,
  egresses: Egresses,
  healthOf: HealthOf
): string | undefined => {
  if (egresses.length === 1 || healthOf(egress) !== "away") return undefined
  const { id } = egressOf(domain, group, egresses, healthOf)
  return healthOf(id) === "away" ? undefined : id
}

/** Egresses that one row may be refused from: a domain that refuses us everywhere is not asked from all of them. */
const refusalsMax = 3

/**
 * The refusal that a row is to keep for a while. It is final where no other egress is meant for the group, and where it
 * is about what is asked.
 */
export const refusalToKeep = (
  row: { readonly group: string; readonly egress: string; readonly refusal?: Refusal | undefined },
  smtp: SmtpEvidence,
  egresses: Egresses,
  now: number
): Refusal | undefined => {
  const { group, egress, refusal } = row
  const by = [...(refusal?.by ?? []), egress]
  const isAboutAddress =
    smtp.checked &&
    smtp.status === "policy_blocked" &&
    smtp.subReason === undefined &&
    !smtp.transcript.some(({ ruleId }) => ruleId === conductRule)
  return isAboutAddress && by.length < refusalsMax && egressesFor(group, egresses).length > 1
    ? { by, smtp, at: now }
    : undefined
}

/**
 * The egress that asks about a refused row once more; `undefined`: the refusal is final. If the egress was served since
 * then, the refusal was about the domain. Otherwise the group may block the address, even if there were too few
 * answers to tell.
 */
export const moveAfterRefusal = (
  row: WaitingRow,
  { by, at }: Refusal,
  servedAt: number,
  egresses: Egresses,
  healthOf: HealthOf
): string | undefined => {
  if (servedAt > at) return undefined
  return moveOf(row, egresses, (id) => (by.includes(id) ? "away" : healthOf(id)))
}
