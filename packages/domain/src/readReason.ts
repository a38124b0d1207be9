/**
 * Reads the reasons of answers that were kept before reasons were data: an answer had its English sentences. It goes when
 * no such answer is kept any more.
 */
import { reasonTexts, withinReasons } from "./reasons.ts"
import type { Reason } from "./reasons.ts"
import { patternOf } from "./sentences.ts"
import type { AnySaid, Texts } from "./sentences.ts"

type Read = (sentence: string) => AnySaid | undefined

/** `within`: reads a part, by its name. A sentence with a part that is not known is none of this table. */
const reader = (
  texts: Texts,
  within: Readonly<
    Record<string, (part: string) => AnySaid | ReadonlyArray<AnySaid> | undefined>
  > = {}
): Read => {
  const known = Object.entries(texts).map(([code, text]) => [code, patternOf(text)] as const)
  return (sentence) => {
    for (const [code, pattern] of known) {
      const found = pattern.exec(sentence)
      if (found === null) continue
      const parts = Object.entries(found.groups ?? {}).map(
        ([name, part]) => [name, within[name] ? within[name](part) : part] as const
      )
      if (parts.length === 0) return { code }
      if (parts.every(([, part]) => part !== undefined))
        return { code, parts: Object.fromEntries(parts) as NonNullable<AnySaid["parts"]> }
    }
    return undefined
  }
}

const list = reader(withinReasons.lists)

const read = reader(reasonTexts, {
  why: reader(withinReasons.why),
  sign: reader(withinReasons.sign),
  target: reader(withinReasons.target),
  lists: (lists) => {
    const read = lists.split(", ").map(list)
    return read.every((one) => one !== undefined) ? read : undefined
  }
})

/** `undefined`: no release has said it. */
export const readReason = (sentence: string): Reason | undefined =>
  read(sentence) as Reason | undefined
