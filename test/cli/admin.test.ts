import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

import { lasts, openPerson, signIn, tryToSignIn } from "../service/sessionWorld.ts"
import { freshDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { rcpt } from "./rcpt.ts"

const reset = (email: string, env: Readonly<Record<string, string>>) =>
  rcpt(["admin", "reset-password", email], env)

describe("rcpt admin reset-password", () => {
  it.live("prints a new password once, and ends the sessions begun with the old one", () =>
    Effect.gen(function* () {
      const running = yield* service.start()
      const env = { RCPT_DATABASE_URL: running.databaseUrl! }
      const ann = yield* openPerson(running)
      const bob = yield* openPerson(running)
      const { cookie } = yield* signIn(running, ann)
      const { cookie: bobs } = yield* signIn(running, bob)

      const { code, stdout, stderr } = yield* reset(ann.email.toUpperCase(), env)
      assert.strictEqual(code, 0, stderr)
      assert.match(stdout, /^[A-Za-z0-9]{16}\n$/)
      assert.match(stderr, /shown this one time/)
      assert.isFalse(yield* lasts(running, cookie))
      assert.isTrue(yield* lasts(running, bobs))
      assert.strictEqual((yield* tryToSignIn(running, ann)).status, 401)
      yield* signIn(running, { ...ann, password: stdout.trim() })

      const nobody = yield* reset("nobody@rcpt.test", env)
      assert.deepStrictEqual([nobody.code, nobody.stdout], [64, ""])
      assert.strictEqual(nobody.stderr, "There is no account of nobody@rcpt.test.\n")
    })
  )

  it.live("says where there is no database, no service's tables, or nobody who answers", () =>
    Effect.gen(function* () {
      const folder = yield* tempFolder()
      const none = yield* reset("ann@rcpt.test", { RCPT_DATA_DIR: folder })
      const empty = yield* reset("ann@rcpt.test", { RCPT_DATABASE_URL: yield* freshDatabase() })
      const url = "postgres://rcpt@127.0.0.1:1/rcpt"
      const silent = yield* reset("ann@rcpt.test", { RCPT_DATABASE_URL: url })
      for (const { code, stdout } of [none, empty, silent])
        assert.deepStrictEqual([code, stdout], [69, ""])
      assert.match(none.stderr, /^There is no database in /)
      assert.match(empty.stderr, /no service has run on it yet/)
      assert.match(silent.stderr, /^The database cannot be reached: /)
    })
  )
})
