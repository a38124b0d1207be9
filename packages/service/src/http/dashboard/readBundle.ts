/**
 * Reads the files of a built dashboard into memory, once. Requests are served from memory, so no
 * request path ever reaches the disk.
 */
import { readdir, readFile } from "node:fs/promises"
import { extname, join, relative, sep } from "node:path"

import { formOf } from "../staticFiles/StaticFile.ts"
import type { Encoding, Form, StaticFile } from "../staticFiles/StaticFile.ts"

/** By path: `/index.html`, `/assets/….js`. */
export type Bundle = ReadonlyMap<string, StaticFile>

/** The file types of a Vite build. */
const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2"
}

/** Vite puts the files with a hash in their names here. */
const hashedFolder = "/assets/"

/** The build writes `x.js.br` next to `x.js`. */
const endings: ReadonlyArray<readonly [ending: string, encoding: Encoding]> = [
  [".br", "br"],
  [".gz", "gzip"]
]

const formsOf = (path: string, files: ReadonlyMap<string, Uint8Array>) => {
  const forms = new Map<Encoding, Form>()
  const all = [["", "identity"] as const, ...endings]
  for (const [ending, encoding] of all) {
    const bytes = files.get(path + ending)
    if (bytes) forms.set(encoding, formOf(bytes))
  }
  return forms
}

const readAll = async (folder: string): Promise<ReadonlyMap<string, Uint8Array>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const read = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [`/${relative(folder, file).split(sep).join("/")}`, await readFile(file)] as const
    })
  return new Map(await Promise.all(read))
}

/** Fails when the folder does not exist or has no `index.html`. */
export const readBundle = async (folder: string): Promise<Bundle> => {
  const files = await readAll(folder)
  if (!files.has("/index.html")) throw new Error(`${folder} has no index.html`)
  const paths = [...files.keys()].filter(
    (path) => !endings.some(([ending]) => path.endsWith(ending))
  )
  return new Map(
    paths.map((path) => [
      path,
      {
        contentType: contentTypes[extname(path)] ?? "application/octet-stream",
        isImmutable: path.startsWith(hashedFolder),
        forms: formsOf(path, files)
      }
    ])
  )
}
