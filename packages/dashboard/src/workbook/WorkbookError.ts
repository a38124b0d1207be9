/** Why a workbook cannot be read here. The message is a sentence for the user. */
export class WorkbookError extends Error {
  override readonly name = "WorkbookError"
}

export const notWorkbook = new WorkbookError("This is not an Excel workbook, or it is damaged.")
