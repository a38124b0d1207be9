/** What there is to do for a batch: each address once, however often and in whatever case it comes. */
import { unverifiable } from "@rcpt/api/query"

export interface BatchItem {
  /** As it was sent. */
  readonly email: string
  /** Why there is nothing to verify. */
  readonly error?: string
  /** Its place among `checks`. */
  readonly check?: number
  /** The same address came before in this batch. */
  readonly repeat: boolean
}

export interface BatchPlan {
  readonly items: ReadonlyArray<BatchItem>
  /** Addresses to verify, in the order in which they came first. */
  readonly checks: ReadonlyArray<string>
}

export const planBatch = (emails: ReadonlyArray<string>): BatchPlan => {
  const places = new Map<string, number>()
  const checks: Array<string> = []
  const items = emails.map((email): BatchItem => {
    const error = unverifiable(email)
    if (error !== undefined) return { email, error, repeat: false }
    const address = email.trim().toLowerCase()
    const before = places.get(address)
    if (before !== undefined) return { email, check: before, repeat: true }
    places.set(address, checks.length)
    return { email, check: checks.push(email) - 1, repeat: false }
  })
  return { items, checks }
}
