/**
 * What the search of the docs looks through: each section of each page, and what has a name that a person copies from
 * an answer, a log or a file: values of `sub_status`, error codes, settings, metrics, endpoints, commands.
 * `assets/search.js` ranks these names before words.
 */
import { hrefOf } from "./links.ts"
import { explainedInRows, plain } from "./renderPage.ts"
import type { RenderedPage, Section } from "./renderPage.ts"
import type { SitePage } from "./sitePages.ts"

/** Short: there are hundreds, and a reader loads all of them. */
export interface SearchEntry {
  readonly href: string
  readonly page: string
  readonly title: string
  readonly text: string
  /** The group of the menu, at the entry of a page: "Clean a list". */
  readonly group?: string
  /** What it is the explanation of. */
  readonly names?: ReadonlyArray<string>
  /** What these names are, in a word that is shown beside them. */
  readonly kind?: string
}

type Named = Pick<SearchEntry, "names" | "kind">

/** Endpoints are named with and without the method and the prefix that all have. */
const endpointOf = ({ text }: Section): Named => {
  const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)/.exec(text) ?? []
  return path === undefined ? {} : { names: [`${method} ${path}`], kind: "endpoint" }
}

const errorOf = ({ depth, title }: Section): Named =>
  depth === 3 ? { names: [title], kind: "error code" } : {}

const titleOf =
  (kind: string) =>
  ({ depth }: Section, page: string): Named =>
    depth === 1 ? { names: [page], kind } : {}

/** By the beginning of a page's path: what its sections explain. */
const explained: ReadonlyArray<readonly [string, (section: Section, page: string) => Named]> = [
  ["verdicts/", titleOf("sub_status")],
  ["smtp/", titleOf("smtp.status")],
  ["reference/", endpointOf],
  ["errors", errorOf]
]

/** `rcpt jobs list`, `show <id>`: the second stands for `rcpt jobs show`. */
const commandsOf = (cell: string): ReadonlyArray<string> => {
  const [first = "", ...further] = [...cell.matchAll(/<code>([a-z -]*[a-z])/g)].map(
    ([, words]) => words!
  )
  const group = first.split(" ").slice(0, 2).join(" ")
  const whole = further.map((words) => (words.startsWith("rcpt ") ? words : `${group} ${words}`))
  return [...new Set([first, group, ...whole])]
}

const rowsOf = (page: SitePage, rendered: RenderedPage): ReadonlyArray<SearchEntry> => {
  const kind = explainedInRows[page.path]
  if (kind === undefined) return []
  const headings = new Set(rendered.sections.map(({ id }) => id))
  return [...rendered.html.matchAll(/<tr id="([^"]+)"><td>(.*?)<\/td>(.*?)<\/tr>/gs)].map(
    ([, id = "", cell = "", rest = ""]) => {
      const names = kind === "command" ? commandsOf(cell) : [plain(cell)]
      const command = names[0]!.split(" ")[1]
      const place = command !== undefined && headings.has(command) ? command : id
      return {
        href: `${hrefOf(page.path)}#${place}`,
        page: rendered.title,
        title: names[0]!,
        text: plain(rest),
        names,
        kind
      }
    }
  )
}

const namedBy = (path: string) => explained.find(([place]) => path.startsWith(place))?.[1]

/** The values that a page explains under addresses of their own. */
const valuesOf = (page: SitePage, { title, sections }: RenderedPage): ReadonlyArray<SearchEntry> =>
  page.also.flatMap((path) => {
    const [start] = sections
    const name = path.split("/").at(-1)!
    const named = namedBy(path)?.(start!, name)
    return named === undefined
      ? []
      : { href: hrefOf(path), page: title, title: name, text: start!.text, ...named }
  })

/** The home page is left out: it has words of all others, and explains nothing. */
export const searchEntries = (
  page: SitePage,
  group: string,
  rendered: RenderedPage
): ReadonlyArray<SearchEntry> => {
  if (page.path === "") return []
  const sections = rendered.sections.map((section) => ({
    href: hrefOf(page.path) + (section.id === "" ? "" : `#${section.id}`),
    page: rendered.title,
    title: section.title,
    text: section.text,
    ...(section.id === "" && { group }),
    ...namedBy(page.path)?.(section, rendered.title)
  }))
  return [...sections, ...valuesOf(page, rendered), ...rowsOf(page, rendered)]
}
