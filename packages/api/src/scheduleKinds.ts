/**
 * The settings of each kind of source and sink: one table says which fields a kind needs and takes. A secret is not
 * among them. Each source and sink has at most one, which is stored encrypted and not shown again.
 */
import type { SinkKind, SourceKind } from "@rcpt/domain/Schedule"
import { Schema } from "effect"

import { fieldFault } from "./errors/errorTexts.ts"

/** As of webhooks: every client and proxy accepts a URL of so many characters. */
const sourceUrlCharsMax = 2_048

/** Characters of the name of a file or of a column. */
const nameCharsMax = 255

const text = (charsMax: number, description: string) => {
  const message = fieldFault("chars", { from: 1, to: charsMax })
  return Schema.optionalKey(
    Schema.String.annotate({ message })
      .check(Schema.isMinLength(1, { message }), Schema.isMaxLength(charsMax, { message }))
      .annotate({ description })
  )
}

/** Characters of a query or a statement. */
const sqlCharsMax = 4_096

/** Characters of the name of a user. */
const userCharsMax = 100

/** Lists of a listmonk, at most: their ids are in the URL of each page. */
const listsMax = 50
const listLimits = `must be a list of 1 to ${listsMax} ids, such as [1, 3]`

const listmonkUser = text(userCharsMax, "`listmonk`: the name of an API user of it.")

/** Fields of all kinds of sources. */
export const sourceFields = {
  list: text(
    nameCharsMax,
    "`list`: the file name of a list of the account. The newest list with this name is read."
  ),
  url: text(
    sourceUrlCharsMax,
    "`url`: a CSV file at an https URL, at most 32 MB. `listmonk`: its URL."
  ),
  email_column: text(
    nameCharsMax,
    "`url`: the column of the addresses, by its name. Default: the column whose name contains `email`."
  ),
  key_column: text(
    nameCharsMax,
    "`url`: the column that names a contact, such as `id`. It stays when the address changes. Default: the address."
  ),
  query: text(
    sqlCharsMax,
    "`postgres`: a query that returns two columns, the email address and a key: `email`, `key`. It runs in a read-only transaction."
  ),
  user: listmonkUser,
  lists: Schema.optionalKey(
    Schema.Array(Schema.Int.annotate({ message: listLimits }))
      .annotate({ message: listLimits })
      .check(
        Schema.isMinLength(1, { message: listLimits }),
        Schema.isMaxLength(listsMax, { message: listLimits })
      )
      .annotate({ description: "`listmonk`: the ids of its lists." })
  )
}

/** Fields of all kinds of sinks. */
export const sinkFields = {
  statement: text(
    sqlCharsMax,
    "`postgres`: run once for each change, and maybe again, with `:key`, `:email`, `:status`, `:sub_status`, `:recommendation` and `:checked_at`."
  ),
  url: text(sourceUrlCharsMax, "`listmonk`: its URL."),
  user: listmonkUser,
  blocklist: Schema.optionalKey(
    Schema.Boolean.annotate({
      message: fieldFault("boolean"),
      description:
        "`listmonk`: whether addresses that nothing should be sent to get on its blocklist. Default: false."
    })
  )
}

type SourceField = keyof typeof sourceFields
type SinkField = keyof typeof sinkFields

interface KindFacts<Field> {
  readonly needs: ReadonlyArray<Field>
  readonly takes: ReadonlyArray<Field>
  readonly secret: "none" | "optional" | "needed"
}

export const sourceKinds = {
  list: { needs: ["list"], takes: [], secret: "none" },
  url: { needs: ["url"], takes: ["email_column", "key_column"], secret: "optional" },
  postgres: { needs: ["query"], takes: [], secret: "needed" },
  listmonk: { needs: ["url", "user", "lists"], takes: [], secret: "needed" }
} as const satisfies Record<SourceKind, KindFacts<SourceField>>

export const sinkKinds = {
  webhook: { needs: [], takes: [], secret: "none" },
  postgres: { needs: ["statement"], takes: [], secret: "needed" },
  listmonk: { needs: ["url", "user"], takes: ["blocklist"], secret: "needed" }
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
