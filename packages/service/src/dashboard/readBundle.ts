/**
 * The files of a built dashboard, read into memory once: a request names one of them or none, and no
 * path of a request ever reaches the disk.
 */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { extname, join, relative, sep } from "node:path"

/** As in `Accept-Encoding`; `identity`: as it is. */
export type Encoding = "br" | "gzip" | "identity"

export interface StaticFile {
  readonly contentType: string
  /** Its name changes with its content, so it never has to be asked for again. */
  readonly isImmutable: boolean
  /** Always with `identity`. */
  readonly forms: ReadonlyMap<Encoding, Form>
}

export interface Form {
  readonly bytes: Uint8Array
  /** Strong, so each form has its own (RFC 9110 §8.8.3.3). */
  readonly etag: string
}

/** By path: `/index.html`, `/assets/….js`. */
export type Bundle = ReadonlyMap<string, StaticFile>

/** What a build of Vite consists of. */
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

/** Where Vite puts what it has named by a hash. */
const hashed = "/assets/"

/** Beside `x.js` lies `x.js.br`, made at build. */
const endings: ReadonlyArray<readonly [ending: string, encoding: Encoding]> = [
  [".br", "br"],
  [".gz", "gzip"]
]

const etagOf = (bytes: Uint8Array): string =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`

const formsOf = (path: string, files: ReadonlyMap<string, Uint8Array>) => {
  const forms = new Map<Encoding, Form>()
  const all = [["", "identity"] as const, ...endings]
  for (const [ending, encoding] of all) {
    const bytes = files.get(path + ending)
    if (bytes) forms.set(encoding, { bytes, etag: etagOf(bytes) })
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

/** Fails where the folder is not there, or has no `index.html`. */
export const readBundle = async (folder: string): Promise<Bundle> => {
  const files = await readAll(folder)
  if (!files.has("/index.html")) throw new Error(`${folder} has no index.html`)
  const paths = [...files.keys()].filter((path) => !endings.some(([end]) => path.endsWith(end)))
  return new Map(
    paths.map((path) => [
      path,
      {
        contentType: contentTypes[extname(path)] ?? "application/octet-stream",
        isImmutable: path.startsWith(hashed),
        forms: formsOf(path, files)
      }
    ])
  )
}
