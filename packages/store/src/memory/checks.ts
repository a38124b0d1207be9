/**
 * What Postgres refuses by its types, keys and CHECKs. A breach is a bug of the caller: it throws,
 * which an Effect turns into a defect, and nothing of the append is kept.
 */
import { SqlError } from "effect/sql"

const refuse = (what: string): never => {
  throw new Error(`The store refuses ${what}`)
}

export const check = (isSo: boolean, says: string): void => {
  if (!isSo) refuse(`a row that breaks: ${says}`)
}

/** A key that is taken. The very error of Postgres: a caller may look which key it was. */
export const checkKey = (isFree: boolean, constraint: string): void => {
  if (isFree) return
  const cause = new Error(`duplicate key value violates unique constraint "${constraint}"`)
  throw new SqlError.SqlError({ reason: new SqlError.UniqueViolation({ cause, constraint }) })
}

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** As Postgres writes it: in lower case. */
export const uuid = (text: string): string => {
  const id = text.toLowerCase()
  return uuidShape.test(id) ? id : refuse(`"${text}" as a UUID`)
}

export const hex = (text: string): string => {
  const digits = text.toLowerCase()
  return /^(?:[0-9a-f]{2})*$/.test(digits) ? digits : refuse(`"${text}" as bytes in hex`)
}

/** Texts of Postgres are UTF-8 without U+0000. */
export const text = (value: string): string =>
  value.isWellFormed() && !value.includes("\0") ? value : refuse("a text that is not UTF-8")

/** The very text is kept, so it is only looked at. */
export const json = (value: string): string => {
  JSON.parse(text(value))
  return value
}

/** Credits stay below 2^53, far inside a bigint. */
export const whole = (value: number): number =>
  Number.isSafeInteger(value) ? value : refuse(`${value} as a whole number`)
