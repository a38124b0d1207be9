import { batchAddressesMax } from "@rcpt/api/Batch"
import { lookUpWaitMax } from "@rcpt/service/accounts/ApiKeys"
import { cacheLifetime } from "@rcpt/service/accounts/CredentialCache"
import { revocationWait } from "@rcpt/service/accounts/Revocations"
import { signInWaitMax } from "@rcpt/service/http/handlers/session"
import { claimWaitMax } from "@rcpt/service/ledger/idempotency/Idempotency"
import { commandWaitMax } from "@rcpt/service/ledger/Ledger"
import { leaseWaitMax } from "@rcpt/service/limits/RateLimits"
import { silenceMax, timeouts } from "@rcpt/service/platform/Database"
import { readWaitMax } from "@rcpt/service/platform/readTimeout"
import { requestHoldLifetime } from "@rcpt/service/verify/verifyAddress"
import { batchHoldLifetime, batchPatience } from "@rcpt/service/verify/verifyBatch"
import { answerWaitMax, lookupWaitMax } from "@rcpt/verifier/limits"
import { queueWaitMax, smtpTimeouts } from "@rcpt/verifier/smtp/limits"
import { Duration } from "effect"

import { describe, expect, it } from "../support/vitest.ts"

const millis = Duration.toMillis

describe("The time limits of a request", () => {
  it("let its hold outlive all its waits", () => {
    const ledger = millis(lookUpWaitMax) + 2 * millis(commandWaitMax)
    const checks = millis(lookupWaitMax) + millis(queueWaitMax) + millis(smtpTimeouts.total)
    expect(millis(requestHoldLifetime)).toBeGreaterThan(2 * (ledger + checks))
  })

  it("let the holds of a batch outlive it, even when addresses are checked one by one", () => {
    const alone = millis(answerWaitMax) + millis(commandWaitMax)
    const oneByOne = millis(batchPatience) + batchAddressesMax * alone
    expect(millis(batchHoldLifetime)).toBeGreaterThan(oneByOne)
  })

  it("allow a response within 5 s when the database does not respond", () => {
    const before = millis(lookUpWaitMax) + millis(leaseWaitMax)
    for (const wait of [commandWaitMax, claimWaitMax, readWaitMax])
      expect(before + millis(wait)).toBeLessThan(5_000)
    expect(millis(signInWaitMax)).toBeLessThan(5_000)
  })

  it("let a revocation outwait every cached key, and still be answered", () => {
    expect(millis(revocationWait)).toBeGreaterThanOrEqual(1.01 * millis(cacheLifetime))
    expect(millis(readWaitMax)).toBeGreaterThan(2 * millis(revocationWait))
  })

  it("take the locks of a frozen node while others still wait for them", () => {
    const { idle_in_transaction_session_timeout: idle, lock_timeout: wait } = timeouts
    expect(Number(idle)).toBeLessThan(Number(wait))
  })

  it("end a stuck statement while its command still waits, first on the server", () => {
    expect(Number(timeouts.lock_timeout)).toBeLessThan(Number(timeouts.statement_timeout))
    expect(Number(timeouts.statement_timeout)).toBeLessThan(silenceMax)
    expect(silenceMax).toBeLessThan(millis(commandWaitMax))
  })
})
