/**
 * For whoever watches over us. `/healthz`: the process answers. `/readyz`: it can do its work, which
 * it cannot without its database; balancers stop sending requests until it says 200 again.
 */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"

const livePath = "/healthz"
const readyPath = "/readyz"
export const healthPaths = [livePath, readyPath]

/** Probes usually wait one second themselves. */
const databaseWaitMax = "900 millis"

const live = HttpRouter.add("GET", livePath, HttpServerResponse.jsonUnsafe({ status: "ok" }))

const ready = HttpRouter.add(
  "GET",
  readyPath,
  SqlClient.SqlClient.use((sql) => sql`select 1`).pipe(
    Effect.timeout(databaseWaitMax),
    Effect.as(HttpServerResponse.jsonUnsafe({ status: "ready" })),
    Effect.catchCause(() =>
      Effect.succeed(
        HttpServerResponse.jsonUnsafe({ error: "the database does not answer" }, { status: 503 })
      )
    )
  )
)

export const layer = Layer.mergeAll(live, ready)
