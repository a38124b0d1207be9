/** `RCPT_PROCESSES`: one service of several real processes, which are killed and stopped. */
import { connect, createServer } from "node:net"
import type { AddressInfo, Server } from "node:net"

import { PgClient } from "@effect/sql-pg"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect } from "vitest"

import { postmasterOf } from "../start/world.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { it } from "../support/vitest.ts"
import { clients, connectionsOf, runs, workersOf } from "./workers.ts"

const processes = 3
const credits = 1_000

/** With more, each process has some for certain. */
const clientsOf = (running: service.Running) => clients(4 * processes, running)

const start = (more: service.Options = {}) =>
  service.start({ lab: true, credits, ...more, env: { RCPT_PROCESSES: String(processes) } })

/** Longer than a worker needs to start on a machine under load. */
const untilTrue = (holds: Effect.Effect<boolean>) =>
  holds.pipe(
    Effect.repeat({ until: (held) => held, schedule: Schedule.spaced("100 millis") }),
    Effect.timeout("60 seconds")
  )

const eventually = (holds: () => Promise<boolean> | boolean) =>
  untilTrue(Effect.promise(async () => await holds()))

/** A port that another program has. */
const listening = Effect.acquireRelease(
  Effect.callback<Server>((resume) => {
    const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) => Effect.sync(() => server.close())
).pipe(Effect.map((server) => server.address() as AddressInfo))

const inDatabase = <A, E>(url: string, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(
    effect,
    Layer.fresh(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))
  )

const credit = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly available: number; readonly held: number; readonly charged: number }>`
    select (select sum(available)::int from es.account) as available,
      coalesce(sum(credits - charged - refunded), 0)::int as held,
      coalesce(sum(charged), 0)::int as charged
    from es.hold`
).pipe(Effect.map(([row]) => row!))

const deep = (n: number) =>
  `/api/v1/verify?mode=deep&email=ann@d${String(n).padStart(5, "0")}.lab.test`

/** Its mail server takes three seconds to greet. */
const slow = (n: number) => `/api/v1/verify?mode=deep&email=ann${n}@lategreeting.faults.test`

const statuses = (responses: ReadonlyArray<{ readonly status: number } | undefined>) =>
  new Set(responses.map((response) => response?.status))

