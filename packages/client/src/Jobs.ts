/** Bulk jobs: a list is uploaded, verified in the background, followed and read. */
import type {
  BulkJob,
  JobFacets,
  JobResultRow,
  JobResultsPage,
  Message,
  UploadPrice
} from "./contract.ts"
import { Deadline, sleep } from "./Deadline.ts"
import { ConflictError, ConnectionError, RcptError } from "./RcptError.ts"
import { retryDelay } from "./retry.ts"
import { segment } from "./Transport.ts"
import type { RequestOptions, Transport } from "./Transport.ts"
import { uploadOf } from "./uploadOf.ts"
import type { ListSource } from "./uploadOf.ts"

/** Milliseconds. The service sends a comment every 15 s: after three without, nobody is there. */
const silenceMax = 45_000

/** The answer of `promise`, unless it is silent for too long. */
const unlessSilent = async <A>(promise: Promise<A>): Promise<A> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionError("the stream is silent")), silenceMax)
  })
  try {
    return await Promise.race([promise, silence])
  } finally {
    clearTimeout(timer)
  }
}

const dataOf = (event: string): string | undefined => {
  const lines = event.split("\n").filter((line) => line.startsWith("data:"))
  return lines.length === 0
    ? undefined
    : lines.map((line) => line.slice("data:".length).trimStart()).join("\n")
}

/**
 * The `data` of server-sent events (WHATWG HTML §9.2). It ends where the stream ends or breaks off; an event that is not
 * whole is dropped.
 */
