/** Postgrey behind Postfix: who comes back later, from the same place, in the same name, is let in. */
import { assert, layer } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"

import { describeWith, postgrey } from "../support/needs.ts"
import { live } from "../support/service.ts"
import { Network } from "./support/Network.ts"
import * as Postfix from "./support/Postfix.ts"
import * as Postgrey from "./support/postgrey.ts"

const delay = Duration.seconds(2)
/** Knows its users before it asks postgrey about the rest. */
const careful = "mx.careful.test"
/** As in postgrey's manual: whoever is new is greylisted, users or not. */
const plain = "mx.plain.test"

const world = Network.layer(
  { "careful.test": careful, "plain.test": plain },
  ({ port, ipOf, beside }) =>
    Effect.gen(function* () {
      yield* Postgrey.start({ ip: beside, port, delay })
      const ask = `check_policy_service inet:${beside}:${port}`
      const restrictions = { [careful]: `reject_unlisted_recipient ${ask}`, [plain]: ask }
      yield* Postfix.start({
        port,
        settings: {
          mydestination: "careful.test plain.test",
          alias_maps: Postfix.inline({ ann: "root" })
        },
        hosts: Object.entries(restrictions).map(([host, smtpd_recipient_restrictions]) => ({
          ip: ipOf(host),
          settings: { smtpd_recipient_restrictions }
        }))
      })
    })
)

describeWith(postgrey, "Behind postgrey,", () =>
  layer(
    world,
    live
  )((it) => {
    it.effect("a user is greylisted at first, and deliverable once the delay is over", () =>
      Effect.gen(function* () {
        const { ask, askAgain } = yield* Network
        const startedAt = yield* Clock.currentTimeMillis
        const first = yield* ask("ann@careful.test")
        assert.deepStrictEqual([first.status, first.enhancedCode], ["greylisted", "4.2.0"])
        const { status, control } = yield* askAgain("ann@careful.test")
        assert.deepStrictEqual([status, control], ["deliverable", "refused"])
        // Postgrey counts whole seconds.
        const waited = (yield* Clock.currentTimeMillis) - startedAt
        assert.isAtLeast(waited, Duration.toMillis(delay) - 1_000)
      })
    )

    it.effect("nobody's address is undeliverable at once, where users are known first", () =>
      Effect.gen(function* () {
        const { status, subReason } = yield* (yield* Network).ask("bob@careful.test")
        assert.deepStrictEqual([status, subReason], ["undeliverable", "mailbox_not_found"])
      })
    )

    it.effect("nobody's address is undeliverable after the delay, where they are not", () =>
      Effect.gen(function* () {
        const { ask, askAgain } = yield* Network
        assert.strictEqual((yield* ask("bob@plain.test")).status, "greylisted")
        const { status, subReason } = yield* askAgain("bob@plain.test")
        assert.deepStrictEqual([status, subReason], ["undeliverable", "mailbox_not_found"])
      })
    )

    it.effect("who is made up waits as long, so that a user is deliverable where all wait", () =>
      Effect.gen(function* () {
        const { ask, askAgain } = yield* Network
        assert.strictEqual((yield* ask("ann@plain.test")).status, "greylisted")
        const { status, control, responseCode } = yield* askAgain("ann@plain.test")
        assert.deepStrictEqual([status, control, responseCode], ["deliverable", "refused", 250])
      })
    )
  })
)
