/** A chosen list, and what of it is sent. */
import type { UploadPrice } from "@rcpt/api/Jobs"

import type { LayoutParts } from "./listLayout.ts"

export type Mode = UploadPrice["mode"]

/** A chosen file. The same file chosen again is another list. */
export interface List {
  readonly id: string
  readonly file: File
}

/** The file as it was chosen or repaired, with the parts of the form that describe it. */
export interface ListUpload {
  /** Other uploads of the same list have another key. */
  readonly key: string
  readonly file: File
  readonly parts: LayoutParts
}