async function* eventData(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ""
  try {
    for (;;) {
      const { done, value } = await unlessSilent(reader.read())
      if (done) return
      const events = (text + decoder.decode(value, { stream: true }))
        .replaceAll("\r\n", "\n")
        .split("\n\n")
      text = events.pop() ?? ""
      for (const event of events) {
        const data = dataOf(event)
        if (data !== undefined) yield data
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

export interface UploadOptions {
  /** Default `fast`. */
  readonly mode?: "fast" | "deep"
  /** `12h`, `30d`: results of the account that are not older are given again for 0 credits. Default: none is. */
  readonly maxAge?: string
  /** With `maxAge`: the service whose verdicts are in the list, such as `zerobounce`, or `none`. Default: found. */
  readonly import?: string
  /** The date of verdicts without one, such as `2026-11-28`. Without it these do not count. */
  readonly importDate?: string
  /** Default: that of a `File`, else `list.csv`. The download is named after it. */
  readonly filename?: string
}

type Status = "valid" | "risky" | "invalid" | "unknown"

export interface ResultsOptions {
  readonly status?: Status
  readonly subStatus?: string
  /** Only addresses that contain this text, ignoring case. */
  readonly search?: string
  /** Also what is otherwise only in the CSV, such as `sub_status`. */
  readonly details?: boolean
  /** Also the results of a job that is running, cancelled or failed, for the rows that have one. */
  readonly partial?: boolean
}

export interface DownloadOptions {
  readonly status?: Status | ReadonlyArray<Status>
  readonly subStatus?: string
  /** Also of a job that is running, cancelled or failed: the rows that have a result. */
  readonly partial?: boolean
  /** `xlsx`: an Excel workbook. Default `csv`. */
  readonly format?: "csv" | "xlsx"
}

export interface WaitOptions {
  readonly signal?: AbortSignal
  /** Milliseconds. Default: as long as it takes. */
  readonly timeout?: number
  readonly onProgress?: (job: BulkJob) => void
}

/** Rows per request, the service's maximum. */
const pageSize = 100

/** Streams that break off without an event, one after the other, before the last error is thrown. */
const breaksMax = 8

const finished: ReadonlySet<BulkJob["status"]> = new Set(["complete", "failed", "cancelled"])

export const isFinished = ({ status }: BulkJob): boolean => finished.has(status)

export class Jobs {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Holds the maximum cost of all rows and returns at once. Unused credits come back when the job ends. */
  async create(
    list: ListSource,
    options: UploadOptions = {},
    request?: RequestOptions
  ): Promise<BulkJob> {
    const form = await uploadOf(list, options)
    const query = { max_age: options.maxAge }
    return await this.#transport.json(
      { method: "POST", path: "/verify/bulk", query, form, hasKey: true },
      request
    )
  }

  /** The price of the list. Nothing is stored or charged. */
  async price(
    list: ListSource,
    options: UploadOptions = {},
    request?: RequestOptions
  ): Promise<UploadPrice> {
    const form = await uploadOf(list, options)
    const query = { dry_run: true, max_age: options.maxAge }
    return await this.#transport.json(
      { method: "POST", path: "/verify/bulk", query, form, isRepeatable: true },
      request
    )
  }

  /** Newest first. */
  async *list(options: { readonly limit?: number } = {}, request?: RequestOptions) {
    const query = { limit: options.limit }
    yield* await this.#transport.json<ReadonlyArray<BulkJob>>({ path: "/jobs", query }, request)
  }

  get(id: string, request?: RequestOptions): Promise<BulkJob> {
    return this.#transport.json({ path: `/jobs/${segment(id)}` }, request)
  }

  /** How many rows have which status and `sub_status`, also while it runs. */
  facets(id: string, request?: RequestOptions): Promise<JobFacets> {
    return this.#transport.json({ path: `/jobs/${segment(id)}/facets` }, request)
  }

  /** The job now, then whenever something changes, until it has finished. A broken stream is resumed. */
  async *watch(id: string, options: Omit<WaitOptions, "onProgress"> = {}): AsyncGenerator<BulkJob> {
    const deadline = new Deadline(options.timeout ?? Number.POSITIVE_INFINITY, options.signal)
    const { signal } = deadline
    const path = `/jobs/${segment(id)}/stream`
    try {
      for (let breaks = 0; ; breaks++) {
        try {
          for await (const data of eventData(await this.#transport.stream({ path }, { signal }))) {
            const job = JSON.parse(data) as BulkJob
            breaks = 0
            yield job
            if (isFinished(job)) return
          }
        } catch (error) {
          signal.throwIfAborted()
          const isOurs = error instanceof RcptError && !(error instanceof ConnectionError)
          if (isOurs || breaks >= breaksMax) throw error
        }
        if (breaks >= breaksMax) throw new ConnectionError("the stream ends before the job does")
        await sleep(retryDelay(breaks, undefined), signal)
      }
    } finally {
      deadline.clear()
    }
  }

  /** The job when it has finished: look at its `status`. */
  async wait(id: string, { onProgress, ...options }: WaitOptions = {}): Promise<BulkJob> {
    let last: BulkJob | undefined
    for await (const job of this.watch(id, options)) {
      last = job
      onProgress?.(job)
    }
    return last ?? (await this.get(id, options))
  }

  /** Rows that have a result stay charged, the rest is refunded. A job that has finished stays as it is. */
  async cancel(id: string, request?: RequestOptions): Promise<BulkJob> {
    await this.#transport.json<Message>(
      { method: "DELETE", path: `/jobs/${segment(id)}`, query: { keep: true }, isRepeatable: true },
      request
    )
    return await this.get(id, request)
  }

  /**
   * Lets a deep job end without waiting for its greylisted addresses: they are `greylisted`, at the price of a fast check.
   * A job that has finished stays as it is.
   */
  async finish(id: string, request?: RequestOptions): Promise<BulkJob> {
    const path = `/jobs/${segment(id)}/finish`
    await this.#transport.json<Message>({ method: "POST", path, isRepeatable: true }, request)
    return await this.get(id, request)
  }

  /** Deletes the rows and the upload of a finished job. Its charges stay in the ledger. */
  async remove(id: string, request?: RequestOptions): Promise<void> {
    if (!isFinished(await this.get(id, request)))
      throw new ConflictError("the job has not finished: cancel it first")
    const call = { method: "DELETE", path: `/jobs/${segment(id)}` } as const
    await this.#transport.json<Message>(call, request)
  }

  /**
   * All rows of a complete job; with `partial` those that have a result. While the job runs, a row that gets its
   * result between two pages can move another one to the next: for each row once, download.
   */
  async *results(
    id: string,
    { subStatus, ...options }: ResultsOptions = {},
    request?: RequestOptions
  ): AsyncGenerator<JobResultRow> {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = { ...options, sub_status: subStatus, page, page_size: pageSize }
      const path = `/jobs/${segment(id)}/results`
      const got = await this.#transport.json<JobResultsPage>({ path, query }, request)
      pages = got.total_pages
      yield* got.results
    }
  }

  /** The upload as it was, with the results beside it, as the bytes of a CSV or a workbook. */
  download(
    id: string,
    { status, subStatus, partial, format }: DownloadOptions = {},
    request?: RequestOptions
  ): Promise<ReadableStream<Uint8Array>> {
    const statuses = status && [status].flat().join(",")
    const query = { status: statuses, sub_status: subStatus, partial, format }
    return this.#transport.stream({ path: `/jobs/${segment(id)}/download`, query }, request)
  }
}
