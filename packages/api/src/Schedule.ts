/** Schedules: lists that are checked again and again. Their endpoints are in SchedulesGroup.ts. */
import { Recommendation } from "@rcpt/domain/recommendation"
import {
  failuresToPause,
  RunState,
  schedulesMax,
  SinkKind,
  SourceKind
} from "@rcpt/domain/Schedule"
import { everyLimits, isTimeZone, readEvery } from "@rcpt/domain/scheduleTimes"
import { Mode, Status } from "@rcpt/domain/Verdict"
import { Result, Schema } from "effect"

import { fieldFault, oneOf } from "./errors/errorTexts.ts"
import { boolean, described, integer, string } from "./fields.ts"
import { dateTime, uuidText } from "./formats.ts"
import { nameField } from "./nameField.ts"
import { MaxAge } from "./query.ts"
import { sinkFields, sourceFields } from "./scheduleKinds.ts"

export { schedulesMax }
export type { RunState, SinkKind, SourceKind } from "@rcpt/domain/Schedule"

const Name = described(nameField(), "What people call it. Its jobs have this name, too.")

/** Characters of a secret: a header with a token, the URL of a database. */
const secretCharsMax = 4_096
const secretLimits = fieldFault("chars", { from: 1, to: secretCharsMax })

const Secret = Schema.optionalKey(
  Schema.String.annotate({ message: secretLimits }).check(
    Schema.isMinLength(1, { message: secretLimits }),
    Schema.isMaxLength(secretCharsMax, { message: secretLimits })
  )
)

const Source = SourceKind.annotate({
  message: oneOf(SourceKind.literals),
  description:
    "Where the contacts are. `list`: a list that was uploaded to the account. `url`: a CSV file on a web server. `postgres`: a query on your Postgres. `listmonk`: subscribers of its lists."
})
const Sink = SinkKind.annotate({
  message: oneOf(SinkKind.literals),
  description:
    "Where changes go. `webhook`: to the account's webhook endpoints, as `list.changed`, up to 100 contacts each. `postgres`: a statement on your Postgres. `listmonk`: the attribute `rcpt` of subscribers."
})

const hasSecret = boolean("Whether its secret is set.")

export const ScheduleSourceRequest = Schema.Struct({
  kind: Source,
  ...sourceFields,
  secret: described(
    Secret,
    "`url`: a header, such as `Authorization: Bearer …`. `postgres`: the URL of the database. `listmonk`: the token of the API user. It is not shown again."
  )
}).annotate({ identifier: "ScheduleSourceRequest", description: "Where the contacts are." })
export type ScheduleSourceRequest = typeof ScheduleSourceRequest.Type

export const ScheduleSinkRequest = Schema.Struct({
  kind: Sink,
  ...sinkFields,
  secret: described(
    Secret,
    "`postgres`: the URL of the database. `listmonk`: the token of the API user. It is not shown again."
  )
}).annotate({ identifier: "ScheduleSinkRequest", description: "Where changes go." })
export type ScheduleSinkRequest = typeof ScheduleSinkRequest.Type

const optionalSink = described(
  Schema.optionalKey(Schema.NullOr(ScheduleSinkRequest)),
  "Where changes go. null, the default: nowhere."
)

const ScheduleSource = Schema.Struct({
  kind: Source,
  ...sourceFields,
  has_secret: hasSecret
}).annotate({ identifier: "ScheduleSource" })

const ScheduleSink = Schema.Struct({
  kind: Sink,
  ...sinkFields,
  has_secret: hasSecret
}).annotate({ identifier: "ScheduleSink" })

const Every = Schema.String.annotate({ message: everyLimits }).check(
  Schema.makeFilter((text) =>
    Result.match(readEvery(text), { onSuccess: () => true, onFailure: (must) => must })
  )
)

const timeZoneLimits = "must be a name of the IANA database, such as Europe/Berlin"

const TimeZone = Schema.String.annotate({ message: timeZoneLimits }).check(
  Schema.makeFilter((name) => isTimeZone(name) || timeZoneLimits)
)

/** Credits. No list has so many rows: a larger number is a slip. */
const creditsMax = 1_000_000_000
const creditsLimits = fieldFault("wholeNumber", { from: 1, to: creditsMax })

