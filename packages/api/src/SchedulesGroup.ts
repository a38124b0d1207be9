/** The endpoints of schedules. */
import { uuid } from "@rcpt/domain/limits"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { string } from "./fields.ts"
import { cursor, pageSize } from "./jobsQuery.ts"
import { Message } from "./Message.ts"
import { NeedsFreshPassword, Requires } from "./Permissions.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import {
  ContactChanges,
  Schedule,
  ScheduleChange,
  ScheduleRequest,
  ScheduleRun,
  ScheduleRuns,
  Schedules,
  ScheduleTry,
  ScheduleTryRequest,
  TakenBack
} from "./Schedule.ts"
import { secured } from "./secured.ts"

/** Changes are numbered. */
const place = /^[1-9]\d{0,15}$/

const params = { id: string("The schedule's `id`.") }
const runParams = { ...params, run: string("The run's `id`.") }

const list = HttpApiEndpoint.get("list", "/schedules", { success: Schedules })
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "listSchedules",
      summary: "List the schedules",
      description: "Oldest first, each with its newest run."
    })
  )

const create = HttpApiEndpoint.post("create", "/schedules", {
  payload: ScheduleRequest,
  success: Schedule.pipe(HttpApiSchema.status(201)),
  error: BadRequest
})
  .annotate(Requires, "manage")
  .annotate(NeedsFreshPassword, true)
  .annotateMerge(
    OpenApi.annotations({
      identifier: "createSchedule",
      summary: "Make a schedule",
      description:
        "With an interval its first run begins at once, with a cron expression at the next time. Try source and sink " +
        "before: `POST /schedules/try`."
    })
  )

const tryOut = HttpApiEndpoint.post("tryOut", "/schedules/try", {
  payload: ScheduleTryRequest,
  success: ScheduleTry,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "manage")
  .annotate(NeedsFreshPassword, true)
  .annotateMerge(
    OpenApi.annotations({
      identifier: "trySchedule",
      summary: "Try a source and a sink",
      description:
        "Free. Reads three contacts, and looks whether the sink works. Nothing is written."
    })
  )

const find = HttpApiEndpoint.get("find", "/schedules/:id", {
  params,
  success: Schedule,
  error: NotFound
})
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getSchedule",
      summary: "Get a schedule",
      description: "Without the secrets of its source and its sink."
    })
  )

const change = HttpApiEndpoint.patch("change", "/schedules/:id", {
  params,
  payload: ScheduleChange,
  success: Schedule,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "manage")
  .annotate(NeedsFreshPassword, true)
  .annotateMerge(
    OpenApi.annotations({
      identifier: "changeSchedule",
      summary: "Change, pause or resume a schedule",
      description:
        "What is left out stays. A `source` or `sink` replaces the old one; its secret stays if the kind does, and where it " +
        "reads from or writes to. A run that has begun ends as it began."
    })
  )

const remove = HttpApiEndpoint.delete("remove", "/schedules/:id", {
  params,
  success: Message,
  error: NotFound
})
  .annotate(Requires, "manage")
  .annotate(NeedsFreshPassword, true)
  .annotateMerge(
    OpenApi.annotations({
      identifier: "removeSchedule",
      summary: "Remove a schedule",
      description: "With its runs and changes. Its jobs stay; one that runs goes on."
    })
  )

const run = HttpApiEndpoint.post("run", "/schedules/:id/run", {
  params,
  success: ScheduleRun,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "spend")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "runSchedule",
      summary: "Run a schedule now",
      description:
        "Begins the run that waits. If one is on, that one is returned: there is one run at a time."
    })
  )

const runs = HttpApiEndpoint.get("runs", "/schedules/:id/runs", {
  params,
  query: { limit: pageSize("Runs per page."), cursor: cursor(uuid, "the newest runs") },
  success: ScheduleRuns,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "listScheduleRuns",
      summary: "List the runs of a schedule",
      description:
        "Newest first, without the one that waits for its time. Runs are kept for 400 days."
    })
  )

const changes = HttpApiEndpoint.get("changes", "/schedules/:id/runs/:run/changes", {
  params: runParams,
  query: { limit: pageSize("Changes per page."), cursor: cursor(place, "the first changes") },
  success: ContactChanges,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "listContactChanges",
      summary: "List what a run changed",
      description: "Kept as long as jobs are (`RCPT_RETENTION_DAYS`)."
    })
  )

const changesCsv = HttpApiEndpoint.get("changesCsv", "/schedules/:id/runs/:run/changes.csv", {
  params: runParams,
  success: HttpApiSchema.WithHeaders(HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }), {
    "content-disposition": string("`attachment`, named `changes.csv`.")
  }),
  error: NotFound
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "exportContactChanges",
      summary: "Download what a run changed",
      description: "As CSV, in UTF-8, with a header line."
    })
  )

const takeBack = HttpApiEndpoint.post("takeBack", "/schedules/:id/runs/:run/take-back", {
  params: runParams,
  query: { cursor: cursor(place, "the first changes") },
  success: TakenBack,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "manage")
  .annotate(NeedsFreshPassword, true)
  .annotateMerge(
    OpenApi.annotations({
      identifier: "takeBackChanges",
      summary: "Take back what a run wrote",
      description:
        "Free. The sink has what it had before, where nothing else was written since. Only `listmonk` can. Up to 100 changes " +
        "for each request: repeat it with `next`."
    })
  )

export class SchedulesGroup extends secured(
  HttpApiGroup.make("Schedules").add(
    list,
    create,
    tryOut,
    find,
    change,
    remove,
    run,
    runs,
    changes,
    changesCsv,
    takeBack
  )
) {}
