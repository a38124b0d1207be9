/**
 * Erases an address from everything that is kept of an account, and records that as an event: a keyed digest,
 * and how much was found where. The ledger stays as it is: no event has ever held an address.
 *
 * Each step is a transaction of its own, so that no statement takes long. If it breaks off, asking again
 * erases the rest.
 */
import { randomUUIDv7 } from "node:crypto"

import type { ErasedPlace } from "@rcpt/api/Erasure"
import type { AccountNotOpen } from "@rcpt/domain/Account"
import { noteErasure } from "@rcpt/domain/AccountEnd"
import type { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { record } from "../accounts/accountStream.ts"
import type { Config } from "../platform/Config.ts"
import { WriteSql } from "../platform/Database.ts"
import { ofPurpose } from "../platform/SecretBox.ts"
import type { Secrets } from "../platform/Secrets.ts"
import { mailboxDigest, mailboxOf } from "../reports/mailboxDigest.ts"
import { eraseReports } from "../reports/recordReports.ts"
import { eraseFromRules } from "../rules/changeRules.ts"
import { awaitActivity, eraseActivity } from "./eraseActivity.ts"
import { erasedPersonOf } from "./ErasedPerson.ts"
import type { ErasedPerson } from "./ErasedPerson.ts"
import * as eraseInJob from "./eraseInJob.ts"
import type { StoredJob } from "./eraseInJob.ts"
import * as eraseKept from "./eraseKept.ts"

/** Rows of these jobs are still being verified, so the erasure must wait until they end or are cancelled. */
export class JobsRunning extends Schema.TaggedError<JobsRunning>()("JobsRunning", {
  jobs: Schema.Array(Schema.String)
}) {}

export class NoSuchAccount extends Schema.TaggedError<NoSuchAccount>()("NoSuchAccount", {}) {}

export interface Erasure {
  /** The id of the event; `null`: nothing was found, so there is no event. */
  readonly id: string | null
  readonly at: Date
  readonly counts: Readonly<Record<ErasedPlace, number>>
  /** Whether the address stays somewhere for a reason of its own. */
  readonly isSignIn: boolean
  readonly isInWebhook: boolean
  readonly isInKeyName: boolean
  readonly unreadable: number
}

interface AccountRow {
  readonly emails: ReadonlyArray<string>
  readonly addressKey: Uint8Array
  readonly urls: ReadonlyArray<string>
  readonly keyNames: ReadonlyArray<string>
}

const findAccount = Effect.fnUntraced(function* (account: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<AccountRow>`
    select array(select email from person p where p.account_id = a.account_id) as emails,
      address_key as "addressKey",
      array(select url from webhook w where w.account_id = a.account_id
        union all select source ->> 'url' from schedule s
        where s.account_id = a.account_id and source ->> 'url' is not null) as urls,
      array(select name from api_key k where k.account_id = a.account_id) as "keyNames"
    from account a
    where account_id = ${account} and closed_at is null`
  return row === undefined ? yield* new NoSuchAccount() : row
})

const jobsOf = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<StoredJob>`
      select job_id as id, filename, columns, format ->> 'preamble' as preamble, email_column as "emailColumn", chunks,
        completed_at is not null as "isFinished"
      from job where account_id = ${account} order by job_id`
  )

/** Refuses before anything is erased: half an erasure would not say what is left. */
const refuseRunning = Effect.fnUntraced(function* (
  jobs: ReadonlyArray<StoredJob>,
  person: ErasedPerson
) {
  const running = jobs.filter(({ isFinished }) => !isFinished)
  const concerned = yield* Effect.filter(running, (job) => eraseInJob.isInJob(job, person))
  if (concerned.length > 0) return yield* new JobsRunning({ jobs: concerned.map(({ id }) => id) })
})

/** Erases from jobs first: they name more spellings, whose digests find the rest. */
const eraseAll = Effect.fnUntraced(function* (
  account: string,
  addressKey: Uint8Array,
  person: ErasedPerson
) {
  const begun = yield* Clock.currentTimeMillis
  const jobs = yield* jobsOf(account)
  yield* refuseRunning(jobs, person)
  let inJobs = eraseInJob.nothing
  for (const job of jobs)
    if (job.isFinished) inJobs = eraseInJob.sum(inJobs, yield* eraseInJob.eraseInJob(job, person))
  const owner = { account, addressKey }
  const counts: Record<ErasedPlace, number> = {
    job_rows: inJobs.rows,
    job_cells: inJobs.cells,
    job_suggestions: inJobs.suggestions,
    job_names: inJobs.names,
    stored_replies: yield* eraseKept.eraseReplies(account, person),
    webhook_messages: yield* eraseKept.eraseMessages(account, person),
    feedback_checks: yield* eraseKept.eraseChecks(owner, person),
    feedback_reports: yield* eraseReports(account, mailboxDigest(addressKey, person.mailbox)),
    queued_probes: yield* eraseKept.eraseQuestions(account),
    activity: yield* Effect.andThen(
      awaitActivity(begun),
      eraseActivity(yield* ofPurpose("activity"), owner, person)
    ),
    invitations: yield* eraseKept.eraseInvitations(account, person),
    rules: yield* eraseFromRules(account, person),
    inlet_events: yield* eraseKept.eraseInletEvents(account, person),
    schedule_contacts: yield* eraseKept.eraseContacts(owner, person),
    mail_messages: yield* eraseKept.eraseMail(account, person)
  }
  return { counts, unreadable: inJobs.unreadable }
})

const isFound = (counts: Readonly<Record<string, number>>): boolean =>
  Object.values(counts).some((count) => count > 0)

export const eraseAddress = (
  account: string,
  email: string
): Effect.Effect<
  Erasure,
  NoSuchAccount | JobsRunning | StoreUnavailable | AccountNotOpen | SqlError.SqlError,
  Config | EventStore | Secrets | WriteSql
> =>
  Effect.gen(function* () {
    const sql = yield* WriteSql
    const person = erasedPersonOf(email)
    const { addressKey, urls, keyNames, emails } = yield* findAccount(account)
    const { counts, unreadable } = yield* eraseAll(account, addressKey, person)
    const erasureId = randomUUIDv7()
    const digest = mailboxDigest(addressKey, email)
    yield* sql
      .withTransaction(record(account, noteErasure({ erasureId, digest, counts })))
      .pipe(unavailable)
    return {
      id: isFound(counts) ? erasureId : null,
      at: new Date(yield* Clock.currentTimeMillis),
      counts,
      isSignIn: emails.some((one) => mailboxOf(one) === person.mailbox),
      isInWebhook: urls.some(person.isIn),
      isInKeyName: keyNames.some(person.isIn),
      unreadable
    }
  }).pipe((work) => WriteSql.use((sql) => Effect.provideService(work, SqlClient.SqlClient, sql)))
