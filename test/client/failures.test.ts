/** What both clients make of a service that fails: the same script, the same outcome. */
import { join } from "node:path"

import { Effect } from "effect"

import { Rcpt, RcptError } from "../../packages/client/src/Rcpt.ts"
import { describeWith, python } from "../support/needs.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { printed, root } from "./packed.ts"
import { scripted } from "./scripted.ts"
import type { Line } from "./scripted.ts"

type Method = "verify" | "createKey" | "upload" | "cancel" | "remove"

/** The error's class without its language's own suffix, with what it tells; or the answer. */
type Outcome = Readonly<Record<string, unknown>>

interface Client {
  readonly call: (url: string, method: Method, timeout: number) => Effect.Effect<Outcome>
}

const javascript: Client = {
  call: (url, method, timeout) =>
    Effect.promise(async () => {
      const rcpt = new Rcpt({ apiKey: "key", baseUrl: url, timeout })
      const calls: Readonly<Record<Method, () => Promise<unknown>>> = {
        verify: () => rcpt.verify("a@b.test", {}, { idempotencyKey: undefined }),
        createKey: () => rcpt.keys.create({ name: "k" }),
        upload: () => rcpt.jobs.create("email\na@b.test\n"),
        cancel: () => rcpt.jobs.cancel("1"),
        remove: () => rcpt.jobs.remove("1")
      }
      try {
        return { answer: await calls[method]() }
      } catch (error) {
        if (!(error instanceof RcptError)) throw error
        const { name, status, code, requestId, retryAfter, message } = error
        const field: unknown = Reflect.get(error, "field")
        return { name, status, code, requestId, retryAfter, message, field }
      }
    })
}

/** Names of Python's own exceptions are taken. */
const names: Readonly<Record<string, string>> = {
  PermissionDeniedError: "PermissionError",
  ConnectionFailedError: "ConnectionError",
  TimedOutError: "TimeoutError"
}

const program = `
import json, sys
from rcpt import Rcpt, RcptError
url, method, timeout = sys.argv[1:]
rcpt = Rcpt("key", url, timeout=float(timeout))
calls = {
    "verify": lambda: rcpt.verify("a@b.test"),
    "createKey": lambda: rcpt.keys.create("k"),
    "upload": lambda: rcpt.jobs.create("email\\na@b.test\\n"),
    "cancel": lambda: rcpt.jobs.cancel("1"),
    "remove": lambda: rcpt.jobs.remove("1"),
}
try:
    print(json.dumps({"answer": calls[method]()}))
except RcptError as e:
    print(json.dumps({"name": type(e).__name__, "status": e.status, "code": e.code, "requestId": e.request_id,
        "retryAfter": e.retry_after, "message": e.message, "field": getattr(e, "field", None)}))
`

const inPython: Client = {
  call: (url, method, timeout) =>
    Effect.map(
      printed("python3", ["-c", program, url, method, String(timeout / 1_000)], {
        cwd: join(root, "packages/client/python"),
        env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" }
      }),
      ([line = "{}"]): Outcome => {
        const { name, ...outcome }: Outcome = JSON.parse(line)
        return { ...outcome, ...(typeof name === "string" && { name: names[name] ?? name }) }
      }
    )
}

const ok: Line = [200, { id: "1", status: "complete" }]
const error = (sentence: string) => ({ error: sentence })
const now = { "retry-after": "0" }

interface Row {
  readonly says: string
  readonly method?: Method
  readonly script: ReadonlyArray<Line>
  readonly outcome: Outcome
  /** How many requests there were. */
  readonly asked: number
  /** Milliseconds. */
  readonly timeout?: number
}

const answered = { answer: ok[1] }

