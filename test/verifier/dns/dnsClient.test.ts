/** Name servers that are silent, forge answers, cut them, or cannot be reached. */
import { createSocket } from "node:dgram"

import { DnsClient } from "@rcpt/verifier/dns/DnsClient"
import { recordKinds } from "@rcpt/verifier/dns/message"
import { decode, encode } from "dns-packet"
import type { Packet } from "dns-packet"
import { Effect } from "effect"
import type { Scope } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"

/** What a server sends for a question: any number of messages. */
type Script = (question: Buffer) => ReadonlyArray<Buffer>

interface Server {
  readonly address: string
  asked: number
  /** The ports that questions came from. */
  readonly ports: Set<number>
}

const serve = (script: Script): Effect.Effect<Server, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<{ server: Server; close: () => void }>((resume) => {
        const socket = createSocket("udp4")
        socket.bind(0, "127.0.0.1", () => {
          const { port } = socket.address()
          const server: Server = { address: `127.0.0.1:${port}`, asked: 0, ports: new Set() }
          socket.on("message", (question, from) => {
            server.asked += 1
            server.ports.add(from.port)
            for (const message of script(question)) socket.send(message, from.port, from.address)
          })
          resume(Effect.succeed({ server, close: () => socket.close() }))
        })
      }),
      ({ close }) => Effect.sync(close)
    ),
    ({ server }) => server
  )

const answerTo = (question: Buffer, ip: string, changes: Packet = {}): Buffer => {
  const { id = 0, questions = [] } = decode(question)
  const name = questions[0]?.name ?? ""
  return encode({
    id,
    type: "response",
    questions,
    answers: [{ type: "A", name, data: ip }],
    ...changes
  })
}

const clientOf = (...servers: ReadonlyArray<Server | string>) =>
  Effect.acquireRelease(
    Effect.sync(
      () => new DnsClient(servers.map((one) => (typeof one === "string" ? one : one.address)))
    ),
    (client) => Effect.sync(() => client.close())
  )

const ask = (client: DnsClient, name: string) =>
  Effect.callback<unknown>((resume) => {
    client.ask(recordKinds.a, name, (answer) => resume(Effect.succeed(answer)))
  })

const found = { _tag: "Found", records: ["192.0.2.1"] }
const good: Script = (question) => [answerTo(question, "192.0.2.1")]

/** Nobody listens there. */
const nobody = "127.0.0.1:1"

