/**
 * The table of checks. Each measures something and judges the result with a pure function. What several
 * checks need is measured once.
 */
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import type { ListTable } from "@rcpt/verifier/lists/Lists"
import { listSources } from "@rcpt/verifier/lists/listSources"
import { Clock, Effect, Redacted } from "effect"

import { tryBox } from "../../mail/ImapMailbox.ts"
import { makeMailServer } from "../../mail/MailServer.ts"
import { Config } from "../../platform/Config.ts"
import type { Egress } from "../../platform/config/Egress.ts"
import { asksMailServers } from "../../platform/config/role.ts"
import { judgeBackups, learnBackups } from "./backups.ts"
import { judgeBlocklists, judgeListings, learnBlocklists, learnListings } from "./blocklists.ts"
import type { ListState } from "./blocklists.ts"
import { judgeClock, learnClock } from "./clock.ts"
import { judgeDatabase, learnDatabase } from "./database.ts"
import type { DatabaseLearnt } from "./database.ts"
import { listed, note, ok, problem, through, warning } from "./Finding.ts"
import type { Finding, FindingId } from "./Finding.ts"
import { judgeProxy } from "./judgeProxy.ts"
import { judgeSigning, learnSigning } from "./ledgerSigning.ts"
import { checkWaitMax, fetchedListAgeMax, listAgeMax } from "./limits.ts"
import { findMailHosts, greetMailHosts, judgePort25 } from "./port25.ts"
import type { MailHost } from "./port25.ts"
import { judgeProvider, learnProvider } from "./provider.ts"
import { judgeAddress, judgeHelo, learnNames, learnSelf } from "./self.ts"
import { judgeSender, learnSender } from "./sender.ts"

type Listed = Pick<ListTable, "name" | "asOf"> & Partial<Pick<ListTable, "refreshed">>

interface ListsLearnt {
  readonly tables: ReadonlyArray<Listed>
  /** Milliseconds of the epoch. */
  readonly now: number
}

const dayMillis = 86_400_000

const kindOf: ReadonlyMap<string, string> = new Map(
  listSources.flatMap(({ name, kind, url }) => (url === undefined ? [] : [[name, kind] as const]))
)

/** Whether a newer list of its kind is in use: what an old one lacks, that one has. */
const isOutdone = ({ name, asOf, refreshed }: Listed, tables: ReadonlyArray<Listed>): boolean =>
  refreshed !== true &&
  tables.some((other) => kindOf.get(other.name) === kindOf.get(name) && other.asOf > asOf)

export const judgeLists = ({ tables, now }: ListsLearnt): ReadonlyArray<Finding> => {
  const ages = tables
    .filter((table) => kindOf.has(table.name) && !isOutdone(table, tables))
    .map(({ name, asOf, refreshed = false }) => ({
      name,
      asOf,
      daysMax: refreshed ? fetchedListAgeMax : listAgeMax,
      days: (now - Date.parse(asOf)) / dayMillis
    }))
    .toSorted((one, other) => other.days - one.days)
  const old = ages.filter(({ days, daysMax }) => days > daysMax)
  if (old.length === 0)
    return [ok("lists", `The oldest list of domains is of ${ages[0]?.asOf ?? "today"}.`)]
  const says = listed(old.map(({ name, asOf }) => `${name} is of ${asOf}`))
  return [
    warning(
      "lists",
      `Lists of domains are over ${Math.min(...old.map(({ daysMax }) => daysMax))} days old: ${says}.`,
      "Fetch newer ones with `rcpt lists refresh`, or have them fetched: RCPT_LISTS_REFRESH=7d."
    )
  ]
}

export type World = Config | Resolver | Lists

export type Check = Effect.Effect<ReadonlyArray<Finding>, never, World>

/** `id`: the finding that replaces all others if the check does not end in time. */
const check = <A>(
  id: FindingId,
  learn: Effect.Effect<A, never, World>,
  judge: (learnt: A) => ReadonlyArray<Finding>
): Check =>
  Effect.map(learn, judge).pipe(
    Effect.timeoutOrElse({
      duration: checkWaitMax,
      orElse: () => Effect.succeed([note(id, "This could not be looked at in time.")])
    })
  )

/** A domain that certainly has mail exchangers. */
const known = "gmail.com"

const learnDns = Effect.gen(function* () {
  const { mx } = yield* Resolver
  return yield* mx(known)
})

const judgeDns = (answer: Effect.Success<typeof learnDns>): ReadonlyArray<Finding> => [
  answer._tag === "Unanswered"
    ? problem(
        "dns",
        `DNS does not answer (${answer.why}): every answer will be "unknown" until it does.`,
        "RCPT_DNS_SERVERS names other servers; --lab includes a simulated internet."
      )
    : ok("dns", "DNS answers.")
]

const learnLists = Effect.gen(function* () {
  const { tables } = yield* Lists
  return { tables, now: yield* Clock.currentTimeMillis }
})

/** Proxies that running services have seen. */
const learnProxies = <R>(database: Effect.Effect<DatabaseLearnt, never, R>) =>
  Effect.gen(function* () {
    const { trustedProxies } = yield* Config
    const learnt = yield* database
    return learnt._tag === "reached"
      ? { peers: learnt.untrustedProxies, trustedProxies }
      : undefined
  })

// Whether mail can be sent: the settings, and what the mail server says to a connection that sends nothing.

interface MailLearnt {
  readonly hasPublicUrl: boolean
  /** `host:port` */
  readonly server: string
  /** What is wrong; `undefined`: nothing. */
  readonly failure: string | undefined
}

