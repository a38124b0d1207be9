/** Why a workbook cannot be read here. The message is a sentence for the user. */
import { words } from "../words/workbook.tsx"

export class WorkbookError extends Error {
  override readonly name = "WorkbookError"
}

export const notWorkbook = new WorkbookError(words.notWorkbook)
