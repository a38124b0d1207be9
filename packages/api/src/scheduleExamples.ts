/** Examples of schedules, for examples.ts. */
import type {
  ContactChange,
  Schedule,
  ScheduleChange,
  ScheduleRequest,
  ScheduleRun,
  ScheduleTry,
  ScheduleTryRequest
} from "./Schedule.ts"

const run: ScheduleRun = {
  id: "019c1430-0a0b-7c1f-9d0b-5e6f7a8b9d02",
  state: "done",
  due_at: "2026-01-31T02:00:00.000Z",
  began_at: "2026-01-31T02:00:01.000Z",
  ended_at: "2026-01-31T02:04:10.000Z",
  job_id: "019c1430-0a0b-7c1f-9d0b-5e6f7a8b9d03",
  contacts: 48_210,
  checked: 1_640,
  credits: 6_204,
  changes: { all: 71, new: 40, dead: 18, revived: 3, risky: 6 },
  reason: null
}

const schedule: Schedule = {
  id: "019c1430-0a0b-7c1f-9d0b-5e6f7a8b9d01",
  name: "Customers",
  source: { kind: "url", url: "https://crm.example.com/export.csv", has_secret: true },
  sink: { kind: "webhook", has_secret: false },
  every: "0 3 * * *",
  time_zone: "Europe/Berlin",
  mode: "deep",
  max_age: "30d",
  credits_per_run: 20_000,
  credits_per_month: null,
  status: "live",
  paused_reason: null,
  created_at: "2026-01-30T12:00:00.000Z",
  credits_this_month: 6_204,
  next_run_at: "2026-02-01T02:00:00.000Z",
  last_run: run
}

const contact: ContactChange = {
  key: "4711",
  email: "bob@example.com",
  status: "invalid",
  sub_status: "mailbox_not_found",
  recommendation: "do_not_send",
  before: "valid",
  checked_at: "2026-01-31T02:03:00.000Z"
}

const source: ScheduleRequest["source"] = {
  kind: "url",
  url: "https://crm.example.com/export.csv",
  secret: "Authorization: Bearer …"
}

const wanted: ScheduleRequest = {
  name: "Customers",
  source,
  sink: { kind: "webhook" },
  every: "0 3 * * *",
  time_zone: "Europe/Berlin",
  mode: "deep",
  max_age: "30d",
  credits_per_run: 20_000
}
const changed: ScheduleChange = { paused: true }
const tried: ScheduleTryRequest = { source, sink: { kind: "webhook" } }
const works: ScheduleTry = {
  source: {
    contacts: [
      { key: "4711", email: "bob@example.com" },
      { key: "4712", email: "ann@example.com" }
    ],
    error: null
  },
  sink: { says: ["1 webhook endpoint gets list.changed."], error: null }
}

const noSchedule = { 404: { error: "schedule not found" } }
const cannotTakeBack = {
  400: { error: "the sink of this schedule cannot take back what was written" }
}
const noRun = { 404: { error: "run not found" } }
const paused = { 400: { error: "the schedule is paused: resume it first" } }
const badEvery = {
  400: {
    error:
      "every must be an interval from 15m to 366d, such as 12h or 7d, or a cron expression with five fields, such as 0 3 * * 1"
  }
}

export const scheduleExamples = {
  listSchedules: { response: { schedules: [schedule], max: 50 } },
  createSchedule: { response: { ...schedule, last_run: null }, body: wanted, others: badEvery },
  trySchedule: { response: works, body: tried, others: noSchedule },
  getSchedule: { response: schedule, others: noSchedule },
  changeSchedule: {
    response: { ...schedule, status: "paused", next_run_at: null },
    body: changed,
    others: { ...badEvery, ...noSchedule }
  },
  removeSchedule: { response: { message: "the schedule is removed" }, others: noSchedule },
  runSchedule: {
    response: {
      ...run,
      state: "waiting",
      began_at: null,
      ended_at: null,
      job_id: null,
      contacts: null,
      checked: null,
      credits: 0,
      changes: { all: 0, new: 0, dead: 0, revived: 0, risky: 0 }
    },
    others: { ...paused, ...noSchedule }
  },
  listScheduleRuns: { response: { runs: [run], next: null }, others: noSchedule },
  listContactChanges: { response: { changes: [contact], next: null }, others: noRun },
  exportContactChanges: {
    response:
      "key,email,status,sub_status,recommendation,before,checked_at\r\n" +
      "4711,bob@example.com,invalid,mailbox_not_found,do_not_send,valid,2026-01-31T02:03:00.000Z\r\n",
    others: noRun
  },
  takeBackChanges: {
    response: { changes: 71, next: null },
    others: { ...cannotTakeBack, ...noRun }
  }
} as const

export const scheduleParameters = {
  "listScheduleRuns cursor": run.id,
  "listScheduleRuns limit": "50",
  "listContactChanges cursor": "50",
  "takeBackChanges cursor": "100",
  "listContactChanges limit": "50",
  run: run.id
}
