/** The endpoints of the second factor. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount, CurrentSession } from "@rcpt/api/Authentication"
import { fieldFault } from "@rcpt/api/errors/errorTexts"
import { BadRequest, totpIsOff, totpIsOn } from "@rcpt/api/Problem"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { profileOf } from "../../accounts/Accounts.ts"
import type { SessionHolder } from "../../accounts/sessions/Sessions.ts"
import { Totp } from "../../accounts/totp/Totp.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"

const wrongCode = new BadRequest({
  error: `code ${fieldFault("codeRefused")}`
})

const withTotp = <A, E, R>(
  use: (
    totp: Totp["Service"],
    person: Pick<SessionHolder, "accountId" | "personId" | "sessionId">
  ) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    const { personId, sessionId } = yield* CurrentSession
    return yield* use(yield* Totp, { accountId, personId, sessionId }).pipe(
      readTimeout(readWaitMax)
    )
  })

const failIsOn = () => Effect.fail(totpIsOn)
const failIsOff = () => Effect.fail(totpIsOff)
const codesBody = (codes: ReadonlyArray<string>) => ({ recovery_codes: codes })

export const totpHandlers = HttpApiBuilder.group(Api, "Totp", (handlers) =>
  handlers
    .handle("find", () =>
      withTotp(({ find }, person) => find(person)).pipe(
        Effect.map(({ enabledAt, recoveryCodesLeft }) => ({
          enabled: enabledAt !== null,
          enabled_at: enabledAt && enabledAt.toISOString(),
          recovery_codes_left: recoveryCodesLeft
        }))
      )
    )
    .handle("begin", () =>
      withTotp(({ begin }, person) =>
        Effect.flatMap(profileOf(person.personId), ({ email }) => begin(person, email))
      ).pipe(Effect.catchTag("TotpIsOn", failIsOn))
    )
    .handle("enable", ({ payload: { code } }) =>
      withTotp(({ enable }, person) => enable(person, code)).pipe(
        Effect.map(codesBody),
        Effect.catchTags({
          TotpIsOn: failIsOn,
          TotpIsOff: failIsOff,
          WrongCode: () => Effect.fail(wrongCode)
        })
      )
    )
    .handle("renewCodes", () =>
      withTotp(({ renewCodes }, person) => renewCodes(person)).pipe(
        Effect.map(codesBody),
        Effect.catchTag("TotpIsOff", failIsOff)
      )
    )
    .handle("disable", () =>
      withTotp(({ disable }, person) => disable(person)).pipe(
        Effect.as({ message: "the second factor is off" }),
        Effect.catchTag("TotpIsOff", failIsOff)
      )
    )
)
