/** The German of words/workbook.tsx. */
import type { Catalogue } from "../Catalogue.ts"
import { whole } from "../numbers.ts"

export const workbook: Catalogue["workbook"] = {
  notWorkbook: "Das ist keine Excel-Arbeitsmappe, oder sie ist beschädigt.",
  protected:
    "Diese Arbeitsmappe ist durch ein Passwort geschützt. Speichern Sie sie ohne Passwort.",
  tooLarge: "Diese Arbeitsmappe ist zu groß, um hier gelesen zu werden. Speichern Sie sie als CSV.",
  tooManyColumns: (max) => `Das Tabellenblatt hat mehr als ${whole(max)} Spalten.`,
  empty: "Das erste Tabellenblatt dieser Arbeitsmappe ist leer."
}
