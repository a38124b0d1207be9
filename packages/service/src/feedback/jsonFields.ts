/** The fields of JSON that no program of ours has written. */
import { smtpResponseCharsMax } from "@rcpt/api/Feedback"

export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown => {
  let found = value
  for (const name of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

/** A text or a number; empty texts say nothing. */
export const textAt = (
  value: unknown,
  ...path: ReadonlyArray<string | number>
): string | undefined => {
  const found = at(value, ...path)
  const text = typeof found === "number" ? String(found) : found
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined
}

export const listAt = (
  value: unknown,
  ...path: ReadonlyArray<string | number>
): ReadonlyArray<unknown> => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The JSON of a text; `undefined`: it is none. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const ofDate = (text: string | undefined): number | undefined => {
  const millis = Date.parse(text ?? "")
  return Number.isNaN(millis) ? undefined : millis
}

/** The texts that are there, each once, with a line for each. */
export const responseOf = (...texts: ReadonlyArray<string | undefined>): string | undefined => {
  const said = [...new Set(texts.filter((text) => text !== undefined))].join("\n")
  return said === "" ? undefined : said.slice(0, smtpResponseCharsMax)
}
