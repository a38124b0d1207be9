/** The page around the text: menu, search, neighbours. Nothing is inline, so the strictest policy fits. */
import { escapeHtml } from "./escapeHtml.ts"
import { hrefOf } from "./links.ts"
import type { RenderedPage } from "./renderPage.ts"
import { sitePages, siteSections } from "./sitePages.ts"
import type { SitePage, SiteSection } from "./sitePages.ts"

/** Fewer headings than these make no list at the side. */
const outlineMin = 2

/** Characters up to which a first paragraph is shown large: a longer one is text to read. */
const leadMax = 180

/** Long values of `sub_status` break after an underscore. */
const nameOf = ({ name }: SitePage): string => escapeHtml(name).replaceAll("_", "_<wbr>")

const menuLink = (page: SitePage, current: SitePage): string =>
  `<li><a href="${hrefOf(page.path)}"${page === current ? ' aria-current="page"' : ""}>${nameOf(page)}</a></li>`

const menuSection = ({ title, pages, isFolded }: SiteSection, current: SitePage): string => {
  const open = pages.includes(current) || isFolded === undefined ? " open" : ""
  return `<details${open}><summary>${escapeHtml(title)}</summary><ul>${pages.map((page) => menuLink(page, current)).join("")}</ul></details>`
}

/** The headings of the page, for the eyes of who looks for one; deeper ones are left to the search. */
const outline = ({ sections }: RenderedPage): string => {
  const shown = sections.filter(({ depth }) => depth === 2 || depth === 3)
  if (shown.length < outlineMin) return ""
  const links = shown.map(
    ({ id, title, depth }) =>
      `<li${depth === 3 ? ' class="deep"' : ""}><a href="#${id}">${escapeHtml(title)}</a></li>`
  )
  return `<nav class="outline" aria-label="On this page"><details><summary>On this page</summary><ul>${links.join("")}</ul></details></nav>`
}

const neighbour = (page: SitePage | undefined, rel: "prev" | "next", word: string): string =>
  page === undefined
    ? ""
    : `<a rel="${rel}" href="${hrefOf(page.path)}"><small>${word}</small>${nameOf(page)}</a>`

export const layout = (page: SitePage, rendered: RenderedPage): string => {
  const at = sitePages.indexOf(page)
  const isHome = page.path === ""
  const menu = siteSections.map((section) => menuSection(section, page)).join("\n")
  const group = siteSections.find(({ pages }) => pages.includes(page))?.title ?? ""
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(rendered.title)} · rcpt</title>
<meta name="description" content="${escapeHtml(rendered.summary)}">
<link rel="stylesheet" href="/docs/assets/docs.css">
<link rel="alternate" type="text/markdown" href="${hrefOf(isHome ? "index" : page.path)}.md">
<script type="module" src="/docs/assets/docs.js"></script>
</head>
<body${isHome ? ' class="home"' : ""}>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="/docs">rcpt <span>docs</span></a>
<form class="search" role="search"><label for="search">Search the docs</label><input id="search" type="search" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="Search" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd><div id="hits" hidden></div></form>
<a class="away" href="/">Dashboard</a>
</header>
<div class="columns">
<nav class="menu" aria-label="Pages">
<details class="all"><summary>All pages</summary>
${menu}
</details>
</nav>
${isHome ? "" : outline(rendered)}
<main id="content" tabindex="-1"${rendered.summary.length <= leadMax ? ' class="led"' : ""}>
<p id="key" class="key" hidden></p>
${isHome ? "" : `<p class="group">${escapeHtml(group)}</p>`}
${rendered.html}
<nav class="neighbours" aria-label="Previous and next page">${neighbour(sitePages[at - 1], "prev", "Previous")}${neighbour(sitePages[at + 1], "next", "Next")}</nav>
</main>
</div>
<p id="said" class="unseen" role="status"></p>
</body>
</html>
`
}
