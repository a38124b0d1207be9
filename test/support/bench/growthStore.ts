/** A data folder with a store that has grown: a service runs on it once, and makes its views of all of it. */
import { Effect } from "effect"

import * as growthFill from "./growthFill.ts"
import { startService } from "./httpCost.ts"
import { load } from "./httpLoad.ts"
import { elapsed } from "./measure.ts"

export const check = "verify?email=ann@acme.test"

export const getOf = (apiKey: string, path: string): string =>
  `GET /api/v1/${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n\r\n`

/** Returns the milliseconds that the filling took. */
export const fillStore = (dataDir: string, apiKey: string) =>
  Effect.gen(function* () {
    const { superuserUrl, port } = yield* startService(dataDir, apiKey)
    yield* load({
      port,
      clients: 1,
      request: () => getOf(apiKey, check),
      warmUpFor: 0,
      measureFor: 300
    })
    yield* Effect.sleep("1 second")
    return (yield* elapsed(growthFill.fill(superuserUrl, dataDir))).millis
  }).pipe(Effect.scoped)
