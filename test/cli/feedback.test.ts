import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { Effect } from "effect"

import { jobEnd } from "../service/erasure/erasureWorld.ts"
import { list, upload } from "../service/jobs/jobsHttpWorld.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const bounce = (email: string, reply: string): string =>
  `Return-Path: <>\nFrom: MAILER-DAEMON@mx.shop.test\nTo: news@shop.test\n\nHi. This is the qmail-send program.\n
<${email}>:\nRemote host said: ${reply}\nGiving up on 192.0.2.1.\n\n--- Below this line is a copy of the message.\n`

const gone = "550 5.1.1 No such user"

layer(service.layer({ lab: true }), service.live)("rcpt feedback import", (it) => {
  const feedback = (...args: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const { base, apiKey } = yield* service.Service
      return yield* rcpt(["feedback", "import", ...args], {
        RCPT_URL: base,
        RCPT_API_KEY: apiKey
      })
    })

  it.effect(
    "reports what an mbox, a Maildir, a log and a CSV say, and counts the answers",
    function* () {
      const { get } = yield* service.Service
      for (const name of ["ann", "bob", "cat", "dan"])
        yield* get(`/api/v1/verify?email=${name}@acme.test`)
      // The last one was checked in a list alone.
      const running = yield* service.Service
      const { id } = Object((yield* upload(running, [list("email\neve@acme.test\n")])).json)
      yield* jobEnd(running, id, running.apiKey)
      const folder = yield* tempFolder()
      const [mbox, mail, log, csv] = ["box", "Maildir", "mail.log", "bounces.csv"].map((name) =>
        join(folder, name)
      ) as [string, string, string, string]
      writeFileSync(
        mbox,
        `From MAILER-DAEMON Fri Jan 30 08:15:00 2026\n${bounce("ann@acme.test", gone)}
From MAILER-DAEMON Fri Jan 30 08:15:00 2026\n${bounce("bob@acme.test", "552 5.2.2 Mailbox full")}`
      )
      for (const part of ["cur", "new", "tmp"]) mkdirSync(join(mail, part), { recursive: true })
      writeFileSync(join(mail, "new", "1.a"), bounce("cat@acme.test", gone))
      writeFileSync(join(mail, "cur", "2.b:2,S"), bounce("stranger@acme.test", gone))
      const now = new Date().toISOString()
      writeFileSync(
        log,
        `${now} mx postfix/smtp[1]: 4X: to=<dan@acme.test>, relay=mx[192.0.2.1]:25, dsn=2.0.0, status=sent (250 OK)\n${now} mx postfix/qmgr[1]: 4X: removed\n`
      )
      writeFileSync(csv, `email;outcome;smtp_response\neve@acme.test;bounced;${gone}\n`)

      const sent = yield* feedback(mbox, mail, log, csv)
      assert.strictEqual(sent.code, 0, sent.stderr)
      assert.deepStrictEqual(JSON.parse(sent.stdout), {
        read: 6,
        reported: 5,
        accepted: 3,
        not_about_mailbox: 1,
        not_verified_by_you: 1,
        invalid: 0
      })
      // A node learns of the first report with its next look-up of the key, within a second.
      const { json } = yield* get("/api/v1/verify?email=ann@acme.test").pipe(
        Effect.delay("50 millis"),
        Effect.repeat({ until: ({ json }) => Object(json).status !== "valid", times: 60 })
      )
      assert.deepInclude(json, { status: "risky", sub_status: "reported_bounce" })

      const delivered = yield* feedback(log, "--deliveries")
      assert.deepInclude(JSON.parse(delivered.stdout), { reported: 1, accepted: 1 })
    }
  )

  it.effect("sends nothing with --dry-run, and says what it read", function* () {
    const file = join(yield* tempFolder(), "one.eml")
    writeFileSync(file, bounce("ann@acme.test", gone))
    const { stdout } = yield* rcpt(["feedback", "import", file, "--dry-run"], {})
    assert.deepInclude(JSON.parse(stdout), { email: "ann@acme.test", outcome: "bounced" })
  })

  it.effect("names a file that it cannot read", function* () {
    const { code, stderr } = yield* rcpt(["feedback", "import", "/nowhere/box"], {})
    assert.strictEqual(code, 64)
    assert.match(stderr, /^\/nowhere\/box cannot be read: ENOENT/)
  })
})
