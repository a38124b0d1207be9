/**
 * Notices about the state of the service, judged by a pure function of the last examination, guards, views and the
 * webhook. A customer reads what each means for their checks; an operator also reads the doctor's findings.
 */
import type { CurrentAccount } from "@rcpt/api/Authentication"
import type { Notice, Notices } from "@rcpt/api/Notices"
import { isKeyPermitted } from "@rcpt/domain/permissions"
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import * as generations from "@rcpt/store/generations"
import type { Status as ViewStatus } from "@rcpt/store/generations"
import { mailProviders } from "@rcpt/verifier/dns/rules/mailProviders"
import type { UnreadReplies } from "@rcpt/verifier/pacing/QueueStatus"
import { Clock, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { shownSince, troubledGuards } from "../../probing/GuardRecords.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import { untrustedPeers } from "../admin/nodes.ts"
import { Doctor } from "../doctor/Doctor.ts"
import type { Finding } from "../doctor/Finding.ts"
import { judgeProxy } from "../doctor/judgeProxy.ts"

interface UnreadOfGroup extends UnreadReplies {
  readonly group: string
}

export interface Found {
  readonly isOperator: boolean
  readonly deepIsOff: boolean
  /** The doctor's findings; empty before the first examination. */
  readonly findings: ReadonlyArray<Finding>
  /** Groups of mail servers that refuse all our connections. */
  readonly blocked: ReadonlyArray<string>
  /** Groups of mail servers with replies that no rule understood. */
  readonly unread: ReadonlyArray<UnreadOfGroup>
  readonly views: ReadonlyArray<ViewStatus>
  /** Why the webhook of the caller's account was switched off; `undefined`: it was not. */
  readonly webhookDisabled: "gone" | "failing" | undefined
}

/** Commits: some seconds of the busiest log. A view further behind needs a while to catch up. */
const behindMax = 50_000

/** A view is a tenth of a second behind. One that is a minute behind does not move. */
const behindSecondsMax = 60

const isBehind = ({ live, behind, behindSeconds }: ViewStatus): boolean =>
  live && (behind > behindMax || behindSeconds > behindSecondsMax)

const everybody = (
  id: string,
  severity: Notice["severity"],
  says: string,
  more: Partial<Pick<Notice, "advice" | "provider">> = {}
): Notice => ({ id, severity, for: "everybody", says, ...more })

/** The meaning of a problem of the machine for a customer, by finding. */
const noMoreThanFast = `Deep checks say no more than fast ones, for ${creditsOf(heldFor.fast)}: use fast mode`

const meanings: Readonly<Record<string, Notice>> = {
  dns: everybody("dns", "problem", "DNS does not answer the service at the moment.", {
    advice: "Most addresses come out as unknown, which is free: verify them again later."
  }),
  port25: everybody(
    "port25",
    "problem",
    "Deep verification reaches no mail server at the moment.",
    { advice: `${noMoreThanFast} until then.` }
  ),
  lists: everybody("lists", "note", "Lists of throwaway domains are old: newer ones may be missed.")
}

/** Customers are told of problems and of old lists. All other warnings are for the operator. */
const meaningOf = ({ id, severity }: Finding): ReadonlyArray<Notice> => {
  const meaning = meanings[id]
  const isNews = severity === "problem" || (id === "lists" && severity === "warning")
  return meaning !== undefined && isNews ? [meaning] : []
}

const deepOff = everybody("deep_off", "note", "Deep verification is switched off here.", {
  advice: `${noMoreThanFast}.`
})

/**
 * Customers are told only about well-known providers: the name of a small mail server would show which
 * domains other customers ask about. The operator is told about all of them.
 */
const blockedBy = (group: string): ReadonlyArray<Notice> => {
  const provider = mailProviders.find(({ id }) => id === group)?.name
  if (provider === undefined) return []
  const says = `Deep verification of addresses at ${provider} proves nothing at the moment: its mail servers refuse us.`
  const advice = `Such a check costs ${creditsOf(heldFor.fast)}; verify these addresses again later.`
  return [everybody("provider_blocked", "warning", says, { advice, provider })]
}

const blockedForOperator = (groups: ReadonlyArray<string>): ReadonlyArray<Notice> =>
  groups.map((group) => ({
    id: "mail_servers_blocked",
    severity: "problem",
    for: "operator",
    says: `Mail servers of ${group} refuse us, whichever domain is asked about: they are left alone for a while.`,
    advice: "Look at the doctor's findings on our name, address and blocklists (rcpt doctor)."
  }))

const unreadForOperator = (unread: ReadonlyArray<UnreadOfGroup>): ReadonlyArray<Notice> =>
  unread.map(({ group, count, texts }) => ({
    id: "replies_not_understood",
    severity: "note",
    for: "operator",
    says: `${count} replies of ${group} were not understood, so nothing is said about those mailboxes: ${texts
      .map((text) => `"${text}"`)
      .join(", ")}`,
    advice: "Please report these texts; they have no addresses."
  }))

const viewsOf = (views: ReadonlyArray<ViewStatus>): ReadonlyArray<Notice> =>
  views.some((view) => isBehind(view) || (view.live && view.parked > 0))
    ? [
        everybody("views", "warning", "Ledger, usage and charts may lack what happened lately.", {
          advice: "Credits and results are exact; the rest catches up by itself."
        })
      ]
    : []

const parkedView = ({ name, parked }: ViewStatus): Notice => ({
  id: "views_parked",
  severity: "problem",
  for: "operator",
  says: `The view "${name}" has failed on ${parked} of the log's commits and goes on without them.`,
  advice: "They are tried again every minute. The log of the service says why; report it to us."
})

const lateView = ({ name, behind, behindSeconds }: ViewStatus): Notice => ({
  id: "views_behind",
  severity: "problem",
  for: "operator",
  says: `The view "${name}" is ${behind} commits behind the log, the first of them for ${Math.round(behindSeconds)} s.`,
  advice: "If it does not catch up, the log of the service says why."
})

const viewsForOperator = (views: ReadonlyArray<ViewStatus>): ReadonlyArray<Notice> => [
  ...views.filter(({ parked }) => parked > 0).map(parkedView),
  ...views.filter(isBehind).map(lateView)
]

const disabled: Readonly<Record<NonNullable<Found["webhookDisabled"]>, string>> = {
  gone: "it answered 410 Gone",
  failing: "it took nothing for 5 days"
}

const webhook = (why: Found["webhookDisabled"]): ReadonlyArray<Notice> =>
  why === undefined
    ? []
    : [
        everybody("webhook_disabled", "warning", `Your webhook is off: ${disabled[why]}.`, {
          advice: "Set its URL again to turn it on; what it has missed can be sent again."
        })
      ]

const detail = ({ id, severity, says, advice, setting }: Finding): ReadonlyArray<Notice> =>
  severity === "problem" || severity === "warning"
    ? [
        {
          id,
          severity,
          for: "operator",
          says,
          ...(advice && { advice }),
          ...(setting && { setting })
        }
      ]
    : []

const order: ReadonlyArray<Notice["severity"]> = ["problem", "warning", "note"]

/** Several egresses may have the same finding, which is shown once. */
const once = (notices: ReadonlyArray<Notice>): ReadonlyArray<Notice> =>
  notices.filter((one, at) => notices.findIndex(({ says }) => says === one.says) === at)

/** The worst first; among equals, what it means comes before what was found. */
export const judgeNotices = (found: Found): ReadonlyArray<Notice> => {
  const { findings, blocked, views } = found
  const forAll = [
    ...findings.flatMap(meaningOf),
    ...(found.deepIsOff ? [deepOff] : []),
    ...blocked.flatMap(blockedBy),
    ...viewsOf(views),
    ...webhook(found.webhookDisabled)
  ]
  const forOperator = found.isOperator
    ? [
        ...findings.flatMap(detail),
        ...blockedForOperator(blocked),
        ...viewsForOperator(views),
        ...unreadForOperator(found.unread)
      ]
    : []
  return once([...forAll, ...forOperator]).toSorted(
    (one, other) => order.indexOf(one.severity) - order.indexOf(other.severity)
  )
}

/** Providers. A longer list would not be read. */
const guardsMax = 20

/** A resting guard does not update its row, so it counts as blocked only until its pause ends. */
export const blockedGroups = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const guards = yield* troubledGuards(guardsMax)
  const blocked = guards.filter(
    ({ status: { isBlocked, pause } }) => isBlocked && pause !== undefined && pause.until > now
  )
  return [...new Set(blocked.map(({ group }) => group))]
})

