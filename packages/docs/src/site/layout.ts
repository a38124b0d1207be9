/** The page around the text: menu, search, neighbours. Nothing is inline, so the strictest policy fits. */
import { escapeHtml } from "./escapeHtml.ts"
import { hrefOf } from "./links.ts"
import type { RenderedPage } from "./renderPage.ts"
import { sitePages, siteSections } from "./sitePages.ts"
import type { SitePage, SiteSection } from "./sitePages.ts"

/** More headings than these make no list at the side. */
const outlineMin = 3

const menuLink = (page: SitePage, current: SitePage): string =>
  `<li><a href="${hrefOf(page.path)}"${page === current ? ' aria-current="page"' : ""}>${escapeHtml(page.name)}</a></li>`

/** Long sections stay folded until one is in them. */
const menuSection = ({ title, pages }: SiteSection, current: SitePage): string => {
  const open = pages.includes(current) || !/^s(?:ub_|mtp\.)status$/.test(title) ? " open" : ""
  return `<details${open}><summary>${escapeHtml(title)}</summary><ul>${pages.map((page) => menuLink(page, current)).join("")}</ul></details>`
}

const outline = ({ sections }: RenderedPage): string => {
  const shown = sections.filter(({ id }) => id !== "")
  if (shown.length < outlineMin) return ""
  const links = shown.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
  return `<nav class="outline" aria-label="On this page"><ul>${links.join("")}</ul></nav>`
}

const neighbour = (page: SitePage | undefined, rel: "prev" | "next"): string =>
  page === undefined
    ? ""
    : `<a rel="${rel}" href="${hrefOf(page.path)}">${rel === "prev" ? "← " : ""}${escapeHtml(page.name)}${rel === "next" ? " →" : ""}</a>`

export const layout = (page: SitePage, rendered: RenderedPage): string => {
  const at = sitePages.indexOf(page)
  const menu = siteSections.map((section) => menuSection(section, page)).join("\n")
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(rendered.title)} · rcpt</title>
<meta name="description" content="${escapeHtml(rendered.summary)}">
<link rel="stylesheet" href="/docs/assets/docs.css">
<link rel="alternate" type="text/markdown" href="${hrefOf(page.path === "" ? "index" : page.path)}.md">
<script type="module" src="/docs/assets/docs.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="/docs">rcpt <span>docs</span></a>
<form class="search" role="search"><label for="search">Search</label><input id="search" type="search" autocomplete="off" placeholder="Search  /" aria-controls="hits"><p id="found" role="status"></p><ol id="hits" hidden></ol></form>
<a class="away" href="/">Dashboard</a>
</header>
<div class="columns">
<nav class="menu" aria-label="Pages">
<details class="all" open><summary>Pages</summary>
${menu}
</details>
</nav>
<main id="content">
<p id="key" class="key" hidden></p>
${rendered.html}
<nav class="neighbours" aria-label="Neighbouring pages">${neighbour(sitePages[at - 1], "prev")}${neighbour(sitePages[at + 1], "next")}</nav>
</main>
${outline(rendered)}
</div>
</body>
</html>
`
}