describe("A service of three processes", () => {
  it.live("shares one port and the work, and charges once for each answer", () =>
    Effect.gen(function* () {
      const running = yield* start()
      const all = yield* clientsOf(running)
      // Each deep check goes to the actors of its domain and mail host, wherever they are.
      const responses = yield* Effect.promise(() =>
        Promise.all(all.map((client, n) => client.ask(deep(n))))
      )
      expect(statuses(responses)).toEqual(new Set([200]))
      const workers = workersOf(running.pid)
      expect(workers).toHaveLength(processes)
      for (const pid of workers) expect(connectionsOf(pid, running.base)).toBeGreaterThan(0)
      const used = responses.map((response) => JSON.parse(response!.text).credits_used)
      const charged = used.reduce((sum, one) => sum + one, 0)
      const sums = yield* inDatabase(running.databaseUrl!, credit)
      expect(sums).toEqual({ available: credits - charged, held: 0, charged })
      expect(yield* inDatabase(running.databaseUrl!, contradictions)).toEqual([])
    }).pipe(Effect.scoped)
  )

  it.live("loses only the requests of a worker that is killed, and starts it again", () =>
    Effect.gen(function* () {
      const running = yield* start()
      const all = yield* clientsOf(running)
      yield* Effect.promise(() => Promise.all(all.map((client) => client.ask("/healthz"))))
      const [victim] = workersOf(running.pid)
      const lost = connectionsOf(victim!, running.base)
      const during = Effect.promise(() => Promise.all(all.map((client, n) => client.ask(slow(n)))))
      const kill = Effect.sync(() => process.kill(victim!, "SIGKILL")).pipe(
        Effect.delay("300 millis")
      )
      const [responses] = yield* Effect.all([during, kill], { concurrency: 2 })
      expect(responses.filter((response) => response === undefined)).toHaveLength(lost)
      expect(statuses(responses.filter((response) => response !== undefined))).toEqual(
        new Set([200])
      )
      // The turns go on among the others at once.
      const fresh = yield* clientsOf(running)
      const next = yield* Effect.promise(() =>
        Promise.all(fresh.map((client, n) => client.ask(deep(n))))
      )
      expect(statuses(next)).toEqual(new Set([200]))
      yield* eventually(() => workersOf(running.pid).length === processes)
      // New clients each time: those that reconnected before it was ready stay with the others.
      yield* untilTrue(
        Effect.gen(function* () {
          const newcomers = yield* clientsOf(running)
          yield* Effect.promise(() =>
            Promise.all(newcomers.map((client) => client.ask("/healthz")))
          )
          return workersOf(running.pid).every((pid) => connectionsOf(pid, running.base) > 0)
        }).pipe(Effect.scoped)
      )
      expect(workersOf(running.pid)).not.toContain(victim)
      // What the dead one held is refunded when the hold expires.
      const sums = yield* inDatabase(running.databaseUrl!, credit)
      expect(sums.available + sums.held + sums.charged).toBe(credits)
      expect(yield* inDatabase(running.databaseUrl!, contradictions)).toEqual([])
    }).pipe(Effect.scoped)
  )

  it.live("closes the connection that a frozen worker was handed when it is killed", () =>
    Effect.gen(function* () {
      const running = yield* start()
      const [frozen] = workersOf(running.pid)
      process.kill(frozen!, "SIGSTOP")
      let closed = 0
      const sockets = Array.from({ length: 4 * processes }, () =>
        connect(Number(new URL(running.base).port), "127.0.0.1")
      )
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => sockets.forEach((socket) => socket.destroy()))
      )
      const responses = sockets.map((socket) => {
        let text = ""
        socket.on("data", (data) => (text += data))
        socket.on("error", () => {})
        socket.on("close", () => (closed += 1))
        socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        return () => text
      })
      const waiting = () => responses.filter((text) => text() === "").length
      // It was handed one, and no other connection waits for it.
      yield* eventually(() => waiting() === 1)
      process.kill(frozen!, "SIGKILL")
      yield* eventually(() => closed === 1)
      expect(waiting()).toBe(1)
    }).pipe(Effect.scoped)
  )

  for (const signal of ["SIGTERM", "SIGINT"] as const)
    it.live(`finishes what is in flight in all of them on ${signal}`, () =>
      Effect.gen(function* () {
        const running = yield* start()
        const all = yield* clientsOf(running)
        const workers = workersOf(running.pid)
        // One mailbox: the mail host is asked in few sessions at a time, and those of more would last longer than a
        // stop waits for them (`drainWaitMax`).
        const responses = Effect.promise(() =>
          Promise.all(all.map((client) => client.ask(slow(1))))
        )
        const stop = Effect.delay(running.kill(signal), "500 millis")
        const [answered, end] = yield* Effect.all([responses, stop], { concurrency: 2 })
        expect(statuses(answered)).toEqual(new Set([200]))
        expect(end).toEqual({ code: 0, signal: null })
        expect(workers.filter(runs)).toEqual([])
        expect(running.output()).not.toContain("has ended by itself")
        const sums = yield* inDatabase(running.databaseUrl!, credit)
        expect(sums.held).toBe(0)
      }).pipe(Effect.scoped)
    )

  it.live("keeps its actors until the last request is answered, also in idle processes", () =>
    Effect.gen(function* () {
      const running = yield* start()
      // One connection, so one worker; the domain's actors are most likely in the other two.
      const [client] = yield* clients(1, running)
      const response = Effect.promise(() => client!.ask(slow(0)))
      const stop = Effect.delay(running.kill("SIGTERM"), "500 millis")
      const [answered, end] = yield* Effect.all([response, stop], { concurrency: 2 })
      expect(answered?.status).toBe(200)
      expect(JSON.parse(answered!.text).smtp.checked).toBe(true)
      expect(end.code).toBe(0)
    }).pipe(Effect.scoped)
  )

  it.live("does not start where the port is taken, and says so once", () =>
    Effect.gen(function* () {
      const { port } = yield* listening
      const cause = yield* start({ port }).pipe(Effect.catchDefect(Effect.succeed))
      const output = String(cause)
      expect(output.split("The service cannot listen: another program")).toHaveLength(2)
      expect(output).toContain("RCPT_PORT")
    }).pipe(Effect.scoped)
  )

  it.live("leaves neither a worker nor its Postgres behind when the supervisor is killed", () =>
    Effect.gen(function* () {
      const dataDir = yield* tempFolder()
      const running = yield* start({ dataDir })
      const workers = workersOf(running.pid)
      expect(workers.filter(runs)).toHaveLength(processes)
      expect(postmasterOf(dataDir)).toBeDefined()
      yield* running.kill("SIGKILL")
      yield* eventually(() => workers.filter(runs).length === 0)
      yield* eventually(() => postmasterOf(dataDir) === undefined)
    }).pipe(Effect.scoped)
  )
})
