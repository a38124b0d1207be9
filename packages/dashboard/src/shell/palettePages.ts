/** The pages of the palette and the shortcuts: those of the navigation, and what people call them. */
import type { PalettePage } from "../palette/paletteItems.ts"
import { words } from "../words/shell.tsx"
import { account, administration, groups } from "./Navigation.tsx"

const reference: PalettePage = {
  href: "/docs",
  label: words.reference,
  words: words.alsoCalled["/docs"],
  outside: true
}

export const palettePages = (isAdmin: boolean): ReadonlyArray<PalettePage> => [
  ...[...groups, account, ...(isAdmin ? [administration] : [])].flatMap(({ links }) =>
    links.map(([href]) => ({ href, label: words.pages[href], words: words.alsoCalled[href] }))
  ),
  reference
]
