import type { Catalogue } from "../en/catalogue.ts"

export const job: Catalogue["job"] = {}
