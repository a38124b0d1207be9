/**
 * The outbox of mail. A message is a row that is written in the transaction of what it tells of, so that it is sent
 * if that is committed, and only then.
 *
 *   waiting ──claimed──▶ waiting, with a lease ──the server has accepted it──▶ sent
 *      ▲                          │
 *      └──────to be tried again───┴──refused for good, or too late──▶ failed
 *
 * Nobody can use it to flood others: notices of a kind to a person are one message an hour, and messages with a link,
 * which a stranger may cause, are limited by address, by client and by account.
 */
import { randomUUIDv7 } from "node:crypto"

import { wantsListMail } from "@rcpt/domain/Mail"
import type { Language, ListMail } from "@rcpt/domain/Mail"
import { Context, Duration, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"

import { nodeLimiter } from "../limits/keyedLimits.ts"
import { mailSpace } from "../platform/advisoryKeys.ts"
import { Config } from "../platform/Config.ts"
import { WriteSql } from "../platform/Database.ts"
import { hasIdentity, identityOf } from "../platform/identityOf.ts"
import { processes } from "../platform/processes/Processes.ts"
import { ofPurpose } from "../platform/SecretBox.ts"
import type { SecretBox } from "../platform/SecretBox.ts"
import type { Secrets } from "../platform/Secrets.ts"
import { isLinked, mailKinds } from "./mailKinds.ts"
import type { Limit, LinkedKind, MailFacts, MailKind, NoticeKind } from "./mailKinds.ts"

/** A message is kept after it was sent, so that its operator can look into a complaint of this week. */
export const mailKept = Duration.days(7)

/** Notices of a kind to a person: at most one message in this time. Those between are gathered in the next. */
export const gatheredFor = Duration.hours(1)

/** Longer than between two examinations of the doctor, so that what lasts is told once. */
export const toldAgainAfter = Duration.hours(3)

/** A message names so many of those that it gathers, the newest first: more would not be read. */
export const namedMax = 10

/** Somebody who waits for a link asks for another one soon; a server that greylists takes 5 minutes (RFC 6647). */
export const linkAgainAfter = Duration.minutes(1)

/** Messages with a link to one address, of all accounts: enough for slips, and too few to fill a mailbox. */
export const addressLimit = { perHour: 5, perDay: 20 }

/** Messages with a link that people of one account cause in a day: twice the people that an account may have. */
export const accountLimit = { perDay: 100 }

export interface Recipient {
  /** Absent: the address is of a sign-up that is no account yet. */
  readonly account?: string
  /** Absent: nobody who can sign in yet. */
  readonly person?: string
  readonly email: string
  readonly language: Language
}

interface Link {
  /** The path of the dashboard that takes the token, such as `/join`. */
  readonly page: string
  /** At least 128 random bits, which nothing else has stored but as a digest. */
  readonly token: string
}

interface LinkedMail<K extends LinkedKind> {
  readonly kind: K
  readonly to: Recipient
  readonly facts: MailFacts<K>
  readonly link: Link
}

interface NoticeMail<K extends NoticeKind> {
  readonly kind: K
  readonly to: Recipient
  readonly facts: MailFacts<K>
}

export type Mail =
  | { readonly [K in LinkedKind]: LinkedMail<K> }[LinkedKind]
  | { readonly [K in NoticeKind]: NoticeMail<K> }[NoticeKind]

/**
 * `queued`: it will be sent; a link that was queued before and not sent is dropped. `gathered`: it is part of a message
 * that waits. `limited`: nothing is sent, so the link that was sent before must keep working. `off`: rcpt sends no mail.
 */
export type Queued = "queued" | "gathered" | "limited" | "off"

/** The readers of a notice: a person, all managers of an account, or those of the accounts that own the service. */
type Audience =
  | { readonly person: string }
  | { readonly managersOf: string }
  | "owners of the service"

type Notice = {
  readonly [K in NoticeKind]: { readonly kind: K; readonly facts: MailFacts<K> }
}[NoticeKind]

/** Queues a notice for each person of the audience who wants it, in the caller's transaction. */
export type Tell = (audience: Audience, notice: Notice) => Effect.Effect<void>

interface Shape {
  /** False unless `RCPT_MAIL_URL` and `RCPT_PUBLIC_URL` are set. */
  readonly enabled: boolean
  /**
   * Whether a client, by its address as it is counted, may cause one more message with a link. To be asked before anything
   * is looked up: what a client may still cause must not show whether an earlier request found somebody.
   */
  readonly admits: (client: string) => Effect.Effect<boolean>
  /** Runs in the caller's transaction. */
  readonly queue: (mail: Mail) => Effect.Effect<Queued>
  readonly tell: Tell
  /**
   * Tells the owners of the service once that something has begun, in a transaction of its own. To be called again and
   * again while it lasts: once it has not been for `toldAgainAfter`, it may begin anew. `id`: what it is about.
   */
  readonly tellOwnersOnce: (id: string, notice: Notice) => Effect.Effect<void>
}

const off: Shape = {
  enabled: false,
  admits: () => Effect.succeed(false),
  queue: () => Effect.succeed("off"),
  tell: () => Effect.void,
  tellOwnersOnce: () => Effect.void
}

export const Outbox = Context.Reference<Shape>("@rcpt/service/mail/Outbox", {
  defaultValue: () => off
})

// Messages with a link.

interface Recent {
  /** Seconds since the last message of the kind to the address, in this account. */
  readonly sinceLast: number | null
  /** To the address, from all accounts. */
  readonly inHour: number
  readonly inDay: number
  /** Caused by people of the account, to any address. */
  readonly ofAccount: number
}

const ofAccount: ReadonlySet<Limit> = new Set<Limit>(["account", "invitation"])

/** Decides whether one more message with a link may be sent. */
const isOverLimit = (kind: LinkedKind, recent: Recent): boolean =>
  (recent.sinceLast !== null && recent.sinceLast < Duration.toSeconds(linkAgainAfter)) ||
  recent.inHour >= addressLimit.perHour ||
  recent.inDay >= addressLimit.perDay ||
  (ofAccount.has(mailKinds[kind].limit) && recent.ofAccount >= accountLimit.perDay)

const kindsOf = (is: (kind: MailKind) => boolean): ReadonlyArray<MailKind> =>
  (Object.keys(mailKinds) as ReadonlyArray<MailKind>).filter(is)

const kindsByAccount = kindsOf((kind) => isLinked(kind) && ofAccount.has(mailKinds[kind].limit))

/** The kinds that count together to one address. */
const groupOf = ({ limit }: (typeof mailKinds)[LinkedKind]): ReadonlyArray<MailKind> =>
  kindsOf(
    (kind) =>
      isLinked(kind) && (mailKinds[kind].limit === "invitation") === (limit === "invitation")
  )

const recentOf = (sql: SqlClient.SqlClient, { kind, to }: LinkedMail<LinkedKind>) =>
  sql<Recent>`
    select extract(epoch from now() - max(created_at)
        filter (where kind = ${kind} and account_id is not distinct from ${to.account ?? null}))::float8 as "sinceLast",
      (count(*) filter (where created_at > now() - interval '1 hour'))::int as "inHour",
      count(*)::int as "inDay",
      (select count(*) from mail_outbox a where a.account_id is not distinct from ${to.account ?? null}
        and a.kind = any (${kindsByAccount}::text[]) and a.created_at > now() - interval '1 day')::int as "ofAccount"
    from mail_outbox
    where ${hasIdentity(sql, to.email)} and kind = any (${groupOf(mailKinds[kind])}::text[])
      and created_at > now() - interval '1 day'`.pipe(Effect.map(([row]) => row!))

const queueLink = (
  sql: SqlClient.SqlClient,
  box: SecretBox,
  mail: LinkedMail<LinkedKind>
): Effect.Effect<Queued> =>
  Effect.gen(function* () {
    const { kind, to, facts, link } = mail
    // Two at once would not see each other, and both be under the limit.
    yield* sql`select pg_advisory_xact_lock(${mailSpace}, hashtext(${identityOf(to.email)}))`
    const isLimited = mailKinds[kind].limit !== "none"
    if (isLimited && isOverLimit(kind, yield* recentOf(sql, mail))) return "limited"
    yield* sql`
      delete from mail_outbox where account_id is not distinct from ${to.account ?? null} and kind = ${kind}
        and ${hasIdentity(sql, to.email)} and state = 'waiting' and lease is null`
    yield* sql`
      insert into mail_outbox (mail_id, account_id, person_id, email, language, kind, facts, page, token)
      values (${randomUUIDv7()}, ${to.account ?? null}, ${to.person ?? null}, ${to.email}, ${to.language}, ${kind},
        ${JSON.stringify([facts])}::text::jsonb, ${link.page}, ${box.seal(to.account ?? "", link.token)})`
    return "queued"
  }).pipe(
    Effect.orDie,
    Effect.map((queued): Queued => queued)
  )

// Notices.

/**
 * Adds to the message that waits, if there is one and no attempt has begun: what a server may have accepted is never
 * changed. Else the message is due an hour after the last one.
 */
const queueNotice = (
  sql: SqlClient.SqlClient,
  { kind, to, facts }: NoticeMail<NoticeKind>
): Effect.Effect<Queued> =>
  sql<{ readonly count: number }>`
    insert into mail_outbox as m
      (mail_id, account_id, person_id, email, language, kind, facts, is_open, due_at)
    values (${randomUUIDv7()}, ${to.account ?? null}, ${to.person ?? null}, ${to.email}, ${to.language}, ${kind},
      ${JSON.stringify([facts])}::text::jsonb, true,
      greatest(now(), (select max(sent_at) from mail_outbox s
        where s.identity = ${identityOf(to.email)} and s.account_id is not distinct from ${to.account ?? null} and s.kind = ${kind})
        + make_interval(secs => ${Duration.toSeconds(gatheredFor)}::float8)))
    on conflict (account_id, kind, identity) where is_open do update set
      count = m.count + 1, facts = (excluded.facts || m.facts) - ${namedMax}::int,
      language = excluded.language
    returning count`.pipe(
    Effect.map(([row]): Queued => (row!.count === 1 ? "queued" : "gathered")),
    Effect.orDie
  )

// Recipients, always in one order, so that two transactions never wait for each other's rows.

interface Person extends Required<Recipient> {
  readonly listMail: ListMail
}

/** Nobody looks on while a schedule runs, so that its list is large does not matter. */
const wants = ({ listMail }: Person, { kind, facts }: Notice): boolean => {
  if (kind === "schedule_changed") return listMail !== "never"
  return (kind !== "list_done" && kind !== "list_failed") || wantsListMail(listMail, facts.rows)
}

const peopleOf = (sql: SqlClient.SqlClient, audience: Audience) => {
  const which =
    audience === "owners of the service"
      ? sql`a.owner and role = 'manager'`
      : "person" in audience
        ? sql`person_id = ${audience.person}`
        : sql`account_id = ${audience.managersOf} and role = 'manager'`
  return Effect.orDie(sql<Person>`
    select account_id as account, person_id as person, email,
      coalesce(language, 'en') as language, list_mail as "listMail"
    from person join account a using (account_id)
    where ${which} and closed_at is null order by person_id`)
}

/** A node with mail on. */
const make = Effect.gen(function* () {
  const sql = yield* WriteSql
  const box = yield* ofPurpose("mail")
  const { siblings } = yield* processes
  const clients = nodeLimiter("mailClient", siblings)

  const admits: Shape["admits"] = (client) =>
    Effect.sync(() => clients.take(client, performance.now()) === undefined)

  const queue: Shape["queue"] = (mail) =>
    "link" in mail ? queueLink(sql, box, mail) : queueNotice(sql, mail)

  const tell: Shape["tell"] = (audience, notice) =>
    Effect.gen(function* () {
      const people = yield* peopleOf(sql, audience)
      for (const { listMail: _, ...to } of people.filter((person) => wants(person, notice)))
        yield* queue({ ...notice, to })
    })

  const tellOwnersOnce: Shape["tellOwnersOnce"] = (id, notice) =>
    Effect.gen(function* () {
      const [told] = yield* sql<{ readonly isNew: boolean }>`
        insert into told_notice (notice) values (${id})
        on conflict (notice) do update set seen_at = now() returning xmax = 0 as "isNew"`
      if (told!.isNew) yield* tell("owners of the service", notice)
    }).pipe(sql.withTransaction, Effect.orDie)

  return { enabled: true, admits, queue, tell, tellOwnersOnce }
})

export const layer: Layer.Layer<never, never, Config | Secrets | WriteSql> = Layer.effect(
  Outbox,
  Effect.flatMap(Config, ({ mailUrl, publicUrl }) =>
    mailUrl === undefined || publicUrl === undefined ? Effect.succeed(off) : make
  )
)

/**
 * Gives the messages to an address that was signed up to its new account, so that they go with it. Those that wait have
 * links that have ended.
 */
export const giveToAccount = (account: string, email: string) =>
  WriteSql.use((sql) => {
    const toAddress = sql`account_id is null and ${hasIdentity(sql, email)}`
    return Effect.andThen(
      sql`delete from mail_outbox where ${toAddress} and state = 'waiting'`,
      sql`update mail_outbox set account_id = ${account} where ${toAddress}`
    )
  })
