/**
 * What the customers of a busy day do, all at once and for as long as it is asked for: checks of every kind,
 * lists, pages, sign-ins, and what goes wrong on their side. Each work is repeated after a pause of its own.
 */
import { connect } from "node:net"

import { RcptError } from "@rcpt/client"
import type { Rcpt } from "@rcpt/client"

/** The service and the person who signs in there. */
interface Visit {
  readonly port: number
  readonly owner: { readonly email: string; readonly password: string }
}

export interface Customer extends Visit {
  readonly client: Rcpt
  /** With a key that may manage webhooks and keys. */
  readonly manager: Rcpt
  readonly apiKey: string
}

export interface Work {
  readonly name: string
  /** How many do it at the same time. */
  readonly clients: number
  /** Milliseconds between its end and its next begin. */
  readonly pause: number
  /** `turn` counts over all clients, from 0. */
  readonly run: (customer: Customer, turn: number) => Promise<unknown>
}

/** So many that every cache has them all soon: what grows then is no cache. */
const domains = 500
const namesOfDomain = 40

const fastDomain = (n: number) => `d${String((n % domains) + 1).padStart(5, "0")}.lab.test`
/** Of manyDomains.ts: each with a mail host of its own. */
const deepDomain = (n: number) => `d${String((n % domains) + 1).padStart(5, "0")}quick.test`
const address = (n: number, domain: (n: number) => string) =>
  `name${Math.floor(n / domains) % namesOfDomain}@${domain(n)}`

const drain = async (stream: ReadableStream<Uint8Array>) => {
  for await (const part of stream) void part
}

const listOf = (rows: number, domain: (n: number) => string, from: number) => {
  const emails = Array.from({ length: rows }, (_, n) => address(from * rows + n, domain))
  return new Blob([`email,n\n${emails.map((email, n) => `${email},${n}`).join("\n")}\n`])
}

const url = ({ port }: Pick<Visit, "port">, path: string) =>
  `http://127.0.0.1:${port}/api/v1${path}`

const expectStatus = async (response: Response, expected: number) => {
  await response.arrayBuffer()
  if (response.status !== expected) throw new Error(`answered ${response.status}`)
}

/** A list from its upload to its removal, followed and read as the dashboard does. */
const list =
  (mode: "fast" | "deep", rows: number): Work["run"] =>
  async ({ client }, turn) => {
    const domain = mode === "deep" ? deepDomain : fastDomain
    const { id } = await client.jobs.create(listOf(rows, domain, turn), { mode })
    const { status } = await client.jobs.wait(id)
    if (status !== "complete") throw new Error(`the job is ${status}`)
    await client.jobs.facets(id)
    for await (const row of client.jobs.results(id, { search: "name1" })) {
      void row
      break
    }
    await drain(await client.jobs.download(id))
    await client.jobs.remove(id)
  }

const ofDashboard = { "sec-fetch-site": "same-origin", "content-type": "application/json" }

/** The cookie of a new session. */
const signIn = async (visit: Visit): Promise<string> => {
  const session = await fetch(url(visit, "/session"), {
    method: "POST",
    headers: ofDashboard,
    body: JSON.stringify(visit.owner)
  })
  await expectStatus(session, 200)
  return session.headers.get("set-cookie")?.split(";")[0] ?? ""
}

/** The first key of a service may not manage webhooks and keys; a person gives one that may. */
export const makeManagingKey = async (visit: Visit): Promise<string> => {
  const response = await fetch(url(visit, "/keys"), {
    method: "POST",
    headers: { ...ofDashboard, cookie: await signIn(visit) },
    body: JSON.stringify({ name: "soak", scopes: ["manage"] })
  })
  const body = (await response.json()) as { readonly key?: string; readonly message?: string }
  if (body.key === undefined) throw new Error(`no key: ${body.message}`)
  return body.key
}

const signInAndOut: Work["run"] = async (customer) => {
  const cookie = await signIn(customer)
  for (const path of ["/account", "/overview", "/usage", "/ledger/lines", "/account/security"])
    await expectStatus(await fetch(url(customer, path), { headers: { cookie } }), 200)
  const out = await fetch(url(customer, "/session"), {
    method: "DELETE",
    headers: { ...ofDashboard, cookie }
  })
  await expectStatus(out, 200)
}

