import type { Catalogue } from "../en/catalogue.ts"

export const session: Catalogue["session"] = {}
