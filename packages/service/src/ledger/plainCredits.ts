/**
 * Decodes the two events of every check without their schemas: views and audits read millions of them. What is not
 * as usual is left to the schemas, which a test compares this with.
 */
import { creditsMax, Purpose, Receipt, Via } from "@rcpt/domain/Credits"
import type { CreditsEvent } from "@rcpt/domain/Credits"

type Fields = Readonly<Record<string, unknown>>
type Event<Tag> = Extract<CreditsEvent, { readonly _tag: Tag }>

const oneOf = <A extends string>({ literals }: { readonly literals: ReadonlyArray<A> }) => {
  const known: ReadonlySet<unknown> = new Set(literals)
  return (value: unknown): value is A => known.has(value)
}

const isKind = oneOf(Purpose.fields.kind)
const isMode = oneOf(Purpose.fields.mode)
const isStatus = oneOf(Receipt.fields.status)
const isVia = oneOf(Via)

const isInt = (value: unknown): value is number => Number.isSafeInteger(value)
const isText = (value: unknown): value is string => typeof value === "string"
const isCount = (value: unknown): value is number =>
  isInt(value) && value >= 1 && value <= creditsMax
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const purposeOf = (value: unknown): Purpose | undefined => {
  if (!isObject(value)) return undefined
  const { kind, mode, digest } = value
  if (!isKind(kind) || !isMode(mode)) return undefined
  if (digest === undefined) return { kind, mode }
  return isText(digest) ? { kind, mode, digest } : undefined
}

const receiptOf = (value: unknown): Receipt | undefined => {
  if (!isObject(value)) return undefined
  const { via, status, subStatus, score } = value
  if (!isStatus(status) || !isInt(score)) return undefined
  if (via !== undefined && !isVia(via)) return undefined
  if (subStatus !== undefined && !isText(subStatus)) return undefined
  return { ...(via && { via }), status, ...(subStatus !== undefined && { subStatus }), score }
}

const heldOf = ({ holdId, credits, expiresAt, purpose }: Fields) => {
  const is = isText(holdId) && isCount(credits) && (expiresAt === null || isInt(expiresAt))
  const known = is ? purposeOf(purpose) : undefined
  if (!is || known === undefined) return undefined
  const event: Event<"CreditsHeld"> = {
    _tag: "CreditsHeld",
    holdId,
    credits,
    expiresAt,
    purpose: known
  }
  return event
}

const chargedOf = ({ holdId, credits, receipt }: Fields) => {
  const known = receiptOf(receipt)
  if (!isText(holdId) || !isCount(credits) || known === undefined) return undefined
  const event: Event<"CreditsCharged"> = { _tag: "CreditsCharged", holdId, credits, receipt: known }
  return event
}

/** `undefined`: ask the schema. */
export const plainCredits = (type: string, data: Fields): CreditsEvent | undefined => {
  if (!isObject(data)) return undefined
  if (type === "CreditsHeld") return heldOf(data)
  return type === "CreditsCharged" ? chargedOf(data) : undefined
}
