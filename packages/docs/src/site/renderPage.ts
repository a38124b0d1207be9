/** A page's Markdown as HTML, with its title and its sections. Without scripts or styles of its own. */
import { Marked } from "marked"
import type { Token, Tokens } from "marked"

import { escapeHtml } from "./escapeHtml.ts"
import { targetOf } from "./links.ts"
import type { SitePage } from "./sitePages.ts"

export interface Section {
  /** The id of its heading; "" before the first. */
  readonly id: string
  /** Of its heading; 1 before the first. */
  readonly depth: number
  readonly title: string
  /** Plain text, for the search. */
  readonly text: string
}

export interface RenderedPage {
  readonly title: string
  /** The first paragraph, as plain text. */
  readonly summary: string
  readonly html: string
  readonly sections: ReadonlyArray<Section>
}

/** The id that the repository's own view gives a heading, so that links work in both. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-")

/** Each id once: the second of the same name ends with -1. */
const uniqueIds = () => {
  const taken = new Map<string, number>()
  return (title: string): string => {
    const slug = slugOf(title)
    const count = taken.get(slug) ?? 0
    taken.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'"
}

/** Between these a reader sees no space. */
const inlineTag = /<\/?(?:a|code|em|strong|span)\b[^>]*>/g

export const plain = (html: string): string =>
  html
    .replace(inlineTag, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim()

/** The words after the language of a fence (` ```sh container `) are for the tests. */
const languageOf = (info: string | undefined): string => /^\w*/.exec(info ?? "")?.[0] ?? ""

/** A value of the API, such as `catch_all`: code also where a heading of Markdown has it as plain text. */
const withCode = (html: string): string =>
  /^[a-z\d]+(?:_[a-z\d]+)+$/.test(html) ? `<code>${html}</code>` : html

const headingLink = (depth: number, id: string, html: string): string =>
  depth === 1
    ? `<h1>${withCode(html)}</h1>\n`
    : `<h${depth} id="${id}"><a class="anchor" href="#${id}">${withCode(html)}</a></h${depth}>\n`

/** By the path of a page: what the rows of its tables explain. They can be linked to, and found by name. */
export const explainedInRows: Readonly<Record<string, string>> = {
  settings: "setting",
  metrics: "metric",
  cli: "command"
}

/** A command without its flags: `rcpt jobs list`. */
const rowName = /^<td><code>([A-Za-z]\w*(?: [a-z-]+)*)/

/** Markdown has no table without a head; one without words is read aloud as nothing. */
const withoutEmptyHeads = (html: string): string =>
  html
    .replace(/<thead>\s*<tr>(?:\s*<th><\/th>)+\s*<\/tr>\s*<\/thead>/g, "")
    .replaceAll("<th></th>", "<td></td>")

/** Wide tables scroll by themselves, also by keyboard; each is a place with a name of its own. */
const withScrollingTables = (html: string): string => {
  let count = 0
  return html
    .replaceAll(
      "<table>",
      () => `<div class="table" tabindex="0" role="region" aria-label="Table ${++count}"><table>`
    )
    .replaceAll("</table>", "</table></div>")
}

/** Sections between these comments become cards: the ways in on the home page. */
const cards = /<!-- cards -->(.*?)<!-- end cards -->/gs

const withCards = (html: string): string =>
  html.replace(cards, (_, inner: string) => {
    const each = inner.split(/(?=<h2 )/).filter((part) => part.startsWith("<h2 "))
    return `<div class="cards">${each.map((card) => `<section>${card}</section>`).join("")}</div>`
  })

const markdown = (page: SitePage, pages: ReadonlyArray<SitePage>) => {
  const idOf = uniqueIds()
  return new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        return headingLink(depth, idOf(plain(html)), html)
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens)
        const target = targetOf(href, page.file, pages)
        if (target._tag === "file") return `<span title="${escapeHtml(target.path)}">${html}</span>`
        const outside = /^https?:/.test(target.href) ? ' rel="noopener noreferrer"' : ""
        return `<a href="${escapeHtml(target.href)}"${outside}>${html}</a>`
      },
      image({ href, text }) {
        const target = targetOf(href, page.file, pages)
        if (target._tag !== "asset") return escapeHtml(text)
        return `<img src="${escapeHtml(target.href)}" alt="${escapeHtml(text)}">`
      },
      code({ text, lang }) {
        const language = languageOf(lang)
        return `<div class="code"><pre tabindex="0" data-language="${language}"><code>${escapeHtml(text)}</code></pre></div>\n`
      },
      tablerow({ text }) {
        const [, name] = rowName.exec(text) ?? []
        return name === undefined || !(page.path in explainedInRows)
          ? `<tr>${text}</tr>\n`
          : `<tr id="${idOf(name)}">${text}</tr>\n`
      },
      // Generated parts and cards stand between comments; nothing else of HTML is in our pages.
      html: ({ text }) =>
        /^\s*<!-- (?:end )?cards -->/.test(text)
          ? text
          : /^\s*<!--/.test(text)
            ? ""
            : escapeHtml(text)
    },
    hooks: { postprocess: (html) => withScrollingTables(withoutEmptyHeads(withCards(html))) }
  })
}

/** At each heading but the first begins a section. */
const sectionsOf = (html: string): ReadonlyArray<Section> => {
  const [start = "", ...rest] = html.split(/(?=<h[2-4] id=")/)
  const own = rest.map((part) => {
    const [, depth, id = "", title = ""] = /^<h(\d) id="([^"]*)">(.*?)<\/h\d>/s.exec(part) ?? []
    const text = plain(part.replace(/^<h\d.*?<\/h\d>/s, ""))
    return { id, depth: Number(depth), title: plain(title), text }
  })
  return [{ id: "", depth: 1, title: "", text: plain(start.replace(/<h1>.*?<\/h1>/s, "")) }, ...own]
}

const isParagraph = (token: Token): token is Tokens.Paragraph => token.type === "paragraph"

export const renderPage = (
  text: string,
  page: SitePage,
  pages: ReadonlyArray<SitePage>
): RenderedPage => {
  const renderer = markdown(page, pages)
  const html = renderer.parse(text, { async: false })
  const tokens = renderer.lexer(text)
  const paragraph = tokens.find(isParagraph)
  return {
    title: plain(/<h1>(.*?)<\/h1>/s.exec(html)?.[1] ?? page.path),
    summary: paragraph === undefined ? "" : plain(renderer.parser([paragraph])),
    html,
    sections: sectionsOf(html)
  }
}