const Credits = Schema.NullOr(
  Schema.Int.annotate({ message: creditsLimits }).check(
    Schema.isGreaterThanOrEqualTo(1, { message: creditsLimits }),
    Schema.isLessThanOrEqualTo(creditsMax, { message: creditsLimits })
  )
)

const settings = {
  every: described(
    Every,
    "How often: an interval such as `12h` or `7d`, or a cron expression such as `0 3 * * 1`. At least 15 minutes."
  ),
  time_zone: described(TimeZone, "Of a cron expression. A run is due once when clocks change."),
  mode: described(
    Mode.annotate({ message: 'must be "fast" or "deep"' }),
    "How addresses are checked."
  ),
  max_age: MaxAge.annotate({ description: "A contact is checked again when its result is older." }),
  credits_per_run: described(Credits, "A run that could cost more does not start. null: no limit."),
  credits_per_month: described(
    Credits,
    "As `credits_per_run`, for all runs of a calendar month in UTC. null: no limit."
  )
}

export const ScheduleRequest = Schema.Struct({
  name: Name,
  source: ScheduleSourceRequest,
  every: settings.every,
  time_zone: Schema.optionalKey(settings.time_zone),
  mode: Schema.optionalKey(settings.mode),
  max_age: settings.max_age,
  credits_per_run: Schema.optionalKey(settings.credits_per_run),
  credits_per_month: Schema.optionalKey(settings.credits_per_month),
  sink: optionalSink
}).annotate({ identifier: "ScheduleRequest" })
export type ScheduleRequest = typeof ScheduleRequest.Type

export const ScheduleChange = Schema.Struct({
  name: Schema.optionalKey(Name),
  source: Schema.optionalKey(ScheduleSourceRequest),
  every: Schema.optionalKey(settings.every),
  time_zone: Schema.optionalKey(settings.time_zone),
  mode: Schema.optionalKey(settings.mode),
  max_age: Schema.optionalKey(settings.max_age),
  credits_per_run: Schema.optionalKey(settings.credits_per_run),
  credits_per_month: Schema.optionalKey(settings.credits_per_month),
  sink: optionalSink,
  paused: Schema.optionalKey(boolean("`true`: no run begins. `false`: the next is planned."))
}).annotate({ identifier: "ScheduleChange" })
export type ScheduleChange = typeof ScheduleChange.Type

const ScheduleCounts = Schema.Struct({
  all: integer("Contacts whose status or reason is another one than before."),
  new: integer("New contacts, and those with a new address."),
  dead: integer("Contacts that are `invalid` now, and were not before."),
  revived: integer("Contacts that were `invalid` before, and are not now."),
  risky: integer("Contacts that are `risky` now, and were `valid` before.")
}).annotate({ identifier: "ScheduleCounts" })

export const ScheduleRun = Schema.Struct({
  id: described(uuidText, "Its id."),
  state: RunState.annotate({
    description:
      "`waiting`: for its time, or to try again. `checking`: its job runs. `writing`: changes go to the sink. The others " +
      "have ended: `nothing_due`, since each result is young enough; `over_limit`, since it could cost too much."
  }),
  due_at: dateTime.annotate({ description: "When it was planned." }),
  began_at: Schema.NullOr(dateTime).annotate({ description: "When it began." }),
  ended_at: Schema.NullOr(dateTime).annotate({ description: "When it ended." }),
  job_id: Schema.NullOr(uuidText).annotate({ description: "The job that checked its contacts." }),
  contacts: Schema.NullOr(Schema.Int).annotate({
    description: "Contacts of the source; null: it was not read, such as when it is unchanged."
  }),
  checked: Schema.NullOr(Schema.Int).annotate({ description: "Contacts that had to be checked." }),
  credits: integer("What it cost."),
  changes: ScheduleCounts.annotate({ description: "What changed." }),
  reason: Schema.NullOr(Schema.String).annotate({
    description: "Why it failed, could not start, or tries again: what to do."
  })
}).annotate({ identifier: "ScheduleRun" })
export type ScheduleRun = typeof ScheduleRun.Type

