/** Chooses the compressed form of a file by `Accept-Encoding` (RFC 9110 §12.5.3). */
import type { Encoding, Form } from "./StaticFile.ts"

/** The smallest first: it wins when the client weighs several equally. */
const encodings: ReadonlyArray<Encoding> = ["br", "gzip", "identity"]

/** `gzip;q=0.8, br` → the weight of each encoding. */
const weightsOf = (acceptEncoding: string): ReadonlyMap<string, number> =>
  new Map(
    acceptEncoding.split(",").map((item) => {
      const [name = "", ...parameters] = item.toLowerCase().split(";")
      const weight = parameters.map((part) => part.trim()).find((part) => part.startsWith("q="))
      const value = weight === undefined ? 1 : Number(weight.slice(2))
      return [name.trim(), Number.isNaN(value) ? 0 : value] as const
    })
  )

/** An encoding that is not listed: `identity` is acceptable, the others are not. */
const weightOf = (weights: ReadonlyMap<string, number>, encoding: Encoding): number =>
  weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? 0.001 : 0)

/** `identity` where the client accepts none: a response that it may not read is better than none. */
export const acceptedForm = (
  forms: ReadonlyMap<Encoding, Form>,
  acceptEncoding: string | undefined
): readonly [encoding: Encoding, form: Form] => {
  const weights = weightsOf(acceptEncoding ?? "")
  let best: readonly [Encoding, Form] = ["identity", forms.get("identity")!]
  let bestWeight = 0
  for (const encoding of encodings) {
    const form = forms.get(encoding)
    const weight = weightOf(weights, encoding)
    if (form && weight > bestWeight) [best, bestWeight] = [[encoding, form], weight]
  }
  return best
}
