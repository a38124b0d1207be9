/** The endpoint of an account's security events. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import { findSecurityEvents } from "../../views/security/findSecurityEvents.ts"

export const securityHandlers = HttpApiBuilder.group(Api, "Security", (handlers) =>
  handlers.handle("list", ({ query }) =>
    Effect.flatMap(CurrentAccount, ({ accountId: account, authMode }) =>
      findSecurityEvents({ account, withNames: authMode === "jwt" }, query)
    ).pipe(readTimeout(readWaitMax))
  )
)
