/** Notes each request of a known caller when its answer goes out. Costs the request one object more. */
import { errorCodeHeader } from "@rcpt/api/errors/errorCodes"
import { Clock, Context, Effect, Exit } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"

import { Activity } from "../activity/Activity.ts"
import { verifyRoute } from "../activity/activityRows.ts"
import { CurrentActivity } from "../activity/CurrentActivity.ts"
import type { ActivityDraft } from "../activity/CurrentActivity.ts"
import { other } from "../platform/metrics/Meter.ts"
import { declaredPath } from "./allowedMethods.ts"

const pathOf = (url: string): string => {
  const end = url.indexOf("?")
  return end < 0 ? url : url.slice(0, end)
}

/** Pages of the dashboard ask dozens of questions. Of a session what it checks or changes is listed. */
const isListed = (method: string, route: string, { caller, noted }: ActivityDraft): boolean =>
  caller?.authMode === "api_key" ||
  route === verifyRoute ||
  noted.length > 0 ||
  (method !== "GET" && method !== "HEAD")

const answerOf = <E>(exit: Exit.Exit<HttpServerResponse.HttpServerResponse, E>) =>
  Exit.isSuccess(exit)
    ? {
        requestId: exit.value.headers["x-request-id"],
        httpStatus: exit.value.status,
        code: exit.value.headers[errorCodeHeader]
      }
    : { requestId: undefined, httpStatus: undefined, code: undefined }

type Response<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

export const recordActivity = Effect.map(
  Activity,
  ({ isOn, note }) =>
    <E, R>(handle: Response<E, R>): Response<E, R> => {
      if (!isOn) return handle
      return Effect.withFiber((fiber) => {
        const { method, url } = Context.getUnsafe(
          fiber.context,
          HttpServerRequest.HttpServerRequest
        )
        const clock = fiber.getRef(Clock.Clock)
        const startedAt = clock.currentTimeMillisUnsafe()
        const draft: ActivityDraft = { caller: undefined, noted: [] }
        return handle.pipe(
          Effect.provideService(CurrentActivity, draft),
          Effect.onExit((exit) => {
            const { caller, noted } = draft
            if (caller === undefined) return Effect.void
            const route = declaredPath(pathOf(url)) ?? other
            if (!isListed(method, route, draft)) return Effect.void
            const endedAt = clock.currentTimeMillisUnsafe()
            const millis = Math.max(0, endedAt - startedAt)
            note({ caller, method, route, url, endedAt, millis, noted, ...answerOf(exit) })
            return Effect.void
          })
        )
      })
    }
)