/** A customer whose connection breaks in the middle of an upload. */
const brokenUpload: Work["run"] = ({ port, apiKey }) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" })
    socket.on("error", () => {})
    socket.once("close", resolve)
    const head = `POST /api/v1/verify/bulk HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n`
    const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\r\n`
    socket.write(head + part + "ann@acme.test\r\n".repeat(2_000), () =>
      setTimeout(() => socket.destroy(), 200)
    )
  })

const refused: Work["run"] = async (customer, turn) => {
  const key = { "x-api-key": customer.apiKey }
  const cases = [
    ["/verify", key, 400],
    ["/verify?email=ann@acme.test&mode=slow", key, 400],
    ["/verify?email=ann@acme.test", { "x-api-key": "rcpt_live_wrong" }, 401],
    ["/jobs/00000000-0000-0000-0000-000000000000", key, 404],
    ["/nothing", key, 404]
  ] as const
  const [path, headers, status] = cases[turn % cases.length]!
  await expectStatus(await fetch(url(customer, path), { headers }), status)
}

const readLedger: Work["run"] = async ({ client }) => {
  for await (const { id, type } of client.ledger.entries()) {
    await client.ledger.receipt(id)
    if (type === "charge") break
  }
}

const leaveStream: Work["run"] = async ({ client }, turn) => {
  const { id } = await client.jobs.create(listOf(3_000, fastDomain, turn))
  const leaving = AbortSignal.timeout(300)
  try {
    for await (const job of client.jobs.watch(id, { signal: leaving })) void job
  } catch {
    // Its own end, as it was asked for.
  }
  await client.jobs.cancel(id)
  await client.jobs.remove(id)
}

export const works: ReadonlyArray<Work> = [
  {
    name: "fast checks",
    clients: 8,
    pause: 100,
    run: async (customer, turn) => {
      const query = `?email=${address(turn, fastDomain)}`
      const headers = { "x-api-key": customer.apiKey }
      await expectStatus(await fetch(url(customer, `/verify${query}`), { headers }), 200)
    }
  },
  {
    name: "fast checks that are sent twice",
    clients: 2,
    pause: 200,
    run: async ({ client }, turn) => {
      const idempotencyKey = `soak-${turn}`
      const ask = () => client.verify(address(turn, fastDomain), {}, { idempotencyKey })
      const [one, other] = [await ask(), await ask()]
      if (one.checked_at !== other.checked_at) throw new Error("the replay is another answer")
    }
  },
  {
    name: "deep checks",
    clients: 4,
    pause: 200,
    run: ({ client }, turn) =>
      client.verify(address(turn, deepDomain), { mode: "deep", explain: turn % 2 === 0 })
  },
  {
    name: "batches",
    clients: 1,
    pause: 1_000,
    run: ({ client }, turn) =>
      client.verifyBatch(Array.from({ length: 50 }, (_, n) => address(turn * 50 + n, fastDomain)))
  },
  { name: "fast lists", clients: 1, pause: 5_000, run: list("fast", 2_000) },
  { name: "deep lists", clients: 1, pause: 10_000, run: list("deep", 200) },
  { name: "lists that are cancelled", clients: 1, pause: 10_000, run: leaveStream },
  { name: "receipts", clients: 1, pause: 1_000, run: readLedger },
  { name: "sign-ins and pages", clients: 1, pause: 5_000, run: signInAndOut },
  {
    name: "keys made and revoked",
    clients: 1,
    pause: 5_000,
    run: async ({ manager }, turn) => {
      const { id } = await manager.keys.create({ name: `soak ${turn}` })
      await manager.keys.revoke(id)
    }
  },
  { name: "refused requests", clients: 1, pause: 200, run: refused },
  { name: "uploads that break off", clients: 1, pause: 2_000, run: brokenUpload }
]

export interface WorkCount {
  readonly name: string
  done: number
  /** What went wrong, with how often. Nothing should. */
  readonly failures: Map<string, number>
}

const messageOf = (error: unknown): string =>
  error instanceof RcptError ? `${error.name}: ${error.message}` : String(error)

/** All works until this time, epoch milliseconds; each ends what it has begun. */
export const doWorks = async (
  customer: Customer,
  until: number
): Promise<ReadonlyArray<WorkCount>> => {
  const counts = works.map(({ name }): WorkCount => ({ name, done: 0, failures: new Map() }))
  const client = async ({ run, pause }: Work, count: WorkCount, turns: { next: number }) => {
    while (Date.now() < until) {
      try {
        await run(customer, turns.next++)
        count.done += 1
      } catch (error) {
        const message = messageOf(error)
        count.failures.set(message, (count.failures.get(message) ?? 0) + 1)
      }
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, Math.min(pause, until - Date.now())))
      )
    }
  }
  await Promise.all(
    works.flatMap((work, at) => {
      const turns = { next: 0 }
      return Array.from({ length: work.clients }, () => client(work, counts[at]!, turns))
    })
  )
  return counts
}
