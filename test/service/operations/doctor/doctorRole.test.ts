/** A database that is used as a superuser, and the SQL that the doctor gives to end that. */
import { judgeDatabase, learnDatabase } from "@rcpt/service/operations/doctor/database"
import { Config, load } from "@rcpt/service/platform/Config"
import { giveAllTo, plainRole } from "@rcpt/service/platform/postgres/serviceRole"
import { Effect } from "effect"

import { query } from "../../../start/world.ts"
import { asSuperuser, freshDatabase } from "../../../support/freshDatabase.ts"
import * as service from "../../../support/service.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

const role = "rcpt_app"
const password = "correct-horse"

const foundIn = (url: string) =>
  Effect.gen(function* () {
    const { config } = yield* load({}, { RCPT_DATABASE_URL: url })
    const learnt = yield* Effect.provideService(learnDatabase, Config, config)
    return judgeDatabase(learnt).find(({ id }) => id === "db.role")
  })

/** A database that a superuser has migrated, as with the URL of a fresh Postgres in a container. */
const databaseOfSuperuser = Effect.gen(function* () {
  const url = asSuperuser(yield* freshDatabase())
  const { username } = new URL(url)
  yield* query(url, giveAllTo(username))
  yield* query(url, `alter database ${new URL(url).pathname.slice(1)} owner to ${username}`)
  return url
})

describe("A database that is used as a superuser", () => {
  it.live("is warned of, with the SQL that makes a plain role of it", function* () {
    const url = yield* databaseOfSuperuser
    const name = new URL(url).pathname.slice(1)
    const finding = yield* foundIn(url)
    assert.deepInclude(finding, { severity: "warning" })
    const statements = plainRole(role, name)
    assert.strictEqual(finding?.setting, statements.join("; "))

    // What it says to do is done, and the service works as that role.
    for (const statement of statements) yield* query(url, statement.replace("<password>", password))
    const plain = new URL(url)
    plain.username = role
    plain.password = password
    assert.deepInclude(yield* foundIn(plain.href), { severity: "ok" })
    const running = yield* service.start({ databaseUrl: plain.href })
    assert.strictEqual((yield* running.get("/api/v1/account")).status, 200)
  })
})
