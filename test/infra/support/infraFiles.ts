/** The files of infra/, read as what uses them does. */
import { readFileSync, readdirSync } from "node:fs"
import { extname, join, relative } from "node:path"

import { parseAllDocuments } from "yaml"

import { repository } from "./buildContext.ts"

export const infra = join(repository, "infra")

export interface InfraFile {
  /** From infra/. */
  readonly path: string
  readonly text: string
}

/** What make-secrets.sh and an operator make there. */
const isOwn = (path: string): boolean => path.startsWith("secrets/") || path === ".env"

export const infraFiles: ReadonlyArray<InfraFile> = readdirSync(infra, {
  recursive: true,
  withFileTypes: true
})
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => relative(infra, join(parentPath, name)))
  .filter((path) => !isOwn(path))
  .map((path) => ({ path, text: readFileSync(join(infra, path), "utf8") }))

export const textOf = (path: string): string => readFileSync(join(infra, path), "utf8")

/** Any value of YAML; its parts are asked for by name. */
export type Value = Readonly<Record<string, unknown>>

const readYaml = (text: string): ReadonlyArray<unknown> =>
  parseAllDocuments(text, { merge: true }).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]
    return document.toJS()
  })

/** By ending: the documents in a file. What has no row is no data. */
const readers: Readonly<Record<string, (text: string) => ReadonlyArray<unknown>>> = {
  ".yaml": readYaml,
  ".yml": readYaml,
  ".json": (text) => [JSON.parse(text)]
}

export const documentsIn = ({ path, text }: InfraFile): ReadonlyArray<Value> =>
  (readers[extname(path)]?.(text) ?? []) as ReadonlyArray<Value>

export const documentsOf = (path: string): ReadonlyArray<Value> =>
  documentsIn({ path, text: textOf(path) })

/** `name=value` lines. */
export const environmentIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
  )

/** Every value below one, with its path. */
export const valuesIn = (value: unknown, at = ""): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => valuesIn(inner, `${at}/${key}`))
    : [[at, value]]
