/** The endpoints of what an account checked and asked. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { activityNotFound } from "@rcpt/api/Problem"
import { uuid } from "@rcpt/domain/limits"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import { ofPurpose } from "../../platform/SecretBox.ts"
import { findActivity, listActivity } from "../../views/activity/listActivity.ts"
import { CurrentLanguage } from "../language.ts"

export const activityHandlers = HttpApiBuilder.group(
  Api,
  "Activity",
  Effect.fnUntraced(function* (handlers) {
    const box = yield* ofPurpose("activity")
    return handlers
      .handle("list", ({ query }) =>
        Effect.flatMap(CurrentAccount, (caller) => listActivity(box, caller, query)).pipe(
          readTimeout(readWaitMax)
        )
      )
      .handle("find", ({ params: { id } }) =>
        Effect.gen(function* () {
          const { accountId, scopes } = yield* CurrentAccount
          const viewer = {
            accountId,
            seesAddresses: scopes.length === 0,
            language: yield* CurrentLanguage
          }
          const found = uuid.test(id)
            ? yield* findActivity(box, viewer, id).pipe(readTimeout(readWaitMax))
            : undefined
          return found ?? (yield* Effect.fail(activityNotFound))
        })
      )
  })
)
