/** Lists as programs have them, and jobs that are followed over a connection that breaks. */
import { Effect } from "effect"

import { Rcpt, TimeoutError, ValidationError } from "../../packages/client/src/Rcpt.ts"
import type { ListSource } from "../../packages/client/src/Rcpt.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { scripted } from "./scripted.ts"
import type { Line } from "./scripted.ts"

const csv = "email\nann@acme.test\n"
const bytes = new TextEncoder().encode(csv)

const sources: ReadonlyArray<readonly [name: string, source: () => ListSource]> = [
  ["a string", () => csv],
  ["a Blob", () => new Blob([csv])],
  ["bytes", () => bytes],
  ["an ArrayBuffer", () => bytes.buffer],
  ["a stream", () => new Blob([csv]).stream()],
  ["an iterable of bytes", () => [bytes.slice(0, 5), bytes.slice(5)]],
  [
    "an async iterable of strings",
    async function* () {
      yield csv.slice(0, 9)
      yield csv.slice(9)
    }
  ]
]

/** One byte more than an upload may have, in chunks. */
async function* tooMuch() {
  for (let chunk = 0; chunk < 32; chunk++) yield new Uint8Array(1024 * 1024)
  yield new Uint8Array(1)
}

const client = (url: string, timeout = 30_000) =>
  new Rcpt({ apiKey: "key", baseUrl: `${url}/api/v1/`, timeout })

const job = { id: "1", status: "complete" }

describe("A list that is uploaded", () => {
  for (const [name, source] of sources)
    it.live(`may be ${name}`, function* () {
      const { url, seen } = yield* scripted([[201, job]])
      const options = { filename: "a.csv", mode: "deep" } as const
      yield* Effect.promise(() => client(url).jobs.create(source(), options))
      const [{ url: path, body } = { url: "", body: "" }] = seen
      assert.strictEqual(path, "/api/v1/verify/bulk")
      assert.include(body, `name="mode"\r\n\r\ndeep\r\n`)
      assert.match(
        body,
        /name="file"; filename="a\.csv"\r\nContent-Type: [^\r]+\r\n\r\nemail\nann@acme\.test\n\r\n/
      )
    })

  it.live("is named after its file", function* () {
    const { url, seen } = yield* scripted([[201, job]])
    yield* Effect.promise(() => client(url).jobs.create(new File([csv], "customers.csv")))
    assert.include(seen[0]?.body, 'filename="customers.csv"')
  })

  it.live("is refused before it is sent where it is too large", function* () {
    const { url, seen } = yield* scripted([[201, job]])
    const error = yield* Effect.promise(() =>
      client(url)
        .jobs.create(tooMuch())
        .catch((e) => e)
    )
    assert.instanceOf(error, ValidationError)
    assert.strictEqual(error.field, "file")
    assert.strictEqual(seen.length, 0)
  })
})

const event = (status: string, processed: number) =>
  `id: ${processed}\ndata: ${JSON.stringify({ id: "1", status, processed_rows: processed })}\n\n`
const stream = (...events: ReadonlyArray<string>): Line => [
  200,
  events.join(": still there\n\n"),
  { "content-type": "text/event-stream" }
]

describe("A job that is followed", () => {
  it.live("goes on after its stream ended early, broke, or was refused", function* () {
    const { url, seen } = yield* scripted([
      stream(event("pending", 0), event("processing", 1)),
      "reset",
      [503, { error: "busy" }, { "retry-after": "0" }],
      stream(event("processing", 2), event("complete", 3))
    ])
    const progress: Array<number> = []
    const onProgress = (one: { readonly processed_rows: number }) =>
      void progress.push(one.processed_rows)
    const ended = yield* Effect.promise(() => client(url).jobs.wait("1", { onProgress }))
    assert.strictEqual(ended.status, "complete")
    assert.deepStrictEqual(progress, [0, 1, 2, 3])
    assert.strictEqual(seen.length, 4)
  })

  it.live("is left at the caller's timeout", function* () {
    const { url } = yield* scripted([stream(event("processing", 1))])
    const waiting = client(url).jobs.wait("1", { timeout: 300 })
    const error = yield* Effect.promise(() => waiting.catch((e) => e))
    assert.instanceOf(error, TimeoutError)
  })

  it.live("is left when the caller aborts, with the caller's reason", function* () {
    const { url } = yield* scripted(["silent"])
    const controller = new AbortController()
    const waiting = client(url).jobs.wait("1", { signal: controller.signal })
    controller.abort("enough")
    assert.strictEqual(yield* Effect.promise(() => waiting.catch((e) => e)), "enough")
  })
})

describe("Pages", () => {
  it.live("are asked for one after the other, as far as they are used", function* () {
    const { url, seen } = yield* scripted([
      [200, { entries: [{ id: "3-1" }, { id: "2-1" }], next: "2-1" }],
      [200, { entries: [{ id: "1-1" }], next: null }]
    ])
    const entered = client(url).ledger.entries({ type: "charge" })
    assert.strictEqual((yield* Effect.promise(() => entered.next())).value?.id, "3-1")
    assert.strictEqual(seen.length, 1)
    yield* Effect.promise(() => entered.next())
    assert.strictEqual((yield* Effect.promise(() => entered.next())).value?.id, "1-1")
    assert.isTrue((yield* Effect.promise(() => entered.next())).done)
    assert.deepStrictEqual(
      seen.map((one) => one.url),
      ["/api/v1/ledger?type=charge&limit=100", "/api/v1/ledger?type=charge&cursor=2-1&limit=100"]
    )
  })
})
