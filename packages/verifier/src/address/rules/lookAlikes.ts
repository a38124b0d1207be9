/** Letters of other alphabets that look like one of a to z in common fonts. */
export interface LookAlikeRow {
  readonly letters: string
  /** In the same order. */
  readonly like: string
  readonly source: string
}

const confusables = "Unicode UTS #39, confusables.txt: the same prototype as the letter"
const chromium = "Chromium, idn_spoof_checker.cc: its supplement to UTS #39"

export const lookAlikes: ReadonlyArray<LookAlikeRow> = [
  // Cyrillic.
  { letters: "асԁеһіјорԛѕԝхуѵ", like: "acdehijopqswxyv", source: confusables },
  { letters: "кмтвнпӏ", like: "kmtbhnl", source: chromium },
  // Greek.
  { letters: "αγινορυ", like: "ayivopu", source: confusables },
  { letters: "κχ", like: "kx", source: chromium },
  // Of phonetic writing. The dotless i is none of them: it is a letter of Turkish.
  { letters: "ɑɡ", like: "ag", source: confusables }
]
