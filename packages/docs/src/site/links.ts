/**
 * Turns the link of a Markdown file into one of the site. Files link to each other by relative paths, as the
 * repository shows them; on the site each page has a path of its own.
 */
import { posix } from "node:path"

import type { SitePage } from "./sitePages.ts"

export type Target =
  | { readonly _tag: "page"; readonly href: string }
  /** Another site, a section of the same page, or a path of the service such as `/keys`. */
  | { readonly _tag: "address"; readonly href: string }
  /** A picture of the docs. */
  | { readonly _tag: "asset"; readonly href: string }
  /** A file of the repository that is no page: its path is shown, without a link. */
  | { readonly _tag: "file"; readonly path: string }

/** Pictures are served from here. */
export const assetsFolder = "packages/docs/assets/"

export const docsPath = "/docs"

export const hrefOf = (path: string): string => (path === "" ? docsPath : `${docsPath}/${path}`)

/** `file` is the path of the Markdown file in the repository. */
export const targetOf = (link: string, file: string, pages: ReadonlyArray<SitePage>): Target => {
  if (/^(?:[a-z]+:|#|\/)/i.test(link)) return { _tag: "address", href: link }
  const [path = "", fragment] = link.split("#", 2)
  const target = posix.join(posix.dirname(file), path)
  const page = pages.find((candidate) => candidate.file === target)
  if (page !== undefined)
    return { _tag: "page", href: hrefOf(page.path) + (fragment ? `#${fragment}` : "") }
  if (target.startsWith(assetsFolder))
    return { _tag: "asset", href: `${docsPath}/assets/${target.slice(assetsFolder.length)}` }
  return { _tag: "file", path: target }
}
