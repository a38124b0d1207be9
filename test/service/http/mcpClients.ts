/** Clients of the Model Context Protocol: over HTTP, and through a process of `rcpt mcp`. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"

import { Effect } from "effect"
import type { Scope } from "effect"

import type { Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"

const program = join(import.meta.dirname, "../../../packages/cli/src/main.ts")

interface Message {
  readonly id?: number
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string }
}

/** Sends a request and returns its answer. */
interface Client {
  readonly ask: (method: string, params?: object) => Effect.Effect<Message>
  /** A notification; it gets no answer. */
  readonly tell: (method: string) => Effect.Effect<void>
}

export type Connect = (
  running: Running,
  apiKey: string
) => Effect.Effect<Client, never, Scope.Scope>

export const overHttp: Connect = (running, apiKey) =>
  Effect.sync(() => {
    let id = 0
    const send = (message: object) =>
      Effect.orDie(
        running.get("/mcp", {
          method: "POST",
          apiKey,
          headers: { "content-type": "application/json", accept: "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", ...message })
        })
      )
    return {
      ask: (method, params) =>
        Effect.map(send({ id: ++id, method, params }), ({ json }) => json as Message),
      tell: (method) =>
        Effect.map(send({ method }), ({ status, text }) =>
          assert.deepStrictEqual([status, text], [202, ""])
        )
    }
  })

export const overStdio: Connect = (running, apiKey) =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [program, "mcp"], {
          env: { ...process.env, RCPT_URL: running.base, RCPT_API_KEY: apiKey },
          stdio: ["pipe", "pipe", "inherit"]
        })
      ),
      (started) =>
        Effect.promise(async () => {
          started.stdin.end()
          const [code] =
            started.exitCode === null ? await once(started, "exit") : [started.exitCode]
          assert.strictEqual(code, 0)
        })
    )
    const waiting = new Map<number, (message: Message) => void>()
    createInterface({ input: child.stdout }).on("line", (line) => {
      // Standard output has nothing but messages.
      const message = JSON.parse(line) as Message
      waiting.get(message.id!)?.(message)
    })
    let id = 0
    const write = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    return {
      ask: (method, params) =>
        Effect.promise(
          () =>
            new Promise<Message>((resolve) => {
              waiting.set(++id, resolve)
              write({ id, method, params })
            })
        ),
      tell: (method) => Effect.sync(() => void write({ method }))
    }
  })
