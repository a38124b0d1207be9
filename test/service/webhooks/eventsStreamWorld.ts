/** Reads the stream of an account's events as a client does, block by block. */
import { request } from "node:http"
import type { IncomingMessage } from "node:http"

import { Deferred, Effect } from "effect"
import type { Scope } from "effect"

import type { Running } from "../../support/service.ts"

export interface Block {
  readonly id: string | undefined
  readonly data: string | undefined
  readonly retry: string | undefined
}

export interface Listening {
  /** The first has no data: the stream has begun. */
  readonly blocks: Array<Block>
  readonly comments: Array<string>
  readonly response: IncomingMessage
  /** Returns when the stream has ended; false: it was cut off. */
  readonly ended: Effect.Effect<boolean>
}

const blockOf = (text: string): Block => {
  const lines = text.split("\n")
  const value = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  return { id: value("id"), data: value("data"), retry: value("retry") }
}

export const listen = (
  { base }: Running,
  headers: Readonly<Record<string, string>>
): Effect.Effect<Listening, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Listening & { readonly stop: () => void }>((resume) => {
      const blocks: Array<Block> = []
      const comments: Array<string> = []
      const ended = Deferred.makeUnsafe<boolean>()
      const sent = request(
        `${base}/api/v1/events/stream`,
        { headers, agent: false },
        (response) => {
          let text = ""
          response.on("data", (data) => {
            const parts = (text + String(data)).split("\n\n")
            text = parts.pop()!
            for (const part of parts)
              if (part.startsWith(":")) comments.push(part)
              else blocks.push(blockOf(part))
          })
          response.on("error", () => {})
          response.on("close", () => Deferred.doneUnsafe(ended, Effect.succeed(response.complete)))
          const stop = () => sent.destroy()
          resume(Effect.succeed({ blocks, comments, response, ended: Deferred.await(ended), stop }))
        }
      )
      sent.on("error", () => {})
      sent.end()
    }),
    ({ stop }) => Effect.sync(stop)
  )