/** `undefined`: the operator wants no mail. */
const learnMail: Effect.Effect<MailLearnt | undefined, never, Config> = Effect.gen(function* () {
  const { mailUrl, publicUrl } = yield* Config
  const hasPublicUrl = publicUrl !== undefined
  if (mailUrl === undefined) return undefined
  const { host, port } = Redacted.value(mailUrl)
  const server = yield* makeMailServer
  const failure = yield* (server?.attempt ?? Effect.void).pipe(
    Effect.match({ onSuccess: () => undefined, onFailure: ({ says }) => says })
  )
  return { hasPublicUrl, server: `${host}:${port}`, failure }
}).pipe(Effect.scoped)

export const judgeMail = (learnt: MailLearnt | undefined): ReadonlyArray<Finding> => {
  if (learnt === undefined) return []
  const { hasPublicUrl, server, failure } = learnt
  if (!hasPublicUrl)
    return [
      warning(
        "mail",
        "No mail is sent: links in mail need RCPT_PUBLIC_URL, which is not set.",
        "Set it to the URL by which people reach rcpt.",
        "RCPT_PUBLIC_URL=https://rcpt.example.com"
      )
    ]
  return failure === undefined
    ? [ok("mail", `The mail server ${server} takes our mail.`)]
    : [
        problem(
          "mail",
          `The mail server ${server} does not take our mail: ${failure}`,
          "Look at name, password and port in RCPT_MAIL_URL. Messages wait and are tried again for a day."
        )
      ]
}

/** Whether the mailbox of returned mail lets us in. */
export const judgeBounces = (
  learnt: { readonly server: string; readonly failure: string | undefined } | undefined
): ReadonlyArray<Finding> => {
  if (learnt === undefined) return []
  const { server, failure } = learnt
  return failure === undefined
    ? [ok("bounces", `The mailbox of returned mail on ${server} can be read.`)]
    : [
        problem(
          "bounces",
          `The mailbox of returned mail on ${server} cannot be read: ${failure}`,
          "Look at name, password and mailbox in RCPT_BOUNCE_MAILBOX. Messages stay there until they are read."
        )
      ]
}

/** The checks that only deep verification needs, once for each egress. */
const egressChecks = Effect.fnUntraced(function* (egress: Egress, { hosts, blocklists }: Shared) {
  const { smtpPort } = yield* Config
  const self = yield* Effect.cached(Effect.flatMap(hosts, (found) => learnSelf(found, egress)))
  const greetings = Effect.flatMap(hosts, (found) => greetMailHosts(found, egress))
  const listings = Effect.flatMap(
    Effect.all([self, blocklists], { concurrency: "unbounded" }),
    ([{ address }, lists]) => learnListings(address, lists)
  )
  return [
    check("port25", greetings, judgePort25(smtpPort)),
    check("address", self, judgeAddress),
    check("helo.name", Effect.flatMap(self, learnNames), judgeHelo),
    check("sender.domain", Effect.flatMap(self, learnSender), judgeSender),
    check("dnsbl.own", listings, judgeListings)
  ]
})

interface Shared {
  readonly hosts: Effect.Effect<ReadonlyArray<MailHost>, never, World>
  readonly blocklists: Effect.Effect<ReadonlyArray<ListState>, never, World>
}

const deepIsOff = note(
  "port25",
  "Deep verification is off (RCPT_SMTP): nothing that it needs was looked at."
)

const asksNobody = note(
  "port25",
  "This node asks no mail server (RCPT_ROLE): the doctor of a node that does looks at what that needs."
)

const deepChecks = Effect.fnUntraced(function* (shared: Shared) {
  const { smtp, egresses, role } = yield* Config
  if (smtp === "off") return [Effect.succeed([deepIsOff])]
  if (!asksMailServers(role)) return [Effect.succeed([asksNobody])]
  const [first, ...others] = egresses
  // If this machine is the only egress, findings need no label.
  if (first.proxy === undefined && others.length === 0) return yield* egressChecks(first, shared)
  const all = yield* Effect.forEach(egresses, (egress) =>
    Effect.map(egressChecks(egress, shared), (checks) =>
      checks.map(Effect.map((findings) => findings.map(through(egress.id))))
    )
  )
  return all.flat()
})

const makeShared = Effect.gen(function* () {
  const shared: Shared = {
    hosts: yield* Effect.cached(findMailHosts),
    blocklists: yield* Effect.cached(learnBlocklists)
  }
  return shared
})

type Checks = Effect.Effect<ReadonlyArray<Check>, never, Config>

/** What deep verification needs of the egresses alone. */
export const checksOfEgresses: Checks = Effect.flatMap(makeShared, deepChecks)

export const checks: Checks = Effect.gen(function* () {
  const shared = yield* makeShared
  const database = yield* Effect.cached(learnDatabase)
  return [
    check("dns", learnDns, judgeDns),
    check("dnsbl", shared.blocklists, judgeBlocklists),
    ...(yield* deepChecks(shared)),
    check("clock", learnClock(database), judgeClock),
    check("db", database, judgeDatabase),
    check("oidc", learnProvider, judgeProvider),
    check("proxy", learnProxies(database), (seen) => (seen === undefined ? [] : judgeProxy(seen))),
    check("db.backup", learnBackups, judgeBackups),
    check("ledger.signing", learnSigning, judgeSigning),
    check("lists", learnLists, judgeLists),
    check("mail", learnMail, judgeMail),
    check("bounces", tryBox, judgeBounces)
  ]
})
