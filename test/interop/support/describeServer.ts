/** Tests of one real mail server: what deep mode says of some addresses at its domains. */
import type { SmtpChecked } from "@rcpt/domain/Smtp"
import type { Effect, Scope } from "effect"

import { describeWith } from "../../support/needs.ts"
import type { Need } from "../../support/needs.ts"
import { live } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { Network } from "./Network.ts"

const hostname = "mx.server.test"

/** All with this mail host. */
const domains = ["known.test", "virtual.test", "all.test", "elsewhere.test"]

/** Where it listens, and the name it has. */
export interface Place {
  readonly port: number
  readonly ip: string
  readonly hostname: string
}

export type Row = readonly [
  recipient: string,
  address: string,
  code: number,
  enhancedCode: string | undefined,
  status: SmtpChecked["status"],
  subReason?: SmtpChecked["subReason"]
]

export const missing = ["undeliverable", "mailbox_not_found"] as const
export const notServed = ["undeliverable", "domain_not_found"] as const

export const describeServer = (
  need: Need,
  start: (place: Place) => Effect.Effect<void, never, Scope.Scope>,
  rows: ReadonlyArray<Row>
): void => {
  const mx = Object.fromEntries(domains.map((domain) => [domain, hostname]))
  const world = Network.layer(mx, ({ port, ipOf }) => start({ port, ip: ipOf(hostname), hostname }))
  describeWith(need, `Of ${need.name}`, () =>
    layer(
      world,
      live
    )((it) => {
      for (const [recipient, address, code, enhancedCode, status, subReason] of rows)
        it.effect(
          `${recipient}, by ${code} → ${status}${subReason ? `, ${subReason}` : ""}`,
          function* () {
            const smtp = yield* (yield* Network).probe(address)
            assert.deepStrictEqual(
              [smtp.responseCode, smtp.enhancedCode, smtp.status, smtp.subReason],
              [code, enhancedCode, status, subReason]
            )
          }
        )
    })
  )
}
