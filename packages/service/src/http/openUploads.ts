/** Limits how many uploads of one account are open at once in this process. */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { codedText } from "@rcpt/api/errors/codedTexts"
import { TooManyRequests } from "@rcpt/api/Problem"
import { Context, Effect, Layer } from "effect"

/**
 * An upload may take ten minutes, and each holds a connection, a request in flight and some 200 kB. A
 * program that sends lists one after the other has one open, and people do not watch ten at once.
 */
export const uploadsPerAccountMax = 10

/** Seconds: a list of a megabyte takes less. */
const retryAfterSeconds = 5

const tooManyUploads = new TooManyRequests({
  error: codedText("too_many_uploads", "limit", { n: uploadsPerAccountMax }),
  retryAfterSeconds,
  limit: uploadsPerAccountMax
})

export class OpenUploads extends Context.Service<
  OpenUploads,
  {
    /** Refused before the body is read. The place is free again when `upload` ends, however it ends. */
    readonly within: <A, E, R>(
      upload: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | TooManyRequests, R | CurrentAccount>
  }
>()("@rcpt/service/http/OpenUploads") {}

export const layer: Layer.Layer<OpenUploads> = Layer.sync(OpenUploads, () => {
  const open = new Map<string, number>()
  const change = (account: string, by: 1 | -1) =>
    Effect.sync(() => {
      const count = (open.get(account) ?? 0) + by
      if (count === 0) open.delete(account)
      else open.set(account, count)
    })
  return {
    within: (upload) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        if ((open.get(accountId) ?? 0) >= uploadsPerAccountMax)
          return yield* Effect.fail(tooManyUploads)
        return yield* Effect.acquireUseRelease(
          change(accountId, 1),
          () => upload,
          () => change(accountId, -1)
        )
      })
  }
})
