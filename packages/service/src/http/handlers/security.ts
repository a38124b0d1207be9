/** The endpoint of an account's security events. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { readTimeout } from "../../platform/readTimeout.ts"
import { findSecurityEvents } from "../../views/security/findSecurityEvents.ts"

/** With the key lookup, below the 5 s within which every request gets its response. */
const securityWaitMax = Duration.seconds(3)

export const securityHandlers = HttpApiBuilder.group(Api, "Security", (handlers) =>
  handlers.handle("list", ({ query }) =>
    Effect.flatMap(CurrentAccount, ({ accountId: account, authMode }) =>
      findSecurityEvents({ account, withNames: authMode === "jwt" }, query)
    ).pipe(readTimeout(securityWaitMax))
  )
)