const rows: ReadonlyArray<Row> = [
  {
    says: "asks again after 429",
    script: [[429, error("x"), now], ok],
    outcome: answered,
    asked: 2
  },
  {
    says: "asks again after 503",
    script: [[503, error("x"), now], ok],
    outcome: answered,
    asked: 2
  },
  {
    says: "asks again after 409",
    script: [[409, error("x"), now], ok],
    outcome: answered,
    asked: 2
  },
  {
    says: "asks again when the connection breaks",
    script: ["reset", ok],
    outcome: answered,
    asked: 2
  },
  {
    says: "asks again when the answer is no JSON",
    script: [[200, "<html>"], ok],
    outcome: answered,
    asked: 2
  },
  {
    says: "uploads again",
    method: "upload",
    script: [
      [502, "<html>", now],
      [200, ok[1]]
    ],
    outcome: answered,
    asked: 2
  },
  {
    says: "does not make a second key when the first answer is lost",
    method: "createKey",
    script: ["reset", ok],
    outcome: { name: "ConnectionError", status: undefined },
    asked: 1
  },
  {
    says: "makes a key after it was refused by the rate limit",
    method: "createKey",
    script: [[429, error("x"), now], ok],
    outcome: answered,
    asked: 2
  },
  {
    says: "does not remove again what may be removed already",
    method: "remove",
    script: [ok, [503, error("busy"), now], ok],
    outcome: { name: "ServerError", status: 503 },
    asked: 2
  },
  {
    says: "cancels again, as that removes nothing",
    method: "cancel",
    script: [[503, error("busy"), now], [200, { message: "m" }], ok],
    outcome: answered,
    asked: 3
  },
  {
    says: "gives up after four more attempts",
    script: [[503, error("busy"), now]],
    outcome: { name: "ServerError", status: 503, message: "busy" },
    asked: 5
  },
  {
    says: "does not wait longer than its caller",
    script: [[429, error("rate limit exceeded"), { "retry-after": "60" }]],
    outcome: { name: "RateLimitError", status: 429, retryAfter: 60 },
    asked: 1,
    timeout: 5_000
  },
  {
    says: "waits for a database that is away as long as the service says",
    script: [[503, error("x"), { "retry-after": "60", "x-error-code": "unavailable" }]],
    outcome: { name: "ServerError", status: 503, code: "unavailable", retryAfter: 60 },
    asked: 1,
    timeout: 5_000
  },
  {
    says: "ends at its timeout",
    script: ["silent"],
    outcome: { name: "TimeoutError", status: undefined },
    asked: 1,
    timeout: 500
  },
  {
    says: "does not follow a redirect with its key",
    script: [[302, "", { location: "http://127.0.0.1:9/" }]],
    outcome: { name: "RcptError", status: 302 },
    asked: 1
  },
  ...(
    [
      [400, "ValidationError"],
      [401, "AuthenticationError"],
      [402, "InsufficientCreditsError"],
      [403, "PermissionError"],
      [404, "NotFoundError"],
      [422, "ConflictError"]
    ] as const
  ).map(([status, name]): Row => ({
    says: `names ${status} ${name}`,
    script: [
      [status, error("email must not be blank"), { "x-error-code": "c", "x-request-id": "r" }]
    ],
    outcome: {
      name,
      status,
      code: "c",
      requestId: "r",
      message: "email must not be blank",
      ...(status === 400 && { field: "email" })
    },
    asked: 1
  }))
]

const suite = ({ call }: Client) => {
  for (const { says, method = "verify", script, outcome, asked, timeout = 30_000 } of rows)
    it.live(says, function* () {
      const { url, seen } = yield* scripted(script)
      const got = yield* call(url, method, timeout)
      const wanted = Object.entries(outcome).filter(([, value]) => value !== undefined)
      assert.deepInclude(got, Object.fromEntries(wanted), JSON.stringify(got))
      assert.strictEqual(seen.length, asked)
      for (const { headers } of seen) assert.strictEqual(headers["x-api-key"], "key")
    })

  it.live(
    "keeps one Idempotency-Key for all attempts of a call, and none for two calls",
    function* () {
      const { url, seen } = yield* scripted([[503, error("x"), now], ok])
      yield* call(url, "verify", 30_000)
      yield* call(url, "verify", 30_000)
      const keys = seen.map(({ headers }) => headers["idempotency-key"])
      assert.strictEqual(keys.length, 3)
      assert.match(String(keys[0]), /^[\da-f-]{36}$/)
      assert.strictEqual(keys[0], keys[1])
      assert.notStrictEqual(keys[1], keys[2])
    }
  )
}

describe("The JavaScript client", () => suite(javascript))
describeWith(python, "The Python client", () => suite(inPython))
