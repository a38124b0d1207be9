/** Which of a file's compressed forms a client takes (RFC 9110 §12.5.3). */
import type { Encoding, Form } from "../dashboard/readBundle.ts"

/** The smallest first; of what a client likes equally we send the smaller. */
const ours: ReadonlyArray<Encoding> = ["br", "gzip", "identity"]

/** `gzip;q=0.8, br` → each with its weight. */
const weightsOf = (acceptEncoding: string): ReadonlyMap<string, number> =>
  new Map(
    acceptEncoding.split(",").map((item) => {
      const [name = "", ...parameters] = item.toLowerCase().split(";")
      const weight = parameters.map((word) => word.trim()).find((word) => word.startsWith("q="))
      const value = weight === undefined ? 1 : Number(weight.slice(2))
      return [name.trim(), Number.isNaN(value) ? 0 : value] as const
    })
  )

/** Without a word about it `identity` is taken, the others are not. */
const weightOf = (weights: ReadonlyMap<string, number>, encoding: Encoding): number =>
  weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? 0.001 : 0)

/** `identity` where a client takes none: an answer that it may not read is better than none. */
export const acceptedForm = (
  forms: ReadonlyMap<Encoding, Form>,
  acceptEncoding: string | undefined
): readonly [encoding: Encoding, form: Form] => {
  const weights = weightsOf(acceptEncoding ?? "")
  let best: readonly [Encoding, Form] = ["identity", forms.get("identity")!]
  let bestWeight = 0
  for (const encoding of ours) {
    const form = forms.get(encoding)
    const weight = weightOf(weights, encoding)
    if (form && weight > bestWeight) [best, bestWeight] = [[encoding, form], weight]
  }
  return best
}
