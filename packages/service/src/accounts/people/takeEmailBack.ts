/**
 * Takes a change of the email back, by the link that was mailed to the old address. It is for somebody whose account a
 * stranger has taken over: the old address is proved, and everything that may be the stranger's ends.
 */
import * as Account from "@rcpt/domain/Account"
import { Effect } from "effect"

import { Outbox } from "../../mail/Outbox.ts"
import { WriteSql } from "../../platform/Database.ts"
import { recordAs } from "../accountStream.ts"
import { revokeMadeBy } from "../ApiKeys.ts"
import { checkNewPassword, hashPassword } from "../password.ts"
import * as Revocations from "../Revocations.ts"
import type { Holder } from "../sessions/Sessions.ts"
import { failIfOverloaded } from "../sessions/signIn.ts"
import { EmailTaken } from "./changeEmail.ts"
import { endCredentials } from "./endCredentials.ts"
import { LinkEnded, lookAtLink, takeLink } from "./mailedLinks.ts"

/** A second factor from before the change is the person's, and stays. */
const removeFactor = ({ personId }: Holder, since: Date) =>
  WriteSql.use(
    (sql) => sql`
      delete from person_totp where person_id = ${personId} and enabled_at >= ${since} returning 1`
  ).pipe(Effect.map((removed) => removed.length > 0))

/**
 * The person signs in with the old address and the new password from then on. When it returns, every node refuses their
 * sessions, and the keys that were made since the change.
 */
export const takeEmailBack = Effect.fnUntraced(function* (token: string, password: string) {
  const sql = yield* WriteSql
  const { queue } = yield* Outbox
  yield* failIfOverloaded
  const { linkEmail } = yield* Effect.catchTag(
    lookAtLink(token, "take_back"),
    "SqlError",
    Effect.die
  )
  yield* checkNewPassword(password, linkEmail!)
  const hash = yield* hashPassword(password)
  yield* Effect.gen(function* () {
    const person = yield* takeLink(token, "take_back")
    const { accountId: account, personId, email: taken, language, linkedAt: since } = person
    const isFactorRemoved = yield* removeFactor(person, since)
    yield* endCredentials({ ...person, since }, "email_taken_back")
    yield* sql`
      update person set email = ${person.linkEmail}, password_hash = ${hash} where person_id = ${personId}`
    yield* queue({
      kind: "email_taken_back",
      to: { account, person: personId, email: taken, language: language ?? "en" },
      facts: {}
    })
    yield* revokeMadeBy(person, since)
    for (const what of [
      "EmailChanged",
      "PasswordRecovered",
      ...(isFactorRemoved ? (["TotpDisabled"] as const) : [])
    ] as const)
      yield* recordAs(person, Account.note(what, personId))
  }).pipe(
    sql.withTransaction,
    Effect.catchTag("AccountNotOpen", () => new LinkEnded()),
    Effect.catchReason("SqlError", "UniqueViolation", () => new EmailTaken()),
    Effect.catchTag("SqlError", Effect.die)
  )
  yield* Effect.sleep(Revocations.revocationWait)
})
