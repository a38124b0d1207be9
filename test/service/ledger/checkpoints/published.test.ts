/** Checkpoints reach those who keep them: a webhook of the operator's, and NATS. */
import { createServer } from "node:http"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

import { subject } from "@rcpt/service/ledger/checkpoints/publishCheckpoints"
import { connect } from "@rcpt/service/platform/nats/Nats"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Effect, Schedule } from "effect"

import * as natsServer from "../../../support/natsServer.ts"
import { describeWith, natsServer as need } from "../../../support/needs.ts"
import * as service from "../../../support/service.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

const key = Buffer.alloc(checkpoint.seedOctets, "published").toString("base64")
const env = { RCPT_LEDGER_KEY: key, RCPT_CHECKPOINT_EVERY: "1s" }

interface Message {
  readonly type: string
  readonly data: { readonly size: number; readonly note: string }
}

interface Receiving {
  readonly url: string
  readonly got: Array<readonly [string, Message]>
  readonly server: Server
}

/** Answers the first requests with 503. */
const receiver = (failures: number) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<Receiving>((done) => {
          const got: Array<readonly [string, Message]> = []
          let left = failures
          const server = createServer((request, response) => {
            let body = ""
            request.on("data", (text) => (body += text))
            request.on("end", () => {
              if (left-- > 0) return void response.writeHead(503).end()
              got.push([String(request.headers["webhook-id"]), JSON.parse(body)])
              response.writeHead(204).end()
            })
          })
          server.listen(0, "127.0.0.1", () => {
            const { port } = server.address() as AddressInfo
            done({ url: `http://127.0.0.1:${port}/keep`, got, server })
          })
        })
    ),
    (made) => Effect.sync(() => void made.server.close())
  )

const until = (holds: () => boolean) =>
  Effect.repeat(Effect.sync(holds), {
    until: (is) => is,
    schedule: Schedule.spaced("100 millis")
  })

const keyOf = (running: service.Running) =>
  Effect.map(running.get("/api/v1/ledger/checkpoints"), ({ json }) =>
    checkpoint.parseVerifier(Object(json).keys[0])!
  )

describe("A new checkpoint", () => {
  it.live("is posted until it is taken, signed as everywhere, and each size once", function* () {
    const { url, got } = yield* receiver(2)
    const running = yield* service.start({
      lab: true,
      env: { ...env, RCPT_CHECKPOINT_WEBHOOK: url }
    })
    yield* until(() => got.length > 0)
    yield* running.get("/api/v1/verify?email=user1@plain.test")
    yield* until(() => got.length > 1)
    const verifier = yield* keyOf(running)
    for (const [id, { type, data }] of got) {
      assert.strictEqual(type, "ledger.checkpoint")
      assert.strictEqual(id, `checkpoint-${data.size}`)
      assert.isTrue(checkpoint.isSignedBy(data.note, verifier))
    }
    const sizes = got.map(([, { data }]) => data.size)
    assert.deepStrictEqual(
      sizes,
      [...new Set(sizes)].toSorted((a, b) => a - b)
    )
  })
})

describeWith(need, "On NATS, a new checkpoint", () => {
  it.live("is a message of its own subject", function* () {
    const nats = yield* natsServer.started()
    const got: Array<Message> = []
    const listener = yield* Effect.promise(() => connect({ servers: nats.url }))
    listener.subscribe(subject, {
      callback: (_, message) => void got.push(JSON.parse(message.string()))
    })
    yield* Effect.promise(() => listener.flush())
    const running = yield* service.start({ lab: true, env: { ...env, RCPT_NATS_URL: nats.url } })
    yield* until(() => got.length > 0)
    assert.isTrue(checkpoint.isSignedBy(got[0]!.data.note, yield* keyOf(running)))
    yield* Effect.promise(() => listener.close())
  })
})
