/**
 * Erases a person from what is kept for a while beside the ledger: replies for repeats of a request, messages
 * to webhooks, and rows that know an address by its digest.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { addressDigest } from "../accounts/addressHmac.ts"
import { mailboxDigest } from "../reports/mailboxDigest.ts"
import { addressDigestOf } from "../schedules/contactDigest.ts"
import type { ErasedPerson } from "./ErasedPerson.ts"
import { redactReply } from "./redactReply.ts"

/** Rows per page; a reply to a batch has 100 kB. */
const repliesPerStatement = 100

/** Events have 200 octets. A storm of them may wait. */
const inletEventsPerStatement = 1_000

interface Body {
  readonly id: string
  readonly body: string
  readonly failure?: string | null
}

const before = "00000000-0000-0000-0000-000000000000"

/** Goes through the rows by id, and returns how many it has changed. */
const eachPage = <Row extends Pick<Body, "id">, E, R>(
  page: (after: string) => Effect.Effect<ReadonlyArray<Row>, E, R>,
  change: (row: Row) => Effect.Effect<boolean, E, R>
): Effect.Effect<number, E, R> =>
  Effect.gen(function* () {
    let changed = 0
    for (let after = before; ;) {
      const rows = yield* page(after)
      for (const row of rows) if (yield* change(row)) changed += 1
      if (rows.length < repliesPerStatement) return changed
      after = rows.at(-1)!.id
    }
  })

/** A repeat of the request gets what is left, and is not charged again. */
export const eraseReplies = Effect.fnUntraced(function* (account: string, person: ErasedPerson) {
  const sql = yield* SqlClient.SqlClient
  return yield* eachPage(
    (after) => sql<Body>`
      select command_id as id, body from es.reply join idempotency using (command_id)
      where account_id = ${account} and command_id > ${after}
      order by command_id limit ${repliesPerStatement}`,
    ({ id, body }) => {
      const redacted = redactReply(body, person)
      return redacted === undefined
        ? Effect.succeed(false)
        : Effect.as(sql`update es.reply set body = ${redacted} where command_id = ${id}`, true)
    }
  )
})

/** Receivers may say in an answer or by their URL whom a message was about. */
const eraseDeliveries = Effect.fnUntraced(function* (account: string, person: ErasedPerson) {
  const sql = yield* SqlClient.SqlClient
  return yield* eachPage(
    (after) => sql<Body>`
      select delivery_id as id, body, failure from webhook_delivery
      where account_id = ${account} and delivery_id > ${after}
      order by delivery_id limit ${repliesPerStatement}`,
    ({ id, body, failure = null }) =>
      Effect.gen(function* () {
        const inAttempts = yield* eraseAttempts(id, person)
        const redacted = redactReply(body, person)
        const isInFailure = failure !== null && person.isIn(failure)
        if (redacted === undefined && !isInFailure) return inAttempts
        const left = isInFailure ? null : failure
        yield* sql`update webhook_delivery set body = ${redacted ?? body}, failure = ${left}
          where delivery_id = ${id}`
        return true
      })
  )
})

interface AttemptTexts {
  readonly attempt: bigint
  readonly url: string
  readonly headers: string | null
  readonly answer: string | null
  readonly failure: string | null
}

/** Erases whole texts, because they are the data of a receiver alone. */
const eraseAttempts = Effect.fnUntraced(function* (delivery: string, { isIn }: ErasedPerson) {
  const sql = yield* SqlClient.SqlClient
  const attempts = yield* sql<AttemptTexts>`
    select attempt_id as attempt, url, request_headers as headers, response_body as answer, failure
    from webhook_attempt where delivery_id = ${delivery}`
  const without = (text: string | null) => (text !== null && isIn(text) ? null : text)
  let isFound = false
  for (const { attempt, url, headers, answer, failure } of attempts) {
    if (![url, headers, answer, failure].some((text) => text !== null && isIn(text))) continue
    isFound = true
    yield* sql`
      update webhook_attempt set url = ${without(url) ?? ""}, request_headers = ${without(headers)},
        response_body = ${without(answer)}, failure = ${without(failure)}
      where attempt_id = ${attempt}`
  }
  return isFound
})

