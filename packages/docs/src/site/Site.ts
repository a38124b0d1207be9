/**
 * The documentation as files of a web site, made from the Markdown of the repository when they are first
 * asked for: most processes never serve a page, and none has to be built.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"

import { layout } from "./layout.ts"
import { assetsFolder, hrefOf } from "./links.ts"
import { renderPage } from "./renderPage.ts"
import type { RenderedPage } from "./renderPage.ts"
import { searchEntries } from "./searchIndex.ts"
import { sitePages, siteSections } from "./sitePages.ts"
import type { SitePage } from "./sitePages.ts"

interface SiteFile {
  readonly contentType: string
  readonly text: string
}

const root = join(import.meta.dirname, "../../../..")

const read = (file: string): Promise<string> => readFile(join(root, file), "utf8")

const html = "text/html; charset=utf-8"
const css = "text/css; charset=utf-8"
const plain = "text/plain; charset=utf-8"

const rendered = async (page: SitePage): Promise<RenderedPage> =>
  renderPage(await read(page.file), page, sitePages)

const searchIndex = async (): Promise<string> => {
  const all = siteSections.flatMap(({ title, pages }) =>
    pages.map(async (page) => searchEntries(page, title, await rendered(page)))
  )
  return JSON.stringify((await Promise.all(all)).flat())
}

/** https://llmstxt.org: what there is, with a line about each, and where to read it as Markdown. */
const llmsText = async (): Promise<string> => {
  const sections = await Promise.all(
    siteSections.map(async ({ title, pages }) => {
      const lines = await Promise.all(
        pages.map(async (page) => {
          const { summary, title: name } = await rendered(page)
          const path = page.path === "" ? "index" : page.path
          return `- [${name}](${hrefOf(path)}.md): ${summary}`
        })
      )
      return `## ${title}\n\n${lines.join("\n")}`
    })
  )
  const about =
    "> Email verification with a ledger that anybody can audit; self-hosted, open source."
  return `# rcpt\n\n${about}\n\nOpenAPI 3.1: /api/v1/openapi.json\n\n${sections.join("\n\n")}\n`
}

/** The dashboard's colours and lengths, so that both look alike. Text first: the page's own narrow rules win. */
const styleFiles = [
  "packages/dashboard/src/styles/tokens.css",
  `${assetsFolder}text.css`,
  `${assetsFolder}search.css`,
  `${assetsFolder}docs.css`
]

const styles = async (): Promise<string> => (await Promise.all(styleFiles.map(read))).join("\n")

type Make = () => Promise<SiteFile>

const file =
  (contentType: string, text: () => Promise<string>): Make =>
  async () => ({ contentType, text: await text() })

const asset = (contentType: string, name: string): readonly [string, Make] => [
  `/docs/assets/${name}`,
  file(contentType, () => read(assetsFolder + name))
]

/** All files of the site, by path. */
export const siteFiles: ReadonlyMap<string, Make> = new Map<string, Make>([
  ...sitePages.flatMap((page) =>
    [page.path, ...page.also].flatMap((path): ReadonlyArray<readonly [string, Make]> => [
      [hrefOf(path), file(html, async () => layout(page, await rendered(page)))],
      [`${hrefOf(path === "" ? "index" : path)}.md`, file(plain, () => read(page.file))]
    ])
  ),
  ["/docs/assets/docs.css", file(css, styles)],
  asset("text/javascript; charset=utf-8", "docs.js"),
  asset("text/javascript; charset=utf-8", "search.js"),
  asset("image/svg+xml", "architecture.svg"),
  ["/docs/search.json", file("application/json", searchIndex)],
  ["/llms.txt", file(plain, llmsText)]
])
