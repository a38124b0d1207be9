/** The endpoints of the overview page: its figures and its notices. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { noticesFor } from "../../operations/notices/notices.ts"
import { overviewOf } from "../../operations/notices/overview.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"

export const overviewHandlers = HttpApiBuilder.group(Api, "Overview", (handlers) =>
  handlers
    .handle("overview", () =>
      Effect.flatMap(CurrentAccount, ({ accountId }) => overviewOf(accountId)).pipe(
        readTimeout(readWaitMax)
      )
    )
    .handle("notices", () =>
      Effect.flatMap(CurrentAccount, noticesFor).pipe(readTimeout(readWaitMax))
    )
)
