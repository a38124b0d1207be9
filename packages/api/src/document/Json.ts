/** A JSON object of the OpenAPI document, and how its values are replaced. */
export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const mapValues = <A, B>(
  record: Readonly<Record<string, A>>,
  f: (value: A, key: string) => B
): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value, key)]))

/** The values of these keys are not schemas, and stay. */
const verbatim: ReadonlySet<string> = new Set(["example", "examples", "default", "enum"])

/** Applies `f` to each object of the document, from the innermost outwards. */
export const mapObjects = (value: unknown, f: (object: Json) => Json): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, f))
  if (!isObject(value)) return value
  return f(mapValues(value, (inner, key) => (verbatim.has(key) ? inner : mapObjects(inner, f))))
}
