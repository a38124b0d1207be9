/** Why an Excel workbook cannot be read in the browser. */
import { whole } from "./numbers.ts"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("workbook", {
  notWorkbook: "This is not an Excel workbook, or it is damaged.",
  protected: "This workbook is protected by a password. Save it without one.",
  tooLarge: "This workbook is too large to read here. Save it as CSV.",
  tooManyColumns: (max: number) => `The sheet has more than ${whole(max)} columns.`,
  empty: "The first sheet of this workbook is empty."
})
