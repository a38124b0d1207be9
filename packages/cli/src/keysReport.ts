/** API keys as text of 80 columns, for `rcpt keys`. */
import type { IssuedKey, Key } from "@rcpt/api/Keys"

import { minuteOf, painter, printable, wrapped } from "./report.ts"

const indent = "  "

const restrictions: Readonly<Record<Key["scopes"][number], string>> = {
  fast: "no deep mode",
  read: "read only, no spending and no changes"
}

const restrictionOf = (scopes: Key["scopes"]): string =>
  scopes.length === 0 ? "none" : scopes.map((scope) => restrictions[scope] ?? scope).join("; ")

const row = (label: string, value: string): string => {
  const first = `${indent}${label.padEnd("restriction".length)}  `
  return wrapped(value, first, " ".repeat(first.length))
}

const card = (key: Key, title: string): string =>
  [
    title,
    row("id", key.id),
    row("ends with", key.last4),
    row("restriction", restrictionOf(key.scopes)),
    row("created", minuteOf(key.created_at)),
    row("last used", key.last_used_at === null ? "never" : minuteOf(key.last_used_at))
  ].join("\n")

export const keysReport = (keys: ReadonlyArray<Key>, canColor: boolean): string => {
  const paint = painter(canColor)
  return keys.map((key) => card(key, paint("bold", printable(key.name)))).join("\n\n")
}

export const issuedNote = ({ id, name, scopes }: IssuedKey): string =>
  [
    wrapped(`API key "${name}" created. It is shown only once: store it now.`, "", ""),
    row("id", id),
    row("restriction", restrictionOf(scopes))
  ].join("\n")
