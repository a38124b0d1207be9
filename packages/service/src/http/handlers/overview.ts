/** The endpoints of the overview page: its figures and its notices. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { noticesFor } from "../../operations/notices/notices.ts"
import { overviewOf } from "../../operations/notices/overview.ts"
import { readTimeout } from "../../platform/readTimeout.ts"

/** With the key lookup, below the 5 s within which every request gets its response. */
const overviewWaitMax = Duration.seconds(3)

export const overviewHandlers = HttpApiBuilder.group(Api, "Overview", (handlers) =>
  handlers
    .handle("overview", () =>
      Effect.flatMap(CurrentAccount, ({ accountId }) => overviewOf(accountId)).pipe(
        readTimeout(overviewWaitMax)
      )
    )
    .handle("notices", () =>
      Effect.flatMap(CurrentAccount, noticesFor).pipe(readTimeout(overviewWaitMax))
    )
)