export const Schedule = Schema.Struct({
  id: described(uuidText, "Its id."),
  name: Name,
  source: ScheduleSource.annotate({ description: "Where the contacts are." }),
  sink: Schema.NullOr(ScheduleSink).annotate({ description: "Where changes go; null: nowhere." }),
  ...settings,
  status: Schema.Literals(["live", "paused"]).annotate({ description: "Whether runs begin." }),
  paused_reason: Schema.NullOr(Schema.String).annotate({
    description: `Why it paused itself, after ${failuresToPause} runs in a row that failed.`
  }),
  created_at: dateTime.annotate({ description: "When it was made." }),
  credits_this_month: integer("What its runs of this month cost, in UTC."),
  next_run_at: Schema.NullOr(dateTime).annotate({
    description: "When the next run begins; null: it is paused, or a run is on."
  }),
  last_run: Schema.NullOr(ScheduleRun).annotate({ description: "The newest run that has begun." })
}).annotate({ identifier: "Schedule" })
export type Schedule = typeof Schedule.Type

export const Schedules = Schema.Struct({
  schedules: Schema.Array(Schedule).annotate({ description: "All schedules, the oldest first." }),
  max: integer(`How many an account can have: ${schedulesMax}.`)
}).annotate({ identifier: "Schedules" })
export type Schedules = typeof Schedules.Type

const nextPage = Schema.NullOr(Schema.String).annotate({
  description: "`cursor` of the next page; null on the last page."
})

export const ScheduleRuns = Schema.Struct({
  runs: Schema.Array(ScheduleRun).annotate({ description: "One page, the newest first." }),
  next: nextPage
}).annotate({ identifier: "ScheduleRuns" })
export type ScheduleRuns = typeof ScheduleRuns.Type

export const ContactChange = Schema.Struct({
  key: string("What names the contact in its source."),
  email: string("The address."),
  status: Status.annotate({ description: "Its status now." }),
  sub_status: Schema.NullOr(Schema.String).annotate({ description: "The reason." }),
  recommendation: Recommendation.annotate({ description: "What to do with it." }),
  before: Schema.NullOr(Status).annotate({
    description: "Its status before; null: the contact is new, or its address is."
  }),
  checked_at: dateTime.annotate({ description: "When it was checked." })
}).annotate({ identifier: "ContactChange" })
export type ContactChange = typeof ContactChange.Type

export const ContactChanges = Schema.Struct({
  changes: Schema.Array(ContactChange).annotate({ description: "One page of changes." }),
  next: nextPage
}).annotate({ identifier: "ContactChanges" })
export type ContactChanges = typeof ContactChanges.Type

export const TakenBack = Schema.Struct({
  changes: integer("Changes of the run that were looked at."),
  next: Schema.NullOr(Schema.String).annotate({
    description: "`cursor` of the next request; null: all changes of the run are taken back."
  })
}).annotate({ identifier: "TakenBack" })
export type TakenBack = typeof TakenBack.Type

export const ScheduleTryRequest = Schema.Struct({
  source: ScheduleSourceRequest,
  sink: optionalSink,
  schedule_id: Schema.optionalKey(
    string("A schedule whose secrets are used where the request has none for the same kind.")
  )
}).annotate({ identifier: "ScheduleTryRequest" })
export type ScheduleTryRequest = typeof ScheduleTryRequest.Type

const TriedContact = Schema.Struct({
  key: string("What names the contact."),
  email: string("The address.")
}).annotate({ identifier: "TriedContact" })

export const ScheduleTry = Schema.Struct({
  source: Schema.Struct({
    contacts: Schema.Array(TriedContact).annotate({ description: "The first three contacts." }),
    error: Schema.NullOr(Schema.String).annotate({ description: "Why it cannot be read." })
  }).annotate({ identifier: "TriedSource", description: "The source." }),
  sink: Schema.NullOr(
    Schema.Struct({
      says: Schema.Array(Schema.String).annotate({ description: "What was found." }),
      error: Schema.NullOr(Schema.String).annotate({ description: "Why it would not work." })
    }).annotate({ identifier: "TriedSink" })
  ).annotate({ description: "The sink; null: the request has none." })
}).annotate({ identifier: "ScheduleTry" })
export type ScheduleTry = typeof ScheduleTry.Type
