/**
 * The access levels that a user chooses from. The API combines scopes, and each one restricts the key:
 * "read" forbids everything that "fast" forbids, so both together are the same as "read".
 */
import type { Key } from "@rcpt/api/Keys"

import { words } from "../words/keys.tsx"

type Scopes = Key["scopes"]

export type Access = "full" | "fast" | "read"

interface AccessLevel {
  readonly label: string
  readonly hint: string
  readonly scopes: Scopes
}

export const accessLevels: Readonly<Record<Access, AccessLevel>> = {
  full: { ...words.access.full, scopes: [] },
  fast: { ...words.access.fast, scopes: ["fast"] },
  read: { ...words.access.read, scopes: ["read"] }
}

export const accessChoices = ["full", "fast", "read"] as const satisfies ReadonlyArray<Access>

export const accessOf = (scopes: Scopes): Access =>
  scopes.includes("read") ? "read" : scopes.includes("fast") ? "fast" : "full"
