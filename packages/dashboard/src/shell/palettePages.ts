/** The pages of the palette and the shortcuts: those of the navigation, and what people call them. */
import type { PalettePage } from "../palette/paletteItems.ts"
import { account, administration, groups } from "./Navigation.tsx"

/** Other words for a page, by its path. */
const words: Readonly<Record<string, string>> = {
  "/": "home start dashboard checklist",
  "/verify": "check address single",
  "/bulk": "lists upload csv file jobs",
  "/ledger": "credits receipts charges statements books",
  "/keys": "token secret",
  "/webhooks": "endpoint deliveries events",
  "/usage": "statistics months",
  "/settings": "password sessions two-factor second factor sign out erase close",
  "/security": "audit events sign-ins",
  "/admin": "accounts grant credits health"
}

const reference: PalettePage = {
  href: "/docs",
  label: "API reference",
  words: "docs documentation help",
  outside: true
}

export const palettePages = (isAdmin: boolean): ReadonlyArray<PalettePage> => [
  ...[...groups, account, ...(isAdmin ? [administration] : [])].flatMap(({ links }) =>
    links.map(([href, label]) => ({ href, label, words: words[href] ?? "" }))
  ),
  reference
]
