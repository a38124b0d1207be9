/**
 * What Postgres refuses by its types, keys and CHECKs. A violation is a bug of the caller: it throws,
 * which Effect turns into a defect, and nothing of the append is stored.
 */
import { SqlError } from "effect/sql"

const refuse = (what: string): never => {
  throw new Error(`The store refuses ${what}`)
}

export const check = (condition: boolean, constraint: string): void => {
  if (!condition) refuse(`a row that violates: ${constraint}`)
}

/** Fails like Postgres on a duplicate key: callers read the constraint's name from the error. */
export const checkKey = (isUnique: boolean, constraint: string): void => {
  if (isUnique) return
  const cause = new Error(`duplicate key value violates unique constraint "${constraint}"`)
  throw new SqlError.SqlError({ reason: new SqlError.UniqueViolation({ cause, constraint }) })
}

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** In lower case, as Postgres prints it. */
export const uuid = (text: string): string => {
  const id = text.toLowerCase()
  return uuidShape.test(id) ? id : refuse(`"${text}" as a UUID`)
}

export const hex = (text: string): string => {
  const digits = text.toLowerCase()
  return /^(?:[0-9a-f]{2})*$/.test(digits) ? digits : refuse(`"${text}" as bytes in hex`)
}

/** Postgres accepts UTF-8 without U+0000. */
export const text = (value: string): string =>
  value.isWellFormed() && !value.includes("\0") ? value : refuse("a text that is not UTF-8")

/** Checks JSON and returns its text unchanged, because the exact text is stored. */
export const json = (value: string): string => {
  JSON.parse(text(value))
  return value
}

/** Credits stay below 2^53, well within a bigint. */
export const integer = (value: number): number =>
  Number.isSafeInteger(value) ? value : refuse(`${value} as a whole number`)
