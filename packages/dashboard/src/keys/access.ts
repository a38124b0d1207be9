/**
 * What a key may do, as a person chooses it. The API adds restrictions up: of "fast" and "read" the
 * latter takes everything that the former does, so the two together are "read" alone.
 */
import type { Key } from "@rcpt/api/Keys"

type Scopes = Key["scopes"]

export type Access = "full" | "fast" | "read"

interface AccessRow {
  readonly word: string
  readonly means: string
  readonly scopes: Scopes
}

export const accessRows: Readonly<Record<Access, AccessRow>> = {
  full: {
    word: "Full access",
    means: "Checks in fast and deep mode, lists, and the account itself: keys and webhooks.",
    scopes: []
  },
  fast: {
    word: "Fast checks only",
    means:
      "Checks and lists in fast mode, 1 credit at most for each address. No deep mode, no keys.",
    scopes: ["fast"]
  },
  read: {
    word: "Read only",
    means: "Balance, usage, ledger and results. It costs nothing and changes nothing.",
    scopes: ["read"]
  }
}

export const accessChoices = ["full", "fast", "read"] as const satisfies ReadonlyArray<Access>

export const accessOf = (scopes: Scopes): Access =>
  scopes.includes("read") ? "read" : scopes.includes("fast") ? "fast" : "full"
