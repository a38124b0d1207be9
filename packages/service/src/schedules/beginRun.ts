/** Begins a run: reads the source, finds the contacts that are due, and makes a job of them. */
import { textOf } from "@rcpt/api/errors/Sentence"
import { readMaxAge } from "@rcpt/api/query"
import { heldFor } from "@rcpt/domain/prices"
import { Array, Effect, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"

import type { CsvHeader } from "../jobs/csv/CsvPart.ts"
import type { CsvRecord } from "../jobs/csv/RecordParser.ts"
import { through } from "../jobs/csv/StreamStage.ts"
import { toParts } from "../jobs/csv/toParts.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { UploadLost, Uploads } from "../jobs/Uploads.ts"
import type { Upload } from "../jobs/Uploads.ts"
import { WriteSql } from "../platform/Database.ts"
import { databaseNow } from "../platform/databaseClock.ts"
import { leasedRows } from "../platform/leasedRows.ts"
import { SourceFailed } from "./adapters/Adapter.ts"
import type { Contact, Contacts, Source } from "./adapters/Adapter.ts"
import type { Claimed } from "./claimRuns.ts"
import { addressDigestOf, contactDigestOf } from "./contactDigest.ts"
import { spentThisMonth } from "./scheduleRows.ts"

/** Contacts that are looked up at once: some 10 ms of Postgres. */
const contactsPerStatement = 2_000

/** It could cost more credits than it may, or than there are. */
export class OverLimit extends Schema.TaggedError<OverLimit>()("OverLimit", {
  sentence: Schema.String
}) {}

/** What is known once the source was read to its end. */
interface Count {
  contacts: number
  due: number
}

const staleBefore = ({ maxAge }: Claimed) =>
  Effect.map(databaseNow, (now) => new Date(now - readMaxAge(maxAge)!))

const isAnyStale = ({ schedule }: Claimed, before: Date) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly isAny: boolean }>`
      select exists (select from schedule_contact
        where schedule_id = ${schedule} and checked_at < ${before}) as "isAny"`
  ).pipe(
    Effect.map(([row]) => row!.isAny),
    Effect.orDie
  )

/**
 * Those that are new, have a new address, or whose result is too old. Each is one look into the index, by `limit`: for a
 * table without statistics yet, Postgres would rather read all contacts of the schedule again and again.
 */
const dueOf = Effect.fnUntraced(function* (
  { schedule, addressKey }: Claimed,
  before: Date,
  contacts: ReadonlyArray<Contact>
) {
  const sql = yield* SqlClient.SqlClient
  const digests = contacts.map((contact) =>
    contactDigestOf(addressKey, contact, addressDigestOf(addressKey, contact.email))
  )
  const due = yield* sql<{ readonly place: number }>`
    select wanted.place::int as place
    from unnest(${digests}::bytea[]) with ordinality as wanted (contact, place)
    left join lateral (
      select c.checked_at from schedule_contact c
      where c.schedule_id = ${schedule} and c.contact = wanted.contact limit 1) known on true
    where known.checked_at is null or known.checked_at < ${before}
    order by wanted.place`
  return due.map(({ place }) => contacts[place - 1]!)
}, Effect.orDie)

/** Of the job: who takes its results finds both columns at these places (takeResults.ts). */
const header: CsvHeader = {
  _tag: "Header",
  columns: ["email", "key"],
  emailColumn: 0,
  because: "named",
  examples: [],
  format: { delimiter: ",", encoding: "utf-8", preamble: "" },
  otherEncodings: []
}

const recordsOf = (claimed: Claimed, before: Date, contacts: Contacts, count: Count) =>
  contacts.pipe(
    Stream.map((batch) => batch.filter(({ email }) => email.trim() !== "")),
    Stream.flatMap((batch) => Stream.fromIterable(Array.chunksOf(batch, contactsPerStatement))),
    Stream.mapEffect((batch) => {
      count.contacts += batch.length
      return dueOf(claimed, before, batch)
    }),
    Stream.map((due): ReadonlyArray<CsvRecord> => {
      count.due += due.length
      return due.map(({ email, key }) => [email, key])
    }),
    Stream.filter((records) => records.length > 0)
  )

const empty = new SourceFailed({
  code: "empty",
  sentence:
    "The source has no contacts. It was not taken as if all were removed: check the source, or pause the schedule.",
  mayHelp: false
})