const eraseAnnounced = Effect.fnUntraced(function* (account: string, person: ErasedPerson) {
  const sql = yield* SqlClient.SqlClient
  return yield* eachPage(
    (after) => sql<Body>`
      select message_id as id, body from account_message
      where account_id = ${account} and message_id > ${after}
      order by message_id limit ${repliesPerStatement}`,
    ({ id, body }) => {
      const redacted = redactReply(body, person)
      return redacted === undefined
        ? Effect.succeed(false)
        : Effect.as(
            sql`update account_message set body = ${redacted} where message_id = ${id}`,
            true
          )
    }
  )
})

/** File names stand in them. A message and its deliveries are the same text, and counted once. */
export const eraseMessages = (account: string, person: ErasedPerson) =>
  Effect.zipWith(eraseAnnounced(account, person), eraseDeliveries(account, person), Math.max)

interface Owner {
  readonly account: string
  readonly addressKey: Uint8Array
}

/** Erases the checks of all spellings that are known by now. */
export const eraseChecks = ({ account, addressKey }: Owner, { spellings }: ErasedPerson) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      delete from checked_address where account_id = ${account} and digest in (
        select decode(digest, 'hex') from unnest(${Array.from(spellings, (email) =>
          addressDigest(addressKey, email)
        )}::text[]) as known (digest))
      returning 1`
  ).pipe(Effect.map((rows) => rows.length))

/** Deletes queued probes of jobs that have ended, which will not be asked any more. */
export const eraseQuestions = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      delete from probe_queue where account_id = ${account}
        and job_id in (select job_id from job where account_id = ${account} and completed_at is not null)
      returning 1`
  ).pipe(Effect.map((rows) => rows.length))

/** Erases open invitations, and addresses that people of the account have not confirmed. Their links stop working. */
export const eraseInvitations = Effect.fnUntraced(function* (
  account: string,
  person: ErasedPerson
) {
  const sql = yield* SqlClient.SqlClient
  const open = yield* sql<{ readonly id: string; readonly email: string }>`
    select invitation_id as id, email from invitation where account_id = ${account}`
  const found = open.filter(({ email }) => person.isNamedBy(email)).map(({ id }) => id)
  yield* sql`delete from invitation where invitation_id = any (${found}::uuid[])`
  const asked = yield* sql<{ readonly id: string; readonly email: string }>`
    select person_id as id, l.email from person_link l join person using (person_id)
    where account_id = ${account} and purpose = 'email'`
  const named = asked.filter(({ email }) => person.isNamedBy(email)).map(({ id }) => id)
  yield* sql`
    delete from person_link where purpose = 'email' and person_id = any (${named}::uuid[])`
  return found.length + named.length
})

/**
 * Erases messages to the person, and those that wait and say something about them. Null: messages for people who have no
 * account yet. A warning is sent first, a moment later: it must not be stopped by whom it warns of.
 */
export const eraseMail = Effect.fnUntraced(function* (
  account: string | null,
  person: ErasedPerson
) {
  const sql = yield* SqlClient.SqlClient
  const ofAccount = account === null ? sql`account_id is null` : sql`account_id = ${account}`
  return yield* eachPage(
    (after) => sql<Body & { readonly email: string }>`
      select mail_id as id, email, facts::text || coalesce(failure, '') as body from mail_outbox
      where ${ofAccount} and mail_id > ${after}
        and not (state = 'waiting' and kind = 'email_changed')
      order by mail_id limit ${repliesPerStatement}`,
    ({ id, email, body }) =>
      person.isNamedBy(email) || person.isIn(body)
        ? Effect.as(sql`delete from mail_outbox where mail_id = ${id}`, true)
        : Effect.succeed(false)
  )
})

