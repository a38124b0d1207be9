/** How a probe of a broken server has to end: in time, with nothing left open, with this status. */
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { Socket } from "node:net"

import type { SmtpChecked } from "@rcpt/domain/Smtp"
import { Clock, Effect } from "effect"

import { assert, it } from "../../support/vitest.ts"
import { evidence } from "../judge/evidence.ts"
import { checked, probe } from "./probing.ts"
import { mailWorld } from "./smtpWorld.ts"
import type { Script } from "./smtpWorld.ts"

const totalMillis = 1_500
/** DNS, a busy machine, and the timeouts that end just before `total`. */
const graceMillis = 700

type Expected = readonly [status: SmtpChecked["status"], subReason?: SmtpChecked["subReason"]]
export type FaultRow = readonly [title: string, script: Script, ...expected: Expected]

const until = (holds: () => boolean, patienceMillis: number) =>
  Effect.gen(function* () {
    const end = (yield* Clock.currentTimeMillis) + patienceMillis
    while (!holds() && (yield* Clock.currentTimeMillis) < end) yield* Effect.sleep("10 millis")
    return holds()
  })

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length

/** Every client socket that is made while the effect runs. */
const watchingSockets = Effect.acquireRelease(
  Effect.sync(() => {
    const sockets: Array<Socket> = []
    const onSocket = (message: unknown): void => {
      if (typeof message !== "object" || message === null || !("socket" in message)) return
      if (message.socket instanceof Socket) sockets.push(message.socket)
    }
    subscribe("net.client.socket", onSocket)
    return { sockets, onSocket }
  }),
  ({ onSocket }) => Effect.sync(() => unsubscribe("net.client.socket", onSocket))
)

/** One test per row. */
export const testRows = (rows: ReadonlyArray<FaultRow>) => {
  for (const [title, script, status, subReason] of rows) {
    it.live(`${title} → ${status}${subReason === undefined ? "" : `, ${subReason}`}`, function* () {
      const world = yield* mailWorld({ "mx.x.test": script })
      const { sockets } = yield* watchingSockets
      const timersBefore = timers()
      const startedAt = yield* Clock.currentTimeMillis
      const smtp = checked(yield* probe(world, evidence()))
      const took = (yield* Clock.currentTimeMillis) - startedAt

      assert.deepStrictEqual([smtp.status, smtp.subReason], [status, subReason])
      assert.isBelow(took, totalMillis + graceMillis)
      assert.isAbove(sockets.length, 0)
      const isClosed = yield* until(() => sockets.every(({ destroyed }) => destroyed), 600)
      assert.isTrue(isClosed, "a socket is left open")
      if (!title.includes("drip")) {
        assert.isTrue(yield* until(() => timers() <= timersBefore + 1, 600), "a timer is left")
      }
    })
  }
}
