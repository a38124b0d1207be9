/** Letters of other alphabets that look like one of a to z in common fonts. */
export interface LookAlikeRow {
  readonly letters: string
  /** In the same order. */
  readonly like: string
  readonly source: string
}

const confusables = "Unicode UTS #39, confusables.txt: same prototype as the letter"

export const lookAlikes: ReadonlyArray<LookAlikeRow> = [
  // Cyrillic.
  { letters: "асԁеһіјӏорԛѕԝхуѵ", like: "acdehijlopqswxyv", source: confusables },
  { letters: "кмтвнгп", like: "kmtbhrn", source: "looks alike in handwriting and capitals" },
  // Greek.
  { letters: "αγικνορτυχ", like: "ayiknoptux", source: confusables },
  // Latin letters that are on few keyboards.
  { letters: "ıɑɡɩ", like: "iagi", source: confusables }
]