/** Erases events that wait and those that are shown: their addresses, and replies that name the person. */
export const eraseInletEvents = Effect.fnUntraced(function* (
  account: string,
  person: ErasedPerson
) {
  const sql = yield* SqlClient.SqlClient
  let erased = 0
  for (let after = 0n; ;) {
    const rows = yield* sql<{
      readonly place: bigint
      readonly email: string | null
      readonly response: string | null
    }>`
      select e.place, email, response from inlet_event e join inlet using (inlet_id)
      where account_id = ${account} and e.place > ${String(after)}::bigint
      order by e.place limit ${inletEventsPerStatement}`
    const named = rows.filter(
      ({ email, response }) => person.isNamedBy(email ?? "") || person.isIn(response ?? "")
    )
    const places = named.map(({ place }) => String(place))
    yield* sql`delete from inlet_event where place = any (${places}::bigint[])`
    erased += named.length
    if (rows.length < inletEventsPerStatement) return erased
    after = rows.at(-1)!.place
  }
})

/** Changes have 200 octets. */
const changesPerStatement = 1_000

interface Change {
  readonly place: bigint
  readonly key: string
  readonly email: string
}

/** Erases those of some changes that name the person. Returns them. */
const eraseNaming = Effect.fnUntraced(function* (
  rows: ReadonlyArray<Change>,
  person: ErasedPerson
) {
  const sql = yield* SqlClient.SqlClient
  const named = rows.filter(({ key, email }) => person.isNamedBy(email) || person.isIn(key))
  const places = named.map(({ place }) => String(place))
  yield* sql`delete from schedule_change where place = any (${places}::bigint[])`
  return named
})

/** Erases from changes that may name others than their mailbox, as cells with several addresses do. */
const eraseFromLoose = Effect.fnUntraced(function* (schedule: string, person: ErasedPerson) {
  const sql = yield* SqlClient.SqlClient
  const erased: Array<Change> = []
  for (let after = 0n; ;) {
    const rows = yield* sql<Change>`
      select place, key, email from schedule_change
      where schedule_id = ${schedule} and mailbox is null and place > ${String(after)}::bigint
      order by place limit ${changesPerStatement}`
    erased.push(...(yield* eraseNaming(rows, person)))
    if (rows.length < changesPerStatement) return erased
    after = rows.at(-1)!.place
  }
})

/** Erases what schedules know of the address: contacts by its digests, and changes. The source is not theirs. */
export const eraseContacts = Effect.fnUntraced(function* (
  { account, addressKey }: Owner,
  person: ErasedPerson
) {
  const sql = yield* SqlClient.SqlClient
  const schedules = yield* sql<{ readonly id: string }>`
    select schedule_id as id from schedule where account_id = ${account}`
  // The key of the digest is the account's alone.
  const found = yield* sql<Change>`
    select place, key, email from schedule_change
    where mailbox = decode(${mailboxDigest(addressKey, person.mailbox)}, 'hex')`
  const changes = [...(yield* eraseNaming(found, person))]
  for (const { id } of schedules) changes.push(...(yield* eraseFromLoose(id, person)))
  const texts = changes.flatMap(({ email }) => (person.isNamedBy(email) ? [email] : []))
  const digests = Array.from(new Set([...person.spellings, ...texts]), (email) =>
    addressDigestOf(addressKey, email)
  )
  let contactsErased = 0
  for (const { id } of schedules) {
    const contacts = yield* sql`
      delete from schedule_contact
      where schedule_id = ${id} and address = any (${digests}::bytea[]) returning 1`
    contactsErased += contacts.length
  }
  return changes.length + contactsErased
})

/** Erases what is kept of people without an account: sign-ups that were not confirmed, and the mail about them. */
export const eraseSignUps = Effect.fnUntraced(function* (person: ErasedPerson) {
  const sql = yield* SqlClient.SqlClient
  // A day's sign-ups, which are limited by client address.
  const open = yield* sql<{ readonly email: string }>`select distinct email from sign_up`
  const named = open.flatMap(({ email }) => (person.isNamedBy(email) ? [email] : []))
  const erased = yield* sql`delete from sign_up where email = any (${named}::text[]) returning 1`
  return erased.length + (yield* eraseMail(null, person))
})
