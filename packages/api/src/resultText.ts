/**
 * The JSON text of a result, as it is kept and as it goes out. `render` and the handlers write fields in the order of the
 * schemas, whose encoding changes nothing else, so what goes out is byte for byte what the schemas encode to
 * (test/api/resultText.test.ts). Their interpreter takes 7 µs for a result, this 2 (measured).
 */
import type { Language } from "@rcpt/domain/Mail"

import type { BatchResponse, BatchResultItem } from "./Batch.ts"
import { spoken } from "./render.ts"
import type { KeptResult } from "./render.ts"

type KeptItem = Omit<BatchResultItem, "result"> & { readonly result?: KeptResult }

/** A batch as it is kept. */
export type KeptBatch = Omit<BatchResponse, "results"> & {
  readonly results: ReadonlyArray<KeptItem>
}

export const keptText = (kept: KeptResult | KeptBatch): string => JSON.stringify(kept)

const spokenItem = (item: KeptItem, language: Language) =>
  item.result === undefined ? item : { ...item, result: spoken(item.result, language) }

/** Within a text of JSON, quotation marks of a value are escaped: this stands before reasons alone. */
const unsaid = '"reasons":[{'

/** What goes out for a text that is kept. Many results have no reason, and an old one is English as it is. */
export const spokenText = (text: string, language: Language): string => {
  if (language === "en" && !text.includes(unsaid)) return text
  const kept: KeptResult | KeptBatch = JSON.parse(text)
  return JSON.stringify(
    "results" in kept
      ? { ...kept, results: kept.results.map((item) => spokenItem(item, language)) }
      : spoken(kept, language)
  )
}
