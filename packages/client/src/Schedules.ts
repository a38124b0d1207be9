/** Schedules: lists that are checked again and again. A key needs the scope `manage` to change them. */
import type {
  ContactChange,
  ContactChanges,
  Message,
  Schedule,
  ScheduleChange,
  ScheduleRequest,
  ScheduleRun,
  ScheduleRuns,
  Schedules as AllSchedules,
  ScheduleTry,
  ScheduleTryRequest,
  TakenBack
} from "./contract.ts"
import { pages } from "./pages.ts"
import { segment } from "./Transport.ts"
import type { RequestOptions, Transport } from "./Transport.ts"

/** Runs or changes per request, the service's maximum. */
const pageSize = 100

const pathOf = (id: string): string => `/schedules/${segment(id)}`
const runPath = (id: string, run: string): string => `${pathOf(id)}/runs/${segment(run)}`

export class Schedules {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The oldest first, each with its newest run. */
  list(request?: RequestOptions): Promise<AllSchedules> {
    return this.#transport.json({ path: "/schedules" }, request)
  }

  /** With an interval its first run begins at once, with a cron expression at the next time. */
  create(schedule: ScheduleRequest, request?: RequestOptions): Promise<Schedule> {
    return this.#transport.json({ method: "POST", path: "/schedules", json: schedule }, request)
  }

  /** Reads three contacts, and looks whether the sink works. Nothing is written. Free. */
  tryOut(wanted: ScheduleTryRequest, request?: RequestOptions): Promise<ScheduleTry> {
    const path = "/schedules/try"
    return this.#transport.json({ method: "POST", path, json: wanted, isRepeatable: true }, request)
  }

  /** Without the secrets of its source and its sink. */
  get(id: string, request?: RequestOptions): Promise<Schedule> {
    return this.#transport.json({ path: pathOf(id) }, request)
  }

  /** What is left out stays. `paused` pauses or resumes it. */
  change(id: string, change: ScheduleChange, request?: RequestOptions): Promise<Schedule> {
    return this.#transport.json({ method: "PATCH", path: pathOf(id), json: change }, request)
  }

  /** With its runs and changes. Its jobs stay. */
  remove(id: string, request?: RequestOptions): Promise<Message> {
    return this.#transport.json({ method: "DELETE", path: pathOf(id) }, request)
  }

  /** Begins the run that waits. If one is on, that one is returned. */
  run(id: string, request?: RequestOptions): Promise<ScheduleRun> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/run` }, request)
  }

  /** Newest first, without the one that waits for its time. */
  runs(id: string, request?: RequestOptions): AsyncGenerator<ScheduleRun> {
    return pages(
      (cursor: string | undefined) => {
        const query = { cursor, limit: pageSize }
        return this.#transport.json<ScheduleRuns>({ path: `${pathOf(id)}/runs`, query }, request)
      },
      ({ runs }) => runs,
      ({ next }) => next
    )
  }

  /** What a run changed. */
  changes(id: string, run: string, request?: RequestOptions): AsyncGenerator<ContactChange> {
    const path = `${runPath(id, run)}/changes`
    return pages(
      (cursor: string | undefined) => {
        const query = { cursor, limit: pageSize }
        return this.#transport.json<ContactChanges>({ path, query }, request)
      },
      ({ changes }) => changes,
      ({ next }) => next
    )
  }

  /** What a run changed, as the bytes of a CSV. */
  changesCsv(
    id: string,
    run: string,
    request?: RequestOptions
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#transport.stream({ path: `${runPath(id, run)}/changes.csv` }, request)
  }

  /** Gives the sink what it had before the run, and returns the number of changes. Only `listmonk` can. */
  async takeBack(id: string, run: string, request?: RequestOptions): Promise<number> {
    const path = `${runPath(id, run)}/take-back`
    let count = 0
    for (let cursor: string | null | undefined; cursor !== null;) {
      const call = { method: "POST", path, query: { cursor }, isRepeatable: true } as const
      const { changes, next } = await this.#transport.json<TakenBack>(call, request)
      count += changes
      cursor = next
    }
    return count
  }
}