describe("The client", () => {
  it.live("takes no answer but the one to its question", () =>
    Effect.gen(function* () {
      const server = yield* serve((question) => {
        const { id = 0 } = decode(question)
        const forged = "203.0.113.1"
        return [
          Buffer.from("x"),
          answerTo(question, forged, { id: (id + 1) & 0xffff }),
          answerTo(question, forged, { questions: [{ type: "A", name: "other.test" }] }),
          answerTo(question, forged, { questions: [{ type: "AAAA", name: "acme.test" }] }),
          question,
          answerTo(question, "192.0.2.1"),
          answerTo(question, forged)
        ]
      })
      assert.deepStrictEqual(yield* ask(yield* clientOf(server), "acme.test"), found)
    }).pipe(Effect.scoped)
  )

  it.live("asks the next server when one is silent, and that one first from then on", () =>
    Effect.gen(function* () {
      const [silent, answering] = [yield* serve(() => []), yield* serve(good)]
      const client = yield* clientOf(silent, answering)
      assert.deepStrictEqual(yield* ask(client, "a.test"), found)
      assert.deepStrictEqual(yield* ask(client, "b.test"), found)
      assert.deepStrictEqual([silent.asked, answering.asked], [1, 2])
    }).pipe(Effect.scoped)
  )

  it.live("asks the next server at once when nobody listens at one", () =>
    Effect.gen(function* () {
      const startedAt = performance.now()
      assert.deepStrictEqual(
        yield* ask(yield* clientOf(nobody, yield* serve(good)), "a.test"),
        found
      )
      assert.isBelow(performance.now() - startedAt, 900)
    }).pipe(Effect.scoped)
  )

  const refusal = (rcode: number) => (question: Buffer) => {
    const message = answerTo(question, "203.0.113.1", { answers: [] })
    message[3] = (message[3]! & 0xf0) | rcode
    return message
  }

  it.live.each([
    ["SERVFAIL", 2],
    ["NOTIMP", 4],
    ["REFUSED", 5]
  ] as const)("asks the next server when one answers %s, and says so if all do", ([why, rcode]) =>
    Effect.gen(function* () {
      const refuse: Script = (question) => [refusal(rcode)(question)]
      const [refusing, other] = [yield* serve(refuse), yield* serve(refuse)]
      const client = yield* clientOf(refusing, yield* serve(good))
      assert.deepStrictEqual(yield* ask(client, "a.test"), found)
      const refused = { _tag: "Unanswered", why }
      assert.deepStrictEqual(yield* ask(yield* clientOf(refusing, other), "a.test"), refused)
      assert.strictEqual(other.asked, 1)
      // It does not rest: it may know the next name.
      assert.deepStrictEqual(yield* ask(client, "b.test"), found)
      assert.strictEqual(refusing.asked, 3)
    }).pipe(Effect.scoped)
  )

  it.live(
    "asks for answers of 1,232 octets, and without that where a server does not know it",
    () =>
      Effect.gen(function* () {
        const sizes: Array<number | undefined> = []
        const server = yield* serve((question) => {
          const opt = decode(question).additionals?.find(({ type }) => type === "OPT")
          sizes.push(opt === undefined ? undefined : Object(opt).udpPayloadSize)
          return [opt === undefined ? answerTo(question, "192.0.2.1") : refusal(1)(question)]
        })
        assert.deepStrictEqual(yield* ask(yield* clientOf(server), "a.test"), found)
        assert.deepStrictEqual(sizes, [1_232, undefined])
      }).pipe(Effect.scoped)
  )

  it.live("gives up at once where nobody listens at all", () =>
    Effect.gen(function* () {
      const answer = yield* ask(yield* clientOf(nobody), "a.test")
      assert.deepStrictEqual(answer, { _tag: "Unanswered", why: "ECONNREFUSED" })
      const client = yield* clientOf(nobody)
      const startedAt = performance.now()
      const many = Array.from({ length: 50 }, (_, n) =>
        Effect.delay(ask(client, `${n}.test`), n % 5)
      )
      const answers = yield* Effect.all(many, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        answers,
        many.map(() => ({ _tag: "Unanswered", why: "ECONNREFUSED" }))
      )
      assert.isBelow(performance.now() - startedAt, 900)
    }).pipe(Effect.scoped)
  )

  it.live("says that an answer is malformed, and goes on", () =>
    Effect.gen(function* () {
      const server = yield* serve((question) => {
        const whole = answerTo(question, "192.0.2.1")
        return [
          decode(question).questions?.[0]?.name === "cut.test" ? whole.subarray(0, -1) : whole
        ]
      })
      const client = yield* clientOf(server)
      assert.deepStrictEqual(yield* ask(client, "cut.test"), {
        _tag: "Unanswered",
        why: "malformed"
      })
      assert.deepStrictEqual(yield* ask(client, "a.test"), found)
    }).pipe(Effect.scoped)
  )

  it.live("never asks for hidden services", () =>
    Effect.gen(function* () {
      const server = yield* serve(good)
      assert.deepStrictEqual(yield* ask(yield* clientOf(server), "acme.onion"), {
        _tag: "NoDomain"
      })
      assert.strictEqual(server.asked, 0)
    }).pipe(Effect.scoped)
  )

  it.live("ends what it has asked when it is closed", () =>
    Effect.gen(function* () {
      const client = new DnsClient([(yield* serve(() => [])).address])
      const answers: Array<unknown> = []
      for (const name of ["a.test", "b.test"])
        client.ask(recordKinds.a, name, (answer) => answers.push(answer))
      client.close()
      const closed = { _tag: "Unanswered", why: "closed" }
      assert.deepStrictEqual(answers, [closed, closed])
    }).pipe(Effect.scoped)
  )

  it("refuses a mistyped server", () => {
    assert.throws(() => new DnsClient(["dns.test"]))
  })
})
