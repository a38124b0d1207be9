/** Mail of a Postfix as in Debian that comes back: its own notice at an inlet, and its log by import. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { freePort } from "@rcpt/service/platform/freePort"
import { Effect } from "effect"
import { createTransport } from "nodemailer"

import { rcpt } from "../cli/rcpt.ts"
import { asking, newInlet, ok, post, workedOff } from "../service/inlets/inletWorld.ts"
import { describeWith, postfix } from "../support/needs.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, it } from "../support/vitest.ts"
import * as Postfix from "./support/Postfix.ts"

/** The sender's own server takes mail for anybody at acme.test, and hands it to that of acme.test, which knows Ann alone. */
const [sender, receiver] = ["127.77.5.1", "127.77.5.2"]

const startPostfix = Effect.gen(function* () {
  const folder = yield* tempFolder()
  const port = yield* Effect.orDie(freePort)
  const [log, mail] = [join(folder, "mail.log"), join(folder, "mail")]
  // local(8) writes to a file of an alias as nobody.
  chmodSync(folder, 0o755)
  mkdirSync(mail)
  chmodSync(mail, 0o777)
  const box = join(mail, "bounces")
  writeFileSync(log, "")
  yield* Postfix.start({
    port,
    settings: {
      maillog_file: log,
      maillog_file_prefixes: folder,
      mydestination: "shop.test",
      local_recipient_maps: "",
      alias_maps: Postfix.inline({ bounces: box }),
      relay_domains: "acme.test",
      relay_recipient_maps: Postfix.inline({ "ann@acme.test": "x" }),
      transport_maps: Postfix.inline({ "acme.test": `smtp:[${receiver}]:${port}` })
    },
    hosts: [
      { ip: sender, settings: { smtpd_reject_unlisted_recipient: "no" } },
      { ip: receiver, settings: {} }
    ]
  })
  const smtp = createTransport({ host: sender, port, ignoreTLS: true })
  return {
    log,
    send: (to: string) =>
      Effect.promise(() =>
        smtp.sendMail({
          envelope: { from: "bounces@shop.test", to },
          raw: `From: news@shop.test\r\nTo: ${to}\r\nSubject: News\r\n\r\nHello\r\n`
        })
      ),
    /** The messages in the mailbox of returned mail, once there are so many. */
    returned: (count: number) =>
      Effect.sync(() =>
        (existsSync(box) ? readFileSync(box, "utf8") : "").split(/^From .*\n/m).slice(1)
      ).pipe(
        Effect.delay("100 millis"),
        Effect.repeat({ until: (messages) => messages.length >= count }),
        Effect.timeout("30 seconds")
      )
  }
})

describeWith(postfix, "Postfix as in Debian", () => {
  it.live(
    "tells of a mailbox that is gone: by its notice, posted to an inlet, and by its log",
    () =>
      Effect.gen(function* () {
        const mx = yield* startPostfix
        const running = yield* service.start({ lab: true, env: { RCPT_RATE_LIMIT: "off" } })
        const { create, details, verify } = asking(running, running.apiKey)
        const emails = ["carla@acme.test", "diego@acme.test"] as const
        for (const email of emails) {
          assert.strictEqual((yield* verify(email)).status, "valid")
          yield* mx.send(email)
        }
        const messages = yield* mx.returned(emails.length)
        const about = (email: string) => messages.find((message) => message.includes(email))!

        const { id, pathname } = yield* create(newInlet("returned_mail"))
        const posted = yield* post(running, "returned_mail", pathname, about(emails[0]))
        assert.deepStrictEqual(ok(posted), { events: 1 })
        const { events } = yield* workedOff(details(id), 1)
        assert.deepInclude(events[0], { email: emails[0], outcome: "bounced", result: "recorded" })
        assert.match(events[0]?.smtp_response ?? "", /550 5\.1\.1\s.*User unknown/s)

        const imported = yield* rcpt(["feedback", "import", mx.log], {
          RCPT_URL: running.base,
          RCPT_API_KEY: running.apiKey
        })
        assert.strictEqual(imported.code, 0, imported.stderr)
        assert.deepInclude(JSON.parse(imported.stdout), { reported: 2, accepted: 2 })
        const { json } = yield* running.get("/api/v1/usage/accuracy")
        assert.strictEqual(Object(json).total.bounced, emails.length)
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )
})
