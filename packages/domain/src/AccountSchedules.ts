/** Decisions about the schedules of an account, as events of the account (`Account.ts`). */
import { HashSet, Result, Schema } from "effect"

import { AccountEvent, AccountNotOpen } from "./Account.ts"
import type { Account, Decision } from "./Account.ts"
import { schedulesMax } from "./Schedule.ts"

export class NoSchedule extends Schema.TaggedError<NoSchedule>()("NoSchedule", {}) {}

export class TooManySchedules extends Schema.TaggedError<TooManySchedules>()(
  "TooManySchedules",
  {}
) {}

const { ScheduleCreated, ScheduleChanged, ScheduleRemoved } = AccountEvent.cases

export const createSchedule =
  (scheduleId: string) =>
  ({ opened, schedules }: Account): Decision<AccountNotOpen | TooManySchedules> => {
    if (!opened) return Result.fail(new AccountNotOpen())
    if (HashSet.size(schedules) >= schedulesMax) return Result.fail(new TooManySchedules())
    return Result.succeed([ScheduleCreated.make({ scheduleId })])
  }

const ofKnown =
  (decide: (scheduleId: string) => AccountEvent) =>
  (scheduleId: string) =>
  ({ schedules }: Account): Decision<NoSchedule> =>
    HashSet.has(schedules, scheduleId)
      ? Result.succeed([decide(scheduleId)])
      : Result.fail(new NoSchedule())

/** Other settings, or it was paused or resumed by the account. */
export const changeSchedule = ofKnown((scheduleId) => ScheduleChanged.make({ scheduleId }))

export const removeSchedule = ofKnown((scheduleId) => ScheduleRemoved.make({ scheduleId }))

/** Removes all schedules, when the account is closed. */
export const removeAllSchedules = ({ schedules }: Account): ReadonlyArray<AccountEvent> =>
  Array.from(schedules, (scheduleId) => ScheduleRemoved.make({ scheduleId }))
