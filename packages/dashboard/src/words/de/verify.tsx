import type { Catalogue } from "../en/catalogue.ts"

export const verify: Catalogue["verify"] = {}
