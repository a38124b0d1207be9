import type { Catalogue } from "../en/catalogue.ts"

export const workbook: Catalogue["workbook"] = {}
