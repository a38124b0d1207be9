import type { Catalogue } from "../en/catalogue.ts"

export const people: Catalogue["people"] = {}
