/** Schedules: lists that are checked again and again. Facts that the service, its API and the dashboard share. */
import { Duration, Schema } from "effect"

/** Where contacts come from. */
export const SourceKind = Schema.Literals(["list", "url", "postgres", "listmonk"])
export type SourceKind = typeof SourceKind.Type

/** Where changes go. */
export const SinkKind = Schema.Literals(["webhook", "postgres", "listmonk"])
export type SinkKind = typeof SinkKind.Type

/**
 * How far a run is. `waiting`: for its time. `checking`: its job runs. `writing`: changes go to the sink. Others have
 * ended: `done` with a job; `nothing_due`, since no contact has to be checked; `over_limit`, since it could cost more
 * credits than are allowed or there; `cancelled` with its job; `failed`, for its reason.
 */
export const RunState = Schema.Literals([
  "waiting",
  "checking",
  "writing",
  "done",
  "nothing_due",
  "over_limit",
  "cancelled",
  "failed"
])
export type RunState = typeof RunState.Type

/** A schedule of an account costs little; more than these are a mistake of a program. */
export const schedulesMax = 50

/** Contacts are not asked for more often: each time, the whole source is read. */
export const scheduleEveryMin = Duration.minutes(15)

/** A year: a contact that nobody checks for longer is not kept clean. */
export const scheduleEveryMax = Duration.days(366)

/** A year of runs is there to be compared with. They hold no addresses. */
export const runsKept = Duration.days(400)

/** Runs that fail in a row, after which the schedule pauses. */
export const failuresToPause = 5
