import type { Catalogue } from "../en/catalogue.ts"

export const ledger: Catalogue["ledger"] = {}
