import { describe, expect, it } from "@effect/vitest"
import { silenceMax, timeouts } from "@rcpt/service/Database"
import { requestHoldLifetime } from "@rcpt/service/flows/verifyAddress"
import { lookUpWaitMax } from "@rcpt/service/http/authentication"
import { orderWaitMax } from "@rcpt/service/ledger/Ledger"
import { learnWaitMax } from "@rcpt/verifier/limits"
import { slotWaitMax, smtpWaits } from "@rcpt/verifier/smtp/limits"
import { Duration } from "effect"

const millis = Duration.toMillis

describe("The limits of a request", () => {
  it("let its hold outlive everything that it may wait for", () => {
    const ledger = millis(lookUpWaitMax) + 2 * millis(orderWaitMax)
    const checks = millis(learnWaitMax) + millis(slotWaitMax) + millis(smtpWaits.whole)
    expect(millis(requestHoldLifetime)).toBeGreaterThan(2 * (ledger + checks))
  })

  it("answer within 5 s when the database is silent from the start", () => {
    expect(millis(lookUpWaitMax) + millis(orderWaitMax)).toBeLessThan(5_000)
  })

  it("end a stuck statement while its order still waits, by the server first", () => {
    expect(Number(timeouts.lock_timeout)).toBeLessThan(Number(timeouts.statement_timeout))
    expect(Number(timeouts.statement_timeout)).toBeLessThan(silenceMax)
    expect(silenceMax).toBeLessThan(millis(orderWaitMax))
  })
})
