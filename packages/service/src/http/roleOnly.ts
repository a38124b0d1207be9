/**
 * Nodes of role `probe` serve health checks alone. Any other request was sent to the wrong node: 503, so
 * that clients and balancers try another one.
 */
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"

import { answersRequests } from "../platform/config/role.ts"
import type { Role } from "../platform/config/role.ts"
import { isHealth } from "./inflightLimit.ts"
import { refuse } from "./refuse.ts"

const sentence = "this node only asks mail servers (RCPT_ROLE=probe): send requests to another node"

/** Seconds. Another node answers at once. */
const retryAfter = "1"

export const roleOnly = (role: Role) => {
  if (answersRequests(role)) return <A>(handle: A): A => handle
  return <E, R>(handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
      isHealth(url)
        ? handle
        : Effect.sync(() => refuse(503, sentence, { "retry-after": retryAfter }))
    )
}
