/** The worker's end of the channel: it asks its supervisor for its role, and takes it. */
import { Effect, Redacted } from "effect"

import { isAnswer, isTold } from "./channel.ts"
import type { Questions, Role } from "./channel.ts"
import type { Processes } from "./Processes.ts"

export interface Joined {
  readonly role: Role
  readonly processes: Processes
  /** Tells the supervisor that requests are served from now on. */
  readonly ready: (base: string) => Effect.Effect<void>
  /** Tells the supervisor that this worker serves no request any more, and waits until that is so in all workers. */
  readonly drained: Effect.Effect<void>
}

type Ask = <Name extends keyof Questions>(
  name: Name,
  ...details: Parameters<Questions[Name]>
) => Effect.Effect<Awaited<ReturnType<Questions[Name]>>>

type Listener = (value: unknown) => void

/** Opens the channel. A supervisor that dies takes its workers with it, so there is always an answer. */
const openChannel = () => {
  const waiting = new Map<number, Listener>()
  const listeners = new Map<string, Array<Listener>>()
  let asked = 0

  process.on("message", (message) => {
    if (isAnswer(message)) waiting.get(message.answers)?.(message.value)
    if (isTold(message)) for (const hear of listeners.get(message.tell) ?? []) hear(message.value)
  })

  const ask: Ask = (name, ...details) =>
    Effect.callback((resume) => {
      const id = (asked += 1)
      waiting.set(id, (value) => {
        waiting.delete(id)
        // The supervisor is of the same program: its answer has the type that the question says.
        resume(Effect.succeed(value as never))
      })
      process.send?.({ ask: name, id, details })
      return Effect.sync(() => waiting.delete(id))
    })

  const tell = (topic: string, value: unknown) => void process.send?.({ tell: topic, value })

  const hear = (topic: string, listener: Listener) => {
    listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
  }

  return { ask, tell, hear }
}

/** Joins the supervisor, once at the start of a worker. */
export const join: Effect.Effect<Joined> = Effect.gen(function* () {
  const { ask, tell, hear } = openChannel()
  const role = yield* ask("role")
  const key = Redacted.make(new Uint8Array(Buffer.from(role.runnerKey, "base64")))
  const siblings = {
    socket: { port: role.runnerPort, key },
    askTable: ask,
    keep: (name: string, value: unknown) => ask("keep", name, value),
    kept: (name: string) => ask("kept", name),
    answer: (topic: string, value: Effect.Effect<unknown>) =>
      hear(topic, (asked) =>
        Effect.runFork(Effect.flatMap(value, (given) => ask("give", Number(asked), given)))
      ),
    tell,
    hear
  }
  const { number, count, connectionsMax } = role
  return {
    role,
    processes: { number, count, connectionsMax, siblings },
    ready: (base) => ask("ready", base),
    drained: Effect.asVoid(ask("drained"))
  }
})
