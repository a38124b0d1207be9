/**
 * Follows a job to its end: a bar on a terminal, lines of JSON in a pipe. Ctrl-C asks whether the job
 * shall end too; a second one leaves at once.
 */
import { createInterface } from "node:readline/promises"

import { BulkJob } from "@rcpt/api/Jobs"
import type { JobStatus } from "@rcpt/api/Jobs"
import { Message } from "@rcpt/api/Message"
import { Console, Duration, Effect, Schedule, Schema } from "effect"

import { interruptedCode, unavailableCode } from "./exitCodes.ts"
import { barOf, lineAnew } from "./progressBar.ts"
import { requestServer } from "./requestServer.ts"
import type { Server } from "./requestServer.ts"
import { answerWait } from "./sendAsAccount.ts"

const isJob = Schema.is(BulkJob)
const isMessage = Schema.is(Message)

/** A person sees it move, and a server of many watchers is not busy with them. */
const pollInterval = Duration.seconds(1)

/** A server that is started anew is back within minutes. */
const outageMax = Schedule.max([Schedule.spaced(pollInterval), Schedule.recurs(300)])

const running: ReadonlySet<JobStatus> = new Set(["pending", "processing"])

const pathOf = (id: string): string => `/jobs/${encodeURIComponent(id)}`

const findJob = (server: Server, id: string) =>
  requestServer(server, {
    method: "GET",
    path: pathOf(id),
    isResponse: isJob,
    timeout: answerWait
  }).pipe(Effect.retry({ schedule: outageMax, while: ({ code }) => code === unavailableCode }))

export const cancelJob = (server: Server, id: string) =>
  requestServer(server, {
    method: "DELETE",
    path: pathOf(id),
    isResponse: isMessage,
    timeout: answerWait
  })

/** As wide as the terminal at most: a line that wraps could not be written anew. */
export const jobLine = (
  { processed_rows, total_rows, status }: BulkJob,
  columns: number
): string => {
  const counts = `  ${processed_rows} of ${total_rows}  ${status}`
  const bar = barOf(total_rows === 0 ? 1 : processed_rows / total_rows, columns - counts.length - 1)
  return bar + counts
}

const shows = (job: BulkJob, isLine: boolean): Effect.Effect<void> => {
  if (isLine) return Console.log(JSON.stringify(job))
  if (!process.stderr.isTTY) return Effect.void
  const end = running.has(job.status) ? "" : "\n"
  return Effect.sync(
    () => void process.stderr.write(`${lineAnew}${jobLine(job, process.stderr.columns)}${end}`)
  )
}

/** Not raw: the second Ctrl-C is a signal again, and ends the process. */
const ask = (question: string): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    const asked = createInterface({
      input: process.stdin,
      output: process.stderr,
      terminal: false
    })
    const answer = await asked.question(question)
    asked.close()
    return /^y/i.test(answer.trim())
  })

/** Ctrl-C is an answer too: what the shell prints next begins a line. */
export const confirm = (question: string): Effect.Effect<boolean> =>
  Effect.onInterrupt(ask(question), () => Effect.sync(() => void process.stderr.write("\n")))

const leaveOrCancel = (server: Server, id: string) =>
  Effect.gen(function* () {
    process.once("SIGINT", () => process.exit(interruptedCode))
    if (!(yield* ask(`\nCancel the job too? y: cancel it; n: it goes on without us. `)))
      return yield* Console.error(`The job goes on. See it with:\n  rcpt jobs show ${id}`)
    yield* Effect.catch(
      Effect.andThen(cancelJob(server, id), Console.error("The job is cancelled.")),
      ({ sentence }) => Console.error(sentence)
    )
  })

/** `isLine`: each change as a line of JSON on standard output. */
export const watchJob = (server: Server, id: string, isLine: boolean) =>
  Effect.gen(function* () {
    let isAsked = false
    // Registered before the interruption of runMain: a SIGTERM asks nothing.
    process.prependOnceListener("SIGINT", () => (isAsked = process.stdin.isTTY))
    const follow = Effect.gen(function* () {
      let job = yield* findJob(server, id)
      let shown = ""
      while (true) {
        const now = JSON.stringify(job)
        if (now !== shown) yield* shows(job, isLine)
        shown = now
        if (!running.has(job.status)) return job
        yield* Effect.sleep(pollInterval)
        job = yield* findJob(server, id)
      }
    })
    return yield* Effect.onInterrupt(follow, () =>
      isAsked ? leaveOrCancel(server, id) : Effect.void
    )
  })