/** Stores the contacts that are due; `undefined`: none is. */
const storeDue = Effect.fnUntraced(function* (
  claimed: Claimed,
  before: Date,
  contacts: Contacts,
  count: Count
) {
  const { store } = yield* Uploads
  const upload = yield* recordsOf(claimed, before, contacts, count).pipe(
    through(() => toParts(() => ({ header }))),
    store,
    Effect.catchTag("CsvRefused", (refused) =>
      count.due === 0
        ? Effect.succeed(undefined)
        : new SourceFailed({
            code: "bad_answer",
            sentence: `The contacts cannot be checked: the ${textOf(refused.sentence)}.`,
            mayHelp: false
          })
    )
  )
  if (count.contacts === 0) return yield* empty
  return upload
})

const number = (value: number): string => value.toLocaleString("en")

const refuseOverLimit = Effect.fnUntraced(function* (
  { schedule, creditsPerRun, creditsPerMonth }: Claimed,
  most: number
) {
  if (creditsPerRun !== null && most > creditsPerRun)
    return yield* new OverLimit({
      sentence: `The run could cost ${number(most)} credits, and credits_per_run is ${number(creditsPerRun)}: raise it, or make the source smaller.`
    })
  if (creditsPerMonth === null) return
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly spent: number }>`
    select ${spentThisMonth(sql, "s.schedule_id")}::float8 as spent from schedule s
    where s.schedule_id = ${schedule}`.pipe(Effect.orDie)
  const spent = row?.spent ?? 0
  if (spent + most > creditsPerMonth)
    return yield* new OverLimit({
      sentence:
        `The run could cost ${number(most)} credits. ${number(spent)} are spent this month, and credits_per_month is ` +
        `${number(creditsPerMonth)}: raise it, or wait for the next month.`
    })
})

const noCredits = (most: number) =>
  new OverLimit({
    sentence: `The run needs ${number(most)} credits, more than the account has: add credits.`
  })

/** Ties the job to the run, in the transaction that makes it: a run has one job, whatever happens. */
const begins =
  (claimed: Claimed, { contacts, due }: Count, before: Date, version: string | null) =>
  (job: string) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { free, ofLease } = leasedRows(sql, "schedule_run")
      const begun = yield* sql`
        update schedule_run set ${free}, state = 'checking', job_id = ${job}, contacts = ${contacts},
          checked = ${due}, version = ${version}, stale_before = ${before}, attempts = 0, reason = null,
          due_at = now()
        where ${ofLease(claimed)} returning 1`.pipe(Effect.orDie)
      if (begun.length === 0) return yield* new UploadLost()
    })

const submit = Effect.fnUntraced(function* (
  claimed: Claimed,
  upload: Upload,
  begin: ReturnType<typeof begins>
) {
  const { account, name, mode, maxAge, schedule } = claimed
  const { submit: submitJob } = yield* Jobs
  yield* submitJob({
    account,
    filename: `${name}.csv`,
    mode,
    upload,
    maxAge: readMaxAge(maxAge),
    schedule: { id: schedule, begins: begin }
  }).pipe(
    Effect.catchTag("InsufficientCredits", () => noCredits(upload.totals.rows * heldFor[mode])),
    Effect.catchTag("CreditLimitReached", Effect.die)
  )
})

/** `begun`: it has a job now, and is no longer the caller's. Fails with `UploadLost` if another node has the run. */
export const beginRun = Effect.fnUntraced(function* (claimed: Claimed, source: Source) {
  const before = yield* staleBefore(claimed)
  const count: Count = { contacts: 0, due: 0 }
  const known = (yield* isAnyStale(claimed, before)) ? null : claimed.version
  const read = yield* source.read(known)
  if (read.isUnchanged) return { isBegun: false, contacts: null } as const
  const upload = yield* storeDue(claimed, before, read.contacts, count)
  if (upload === undefined) return { isBegun: false, contacts: count.contacts } as const
  const { discard } = yield* Uploads
  yield* refuseOverLimit(claimed, upload.totals.distinct * heldFor[claimed.mode]).pipe(
    Effect.provideService(SqlClient.SqlClient, yield* WriteSql),
    Effect.tapError(() => discard(upload.job))
  )
  yield* submit(claimed, upload, begins(claimed, count, before, read.version))
  return { isBegun: true } as const
}, Effect.scoped)
