/** The endpoints of what an account sees first. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { answerWithin } from "../answerWithin.ts"
import { noticesFor } from "../overview/notices.ts"
import { overviewOf } from "../overview/overview.ts"

/** With the look-up of the key, below the 5 s in which every request is answered. */
const overviewWaitMax = Duration.seconds(3)

export const layer = HttpApiBuilder.group(Api, "Overview", (handlers) =>
  handlers
    .handle("overview", () =>
      Effect.flatMap(CurrentAccount, ({ accountId }) => overviewOf(accountId)).pipe(
        answerWithin(overviewWaitMax),
        Effect.orDie
      )
    )
    .handle("notices", () =>
      Effect.flatMap(CurrentAccount, noticesFor).pipe(answerWithin(overviewWaitMax), Effect.orDie)
    )
)
