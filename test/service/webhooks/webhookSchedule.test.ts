import { randomBytes } from "node:crypto"

import { retryWaits } from "@rcpt/service/platform/retryWaits"
import { secretBox } from "@rcpt/service/platform/SecretBox"
import { afterFailure, failingMax } from "@rcpt/service/webhooks/settleDelivery"
import { newSecret, signedHeaders } from "@rcpt/service/webhooks/signature"
import { Duration } from "effect"
import { Webhook } from "standardwebhooks"

import { assert, describe, it } from "../../support/vitest.ts"

const start = Date.UTC(2026, 0, 31)
const days = (count: number) => count * 86_400_000

describe("A delivery that fails", () => {
  it("is tried again after 5 s, 5 min, 30 min, 2, 5, 10 and 10 h, and then not any more", () => {
    const waits: Array<number> = []
    let now = start
    for (let attempts = 1; ; attempts++) {
      const next = afterFailure({ attempts, failingSince: start, now })
      if (next._tag !== "again") {
        assert.deepStrictEqual([next._tag, attempts], ["over", 8])
        break
      }
      waits.push((next.at - now) / 1_000)
      now = next.at
    }
    assert.deepStrictEqual(waits, [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000])
    assert.closeTo((now - start) / 3_600_000, 28, 0.5)
  })

  it("disables its webhook when nothing was taken for 5 days, and not a moment before", () => {
    const failed = (millis: number, attempts = 3) =>
      afterFailure({ attempts, failingSince: start, now: start + millis })._tag
    assert.strictEqual(failed(Duration.toMillis(failingMax)), "disable")
    assert.strictEqual(failed(days(5) - 1), "again")
    assert.strictEqual(failed(days(5) - 1, 8), "over")
    assert.strictEqual(failed(days(50), 8), "disable")
  })

  it("disables nothing at its first two attempts: the receiver may be away for a moment", () => {
    for (const attempts of [1, 2]) {
      const next = afterFailure({ attempts, failingSince: start, now: start + days(50) })
      assert.deepStrictEqual(next, {
        _tag: "again",
        at: start + days(50) + Duration.toMillis(retryWaits[attempts - 1]!)
      })
    }
  })
})

describe("A signature", () => {
  const message = () => ({ id: "msg", at: Date.now(), body: '{"type":"webhook.test"}' })

  it("is one that Standard Webhooks takes, of each secret that is live", () => {
    const secrets = [newSecret(), newSecret()]
    const signed = message()
    const headers = signedHeaders(signed, secrets)
    for (const secret of secrets)
      assert.deepStrictEqual(new Webhook(secret).verify(signed.body, headers), {
        type: "webhook.test"
      })
  })

  it("is not taken of another secret, body, id or time", () => {
    const secret = newSecret()
    const signed = message()
    const headers = signedHeaders(signed, [secret])
    const isTaken = (body: string, changed: Readonly<Record<string, string>>, by = secret) => {
      try {
        return new Webhook(by).verify(body, { ...headers, ...changed }) !== undefined
      } catch {
        return false
      }
    }
    assert.isTrue(isTaken(signed.body, {}))
    assert.isFalse(isTaken(signed.body, {}, newSecret()))
    assert.isFalse(isTaken(`${signed.body} `, {}))
    assert.isFalse(isTaken(signed.body, { "webhook-id": "other" }))
    const later = String(Number(headers["webhook-timestamp"]) + 1)
    assert.isFalse(isTaken(signed.body, { "webhook-timestamp": later }))
  })
})

describe("A secret that is kept", () => {
  const box = secretBox(randomBytes(32))
  const secret = newSecret()

  it("can be read again, and does not stand in what is kept", () => {
    const sealed = box.seal("ann", secret)
    assert.strictEqual(box.open("ann", sealed), secret)
    assert.notInclude(Buffer.from(sealed).toString("latin1"), secret.slice(6))
    assert.notDeepEqual(box.seal("ann", secret), sealed)
  })

  it("cannot be read for another account, under another key, or when a bit is turned", () => {
    const sealed = Buffer.from(box.seal("ann", secret))
    assert.isUndefined(box.open("bob", sealed))
    assert.isUndefined(secretBox(randomBytes(32)).open("ann", sealed))
    for (let at = 0; at < sealed.length; at++) {
      const turned = Buffer.from(sealed)
      turned[at] = turned[at]! ^ 1
      assert.isUndefined(box.open("ann", turned), `octet ${at}`)
    }
    assert.isUndefined(box.open("ann", sealed.subarray(0, 20)))
  })
})
