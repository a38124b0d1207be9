/**
 * Moves the description of a field beside its schema. A schema with a name has one description for all fields, so the
 * description of one field is an annotation of its key (`Schema.annotateKey`), and so is one that a check behind it would
 * hide. Effect puts it into an `allOf`, where few clients read it.
 */
import { mapObjects } from "./Json.ts"
import type { Json } from "./Json.ts"

const isDescription = (part: object): boolean => Object.keys(part).join() === "description"

const inPlace = (object: Json): Json => {
  const { allOf, ...rest } = object
  if (!Array.isArray(allOf)) return object
  const parts: ReadonlyArray<Json> = allOf
  const descriptions = parts.filter(isDescription)
  const others = parts.filter((part) => !isDescription(part))
  if (descriptions.length === 0) return object
  if (others.length === 0) return Object.assign({}, rest, ...descriptions)
  return Object.keys(rest).length === 0 && others.length === 1
    ? Object.assign({}, ...others, ...descriptions)
    : object
}

export const describedInPlace = <A extends object>(document: A): A =>
  mapObjects(document, inPlace) as A
