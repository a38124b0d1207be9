/** Returned mail in a mailbox of Dovecot: read by itself, each message once, whatever happens to the process. */
import { tryBox } from "@rcpt/service/mail/ImapMailbox"
import { judgeBounces } from "@rcpt/service/operations/doctor/checks"
import { Config, load } from "@rcpt/service/platform/Config"
import { Effect } from "effect"

import { jobOf, list, upload } from "../service/jobs/jobsHttpWorld.ts"
import { finished } from "../service/views/ledger/ledgerWorld.ts"
import { freshDatabase } from "../support/freshDatabase.ts"
import { dovecot, describeWith } from "../support/needs.ts"
import * as service from "../support/service.ts"
import type { Request, Running } from "../support/service.ts"
import { assert, it } from "../support/vitest.ts"
import { password, startDovecot } from "./support/Dovecot.ts"
import type { Dovecot } from "./support/Dovecot.ts"

const messagesMax = 1_000
/** Of `POST /verify/batch`. */
const batchMax = 100

const returned = (email: string): string =>
  [
    "Return-Path: <>",
    "From: MAILER-DAEMON@mx.shop.test (Mail Delivery System)",
    "To: bounces@shop.test",
    `Date: ${new Date().toUTCString()}`,
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "I'm sorry to have to inform you that your message could not be delivered.",
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.shop.test",
    "",
    `Final-Recipient: rfc822; ${email}`,
    "Action: failed",
    "Status: 5.1.1",
    `Diagnostic-Code: smtp; 550 5.1.1 <${email}>: Recipient address rejected: User unknown`,
    "",
    "--b--",
    ""
  ].join("\r\n")

const emails = Array.from({ length: messagesMax }, (_, at) => `reader${at}@acme.test`)

/** A service that is busy with a thousand messages may be late, or say so. */
const answered = ({ get }: Running, path: string, request: Request = {}) =>
  get(`/api/v1${path}`, request).pipe(
    Effect.retry({ times: 5 }),
    Effect.repeat({ until: ({ status }) => status === 200 })
  )

const bouncedOf = (running: Running) =>
  Effect.map(
    answered(running, "/usage/accuracy"),
    ({ json }) => Object(json).total.bounced as number
  )

const until = (running: Running, isReached: (bounced: number) => boolean) =>
  Effect.repeat(Effect.delay(bouncedOf(running), "20 millis"), { until: isReached })

const allSeen = ({ messages }: Dovecot) =>
  Effect.repeat(Effect.delay(Effect.sync(messages), "50 millis"), {
    until: (names) => names.every((name) => /:2,.*S/.test(name))
  })

describeWith(dovecot, "A mailbox of returned mail", () => {
  it.live(
    "has each of a thousand messages counted once, although the process is killed in between",
    () =>
      Effect.gen(function* () {
        const box = yield* startDovecot()
        const databaseUrl = yield* freshDatabase()
        const options = { lab: true, databaseUrl, credits: 2_000 }
        const first = yield* service.start({ ...options, env: { RCPT_RATE_LIMIT: "off" } })
        for (let at = 0; at < messagesMax; at += batchMax)
          yield* answered(first, "/verify/batch", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ emails: emails.slice(at, at + batchMax) })
          })
        yield* first.kill("SIGTERM")
        emails.forEach((email, at) => box.put(`${at}.mx`, returned(email)))
        box.put("other.mx", "From: ann@acme.test\r\nTo: bounces@shop.test\r\n\r\nHello\r\n")

        const env = { RCPT_RATE_LIMIT: "off", RCPT_BOUNCE_MAILBOX: box.url }
        const reading = yield* service.start({ ...options, apiKey: first.apiKey, env })
        const seen = yield* until(reading, (bounced) => bounced > 0)
        assert.isBelow(seen, messagesMax, "killed too late to show anything")
        yield* reading.kill("SIGKILL")

        const again = yield* reading.restart
        yield* until(again, (bounced) => bounced >= messagesMax)
        yield* allSeen(box)
        assert.strictEqual(box.messages().length, messagesMax + 1)
        // What is verified again may be reported on again: only its place keeps a message from that.
        yield* answered(again, `/verify?email=${emails[0]}`)
        // This one is in a list alone.
        const uploaded = yield* upload(again, [list("email\nlate@acme.test\n")])
        const { id } = yield* jobOf(uploaded, 201)
        yield* finished(again, again, id)
        yield* again.kill("SIGTERM")
        box.put("late.mx", returned("late@acme.test"))
        const last = yield* again.restart
        yield* allSeen(box)
        yield* until(last, (bounced) => bounced > messagesMax)
        const usage = yield* answered(last, "/usage")
        assert.strictEqual(Object(usage.json)[0].feedback.bounced, messagesMax + 1)
        assert.strictEqual(yield* bouncedOf(last), messagesMax + 1)
        for (const process of [reading, again, last]) assert.notInclude(process.output(), password)
        yield* last.kill("SIGTERM")
      }).pipe(Effect.scoped),
    { timeout: 300_000 }
  )

  it.live("is tried by the doctor, who says what the server answers, and not the password", () =>
    Effect.gen(function* () {
      const { url } = yield* startDovecot()
      const tried = Effect.fnUntraced(function* (mailbox: string) {
        const { config } = yield* load({ RCPT_BOUNCE_MAILBOX: mailbox })
        return judgeBounces(yield* Effect.provideService(tryBox, Config, config))
      })
      const [right] = yield* tried(url)
      assert.strictEqual(right?.severity, "ok")
      const [wrong] = yield* tried(url.replace(password, "a-wrong-password"))
      assert.strictEqual(wrong?.severity, "problem")
      assert.match(wrong?.says ?? "", /cannot be read: Authentication failed/)
      const [absent] = yield* tried(url.replace("INBOX", "Nowhere"))
      assert.match(absent?.says ?? "", /Mailbox doesn't exist: Nowhere/)
      assert.notInclude(JSON.stringify([right, wrong, absent]), "a-")
    }).pipe(Effect.scoped)
  )

  it.live("is read over TLS, from a server whose certificate is trusted", () =>
    Effect.gen(function* () {
      const box = yield* startDovecot({ isTls: true })
      const { config } = yield* load({ RCPT_BOUNCE_MAILBOX: box.url })
      const [distrusted] = judgeBounces(yield* Effect.provideService(tryBox, Config, config))
      assert.match(distrusted?.says ?? "", /self-signed certificate/)
      const options = { lab: true, databaseUrl: yield* freshDatabase() }
      const first = yield* service.start(options)
      yield* answered(first, "/verify?email=tess@acme.test")
      yield* first.kill("SIGTERM")
      box.put("1.mx", returned("tess@acme.test"))
      const running = yield* service.start({
        ...options,
        apiKey: first.apiKey,
        env: { RCPT_BOUNCE_MAILBOX: box.url, NODE_EXTRA_CA_CERTS: box.certificate }
      })
      yield* allSeen(box)
      yield* until(running, (bounced) => bounced === 1)
    }).pipe(Effect.scoped)
  )

  it("is refused without TLS, unless it is on this machine", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(
        load({ RCPT_BOUNCE_MAILBOX: "imap://ann:secret@imap.shop.test/INBOX" })
      )
      assert.match(message, /RCPT_BOUNCE_MAILBOX must be imaps:\/\//)
      assert.notInclude(message, "secret")
    }).pipe(Effect.runPromise))
})