/** The time for which replies that were not understood are shown. */
const unreadFor = Duration.hours(24)

const unreadOfGroups = Effect.gen(function* () {
  const guards = yield* Effect.orDie(shownSince(unreadFor, guardsMax))
  return guards.flatMap(({ group, status: { unread } }) => (unread ? [{ group, ...unread }] : []))
})

/** An endpoint that a person has switched off is no notice: they know. */
const disabledWebhook = (account: string) =>
  Webhooks.use(({ all }) => all(account)).pipe(
    Effect.map((webhooks) => {
      const reasons = webhooks.map(({ disabledWhy }) => disabledWhy)
      return reasons.find((why) => why === "gone" || why === "failing")
    })
  )

export const noticesFor = ({
  accountId,
  owner,
  scopes,
  terms
}: CurrentAccount["Service"]): Effect.Effect<
  Notices,
  never,
  SqlClient.SqlClient | Config | Doctor | Webhooks
> =>
  Effect.gen(function* () {
    const { smtp, trustedProxies } = yield* Config
    const latest = yield* Doctor.use((doctor) => doctor.latest)
    const peers = yield* untrustedPeers
    const isOperator = owner && isKeyPermitted({ scopes, terms }, "administer")
    const notices = judgeNotices({
      isOperator,
      deepIsOff: smtp === "off",
      findings: [
        ...(latest?.findings ?? []).filter(({ id }) => id !== "proxy"),
        // Not that of an hour ago: whoever is locked out asks now.
        ...judgeProxy({ peers, trustedProxies })
      ],
      blocked: yield* blockedGroups,
      unread: isOperator ? yield* unreadOfGroups : [],
      views: yield* Effect.orDie(generations.status),
      webhookDisabled: yield* disabledWebhook(accountId)
    })
    return { notices, examined_at: latest?.examinedAt ?? null }
  })
