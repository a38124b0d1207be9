/**
 * The settings of each kind of source and sink: one table says which fields a kind needs and takes. A secret is not
 * among them. Each source and sink has at most one, which is stored encrypted and not shown again.
 */
import type { SinkKind, SourceKind } from "@rcpt/domain/Schedule"
import { Schema } from "effect"

/** As of webhooks: every client and proxy accepts a URL of so many characters. */
export const sourceUrlCharsMax = 2_048

/** Characters of the name of a file or of a column. */
const nameCharsMax = 255

const text = (charsMax: number, description: string) => {
  const message = `must be 1 to ${charsMax} characters`
  return Schema.optionalKey(
    Schema.String.annotate({ message })
      .check(Schema.isMinLength(1, { message }), Schema.isMaxLength(charsMax, { message }))
      .annotate({ description })
  )
}

/** Fields of all kinds of sources. */
export const sourceFields = {
  list: text(
    nameCharsMax,
    "`list`: the file name of a list of the account. The newest list with this name is read."
  ),
  url: text(sourceUrlCharsMax, "`url`: a CSV file at an https URL, at most 32 MB."),
  email_column: text(
    nameCharsMax,
    "`url`: the column of the addresses, by its name. Default: the column whose name contains `email`."
  ),
  key_column: text(
    nameCharsMax,
    "`url`: the column that names a contact, such as `id`. It stays when the address changes. Default: the address."
  )
}

/** Fields of all kinds of sinks. */
export const sinkFields = {}

type SourceField = keyof typeof sourceFields
type SinkField = keyof typeof sinkFields

interface KindFacts<Field> {
  readonly needs: ReadonlyArray<Field>
  readonly takes: ReadonlyArray<Field>
  readonly secret: "none" | "optional" | "needed"
}

export const sourceKinds = {
  list: { needs: ["list"], takes: [], secret: "none" },
  url: { needs: ["url"], takes: ["email_column", "key_column"], secret: "optional" }
} as const satisfies Record<SourceKind, KindFacts<SourceField>>

export const sinkKinds = {
  webhook: { needs: [], takes: [], secret: "none" }
} as const satisfies Record<SinkKind, KindFacts<SinkField>>

const SourceFields = Schema.Struct(sourceFields)
const SinkFields = Schema.Struct(sinkFields)

/** What a kind needs is there, and what it takes may be. */
type SettingsOf<All, Facts extends KindFacts<keyof All>> = Required<
  Pick<All, Facts["needs"][number]>
> &
  Pick<All, Facts["takes"][number]>

export type SourceSettings = {
  readonly [K in SourceKind]: SettingsOf<typeof SourceFields.Type, (typeof sourceKinds)[K]>
}
export type SinkSettings = {
  readonly [K in SinkKind]: SettingsOf<typeof SinkFields.Type, (typeof sinkKinds)[K]>
}
