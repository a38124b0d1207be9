import { describe, expect, it } from "@effect/vitest"
import { batchAddressesMax } from "@rcpt/api/Batch"
import { lookUpWaitMax } from "@rcpt/service/accounts/ApiKeys"
import { believedFor } from "@rcpt/service/accounts/KnownKeys"
import { revocationWait } from "@rcpt/service/accounts/Revocations"
import { silenceMax, timeouts } from "@rcpt/service/Database"
import { requestHoldLifetime } from "@rcpt/service/flows/verifyAddress"
import { batchHoldLifetime, batchPatience } from "@rcpt/service/flows/verifyBatch"
import { adminWaitMax } from "@rcpt/service/http/adminHandlers"
import { keysWaitMax } from "@rcpt/service/http/keysHandlers"
import { ledgerWaitMax } from "@rcpt/service/http/ledgerHandlers"
import { sessionWaitMax, signInWaitMax } from "@rcpt/service/http/sessionHandlers"
import { claimWaitMax } from "@rcpt/service/idempotency/Idempotency"
import { orderWaitMax } from "@rcpt/service/ledger/Ledger"
import { leaseWaitMax } from "@rcpt/service/limits/RateLimits"
import { answerWaitMax, learnWaitMax } from "@rcpt/verifier/limits"
import { slotWaitMax, smtpWaits } from "@rcpt/verifier/smtp/limits"
import { Duration } from "effect"

const millis = Duration.toMillis

describe("The limits of a request", () => {
  it("let its hold outlive everything that it may wait for", () => {
    const ledger = millis(lookUpWaitMax) + 2 * millis(orderWaitMax)
    const checks = millis(learnWaitMax) + millis(slotWaitMax) + millis(smtpWaits.whole)
    expect(millis(requestHoldLifetime)).toBeGreaterThan(2 * (ledger + checks))
  })

  it("let the holds of a batch outlive it, also when one address has to wait for another", () => {
    const alone = millis(answerWaitMax) + millis(orderWaitMax)
    const oneByOne = millis(batchPatience) + batchAddressesMax * alone
    expect(millis(batchHoldLifetime)).toBeGreaterThan(oneByOne)
  })

  it("answer within 5 s when the database is silent from the start", () => {
    const before = millis(lookUpWaitMax) + millis(leaseWaitMax)
    const inHttp = [adminWaitMax, keysWaitMax, ledgerWaitMax, sessionWaitMax]
    for (const wait of [orderWaitMax, claimWaitMax, ...inHttp])
      expect(before + millis(wait)).toBeLessThan(5_000)
    expect(millis(signInWaitMax)).toBeLessThan(5_000)
  })

  it("let a revocation wait for longer than any node believes a key, and be answered", () => {
    expect(millis(revocationWait)).toBeGreaterThanOrEqual(1.01 * millis(believedFor))
    expect(millis(keysWaitMax)).toBeGreaterThan(2 * millis(revocationWait))
    expect(millis(adminWaitMax)).toBeGreaterThan(2 * millis(revocationWait))
    expect(millis(sessionWaitMax)).toBeGreaterThan(2 * millis(revocationWait))
  })

  it("end a stuck statement while its order still waits, by the server first", () => {
    expect(Number(timeouts.lock_timeout)).toBeLessThan(Number(timeouts.statement_timeout))
    expect(Number(timeouts.statement_timeout)).toBeLessThan(silenceMax)
    expect(silenceMax).toBeLessThan(millis(orderWaitMax))
  })
})
