/** Errors that the service writes. Pages show the English as it is; another language knows each by its form. */
import { wordsOf } from "./translation.ts"

export const words = wordsOf("sentences", {
  /** `code` is that of `X-Error-Code`. */
  problem: (sentence: string, _code: string | undefined): string => sentence,
  /** What is wrong with a field, as in "must be 1 to 100 visible characters", without the field's name. */
  fieldFault: (fault: string): string | undefined => fault
})
