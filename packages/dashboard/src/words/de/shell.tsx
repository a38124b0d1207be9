import type { Catalogue } from "../en/catalogue.ts"

export const shell: Catalogue["shell"] = {
  language: "Sprache"
}
