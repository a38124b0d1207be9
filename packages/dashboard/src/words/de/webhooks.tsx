import type { Catalogue } from "../en/catalogue.ts"

export const webhooks: Catalogue["webhooks"] = {}
