import type { Catalogue } from "../en/catalogue.ts"

export const palette: Catalogue["palette"] = {}
