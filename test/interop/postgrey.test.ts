/** Postgrey behind Postfix: it accepts the same client, sender and recipient after a delay. */
import { Clock, Duration, Effect } from "effect"

import { describeWith, postgrey } from "../support/needs.ts"
import { live } from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import { Network } from "./support/Network.ts"
import * as Postfix from "./support/Postfix.ts"
import * as Postgrey from "./support/postgrey.ts"

const delay = Duration.seconds(2)
/** Rejects unknown users before it asks postgrey. */
const careful = "mx.careful.test"
/** As in postgrey's manual: every new recipient is greylisted, users or not. */
const plain = "mx.plain.test"

const world = Network.layer(
  { "careful.test": careful, "plain.test": plain },
  ({ port, ipOf, beside }) =>
    Effect.gen(function* () {
      yield* Postgrey.start({ ip: beside, port, delay })
      const greylist = `check_policy_service inet:${beside}:${port}`
      const restrictions = {
        [careful]: `reject_unlisted_recipient ${greylist}`,
        [plain]: greylist
      }
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
    it.effect(
      "a user is greylisted at first, and deliverable once the delay is over",
      function* () {
        const { probe, probeAgain } = yield* Network
        const startedAt = yield* Clock.currentTimeMillis
        const first = yield* probe("ann@careful.test")
        assert.deepStrictEqual([first.status, first.enhancedCode], ["greylisted", "4.2.0"])
        const { status, control } = yield* probeAgain("ann@careful.test")
        assert.deepStrictEqual([status, control], ["deliverable", "refused"])
        // Postgrey counts whole seconds.
        const waited = (yield* Clock.currentTimeMillis) - startedAt
        assert.isAtLeast(waited, Duration.toMillis(delay) - 1_000)
      }
    )

    it.effect(
      "an unknown user is undeliverable at once, where Postfix rejects it first",
      function* () {
        const { status, subReason } = yield* (yield* Network).probe("bob@careful.test")
        assert.deepStrictEqual([status, subReason], ["undeliverable", "mailbox_not_found"])
      }
    )

    it.effect("an unknown user is undeliverable after the delay, where it does not", function* () {
      const { probe, probeAgain } = yield* Network
      assert.strictEqual((yield* probe("bob@plain.test")).status, "greylisted")
      const { status, subReason } = yield* probeAgain("bob@plain.test")
      assert.deepStrictEqual([status, subReason], ["undeliverable", "mailbox_not_found"])
    })

    it.effect(
      "the control address waits as long, so a user is deliverable where all are greylisted",
      function* () {
        const { probe, probeAgain } = yield* Network
        assert.strictEqual((yield* probe("ann@plain.test")).status, "greylisted")
        const { status, control, responseCode } = yield* probeAgain("ann@plain.test")
        assert.deepStrictEqual([status, control, responseCode], ["deliverable", "refused", 250])
      }
    )
  })
)
