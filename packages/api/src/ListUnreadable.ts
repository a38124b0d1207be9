/** Why a file is no list that can be read here. The dashboard and the command line have a sentence for each. */
import type { FileKind } from "./fileKind.ts"

export type UnreadableReason =
  | Exclude<FileKind, "workbook" | "openDocument" | "vcard" | "ldif" | "json" | "members">
  | "damaged"
  | "tooLarge"
  | "tooManyColumns"
  | "emptySheet"
  | "noSuchSheet"
  | "noAddress"

export class ListUnreadable extends Error {
  override readonly name = "ListUnreadable"
  readonly reason: UnreadableReason
  /** The limit, or the sheets that there are. */
  readonly detail: number | string

  constructor(reason: UnreadableReason, detail: number | string = "") {
    super(reason)
    this.reason = reason
    this.detail = detail
  }
}
