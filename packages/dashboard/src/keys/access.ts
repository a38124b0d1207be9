/**
 * The access levels that a user chooses from. The API combines scopes, and each one restricts the key:
 * "read" forbids everything that "fast" forbids, so both together are the same as "read".
 */
import type { Key } from "@rcpt/api/Keys"

type Scopes = Key["scopes"]

export type Access = "full" | "fast" | "read"

interface AccessLevel {
  readonly label: string
  readonly hint: string
  readonly scopes: Scopes
}

export const accessLevels: Readonly<Record<Access, AccessLevel>> = {
  full: {
    label: "Full access",
    hint: "Fast and deep checks, lists, API keys and webhooks.",
    scopes: []
  },
  fast: {
    label: "Fast checks only",
    hint: "Fast checks and lists, at most 1 credit per address. No deep mode, no API keys.",
    scopes: ["fast"]
  },
  read: {
    label: "Read only",
    hint: "Balance, usage, ledger and results. Spends no credits and changes nothing.",
    scopes: ["read"]
  }
}

export const accessChoices = ["full", "fast", "read"] as const satisfies ReadonlyArray<Access>

export const accessOf = (scopes: Scopes): Access =>
  scopes.includes("read") ? "read" : scopes.includes("fast") ? "fast" : "full"
