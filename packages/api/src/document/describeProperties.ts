/** Describes each property whose schema does not, so that clients have a comment for each field. */
import { isObject, mapObjects, mapValues } from "./Json.ts"
import type { Json } from "./Json.ts"
import { propertyDescriptions } from "./propertyDescriptions.ts"

const described =
  (owner: string) =>
  (field: unknown, name: string): unknown => {
    if (!isObject(field) || field["description"] !== undefined) return field
    const description = propertyDescriptions[`${owner}.${name}`] ?? propertyDescriptions[name]
    return description === undefined ? field : { ...field, description }
  }

const withDescriptions =
  (owner: string) =>
  (object: Json): Json =>
    isObject(object["properties"])
      ? { ...object, properties: mapValues(object["properties"], described(owner)) }
      : object

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

export const describeProperties = (document: Json): Json => {
  const { components } = document as unknown as Document
  const schemas = mapValues(components.schemas, (schema, name) =>
    mapObjects(schema, withDescriptions(name))
  )
  return { ...document, components: { ...components, schemas } }
}
