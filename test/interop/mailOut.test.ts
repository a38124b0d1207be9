/** Our mail over Postfix as in Debian: it takes the message with STARTTLS, relays it, and refuses what it must. */
import { composeMail } from "@rcpt/service/mail/composeMail"
import { makeMailServer } from "@rcpt/service/mail/MailServer"
import type { Outgoing } from "@rcpt/service/mail/MailServer"
import { Config, load } from "@rcpt/service/platform/Config"
import { freePort } from "@rcpt/service/platform/freePort"
import { Effect } from "effect"

import { until } from "../service/webhooks/webhookWorld.ts"
import { headerOf, mailSink, textOf } from "../support/mailServer.ts"
import { describeWith, postfix } from "../support/needs.ts"
import { assert, it } from "../support/vitest.ts"
import * as Postfix from "./support/Postfix.ts"

const base = "https://rcpt.example.test"

const messageTo = (to: string): Outgoing => ({
  ...composeMail(base, {
    kind: "list_done",
    language: "de",
    count: 1,
    facts: [{ job: "j", file: "Größen.csv", rows: 3, valid: 1, risky: 1, invalid: 1, unknown: 0 }]
  }),
  to,
  id: "0198c0de-0000-7000-8000-000000000001"
})

const world = Effect.gen(function* () {
  const sink = yield* mailSink
  const port = yield* freePort
  yield* Postfix.start({
    port,
    settings: {
      relay_domains: "users.test",
      relay_transport: `relay:[127.0.0.1]:${sink.port}`,
      smtpd_recipient_restrictions: Postfix.access("recipient", {
        "full@users.test": "452 4.2.2 Over quota",
        "gone@users.test": "550 5.1.1 User unknown"
      })
    },
    hosts: [{ ip: "127.0.0.1", settings: { smtpd_tls_security_level: "encrypt" } }]
  })
  const { config } = yield* load(
    {},
    { RCPT_PUBLIC_URL: base, RCPT_MAIL_URL: `smtp://127.0.0.1:${port}` }
  )
  const server = yield* Effect.provideService(makeMailServer, Config, config)
  return { sink, server: server! }
})

describeWith(postfix, "Mail that Postfix takes", () => {
  it.live("arrives as it was written, over TLS", () =>
    Effect.gen(function* () {
      const { sink, server } = yield* world
      yield* server.attempt
      assert.match(yield* server.send(messageTo("ann@users.test")), /^250 2\.0\.0 Ok: queued as/)
      yield* until(() => sink.taken.length > 0)
      const [one] = sink.taken
      assert.strictEqual(one!.to, "ann@users.test")
      assert.match(one!.raw, /with ESMTPS id/)
      assert.include(headerOf(one!, "message-id"), "0198c0de-0000-7000-8000-000000000001@rcpt")
      assert.include(textOf(one!), "Ihre Liste Größen.csv ist fertig: 3 Zeilen.")
    }).pipe(Effect.scoped)
  )

  it.live("is told from what it refuses, now or for good", () =>
    Effect.gen(function* () {
      const { server } = yield* world
      const full = yield* Effect.flip(server.send(messageTo("full@users.test")))
      assert.deepInclude(full, { isForGood: false, code: 452 })
      const gone = yield* Effect.flip(server.send(messageTo("gone@users.test")))
      assert.deepInclude(gone, { isForGood: true, code: 550 })
      const relayed = yield* Effect.flip(server.send(messageTo("ann@elsewhere.test")))
      assert.deepInclude(relayed, { isForGood: true, code: 554 })
    }).pipe(Effect.scoped)
  )
})
