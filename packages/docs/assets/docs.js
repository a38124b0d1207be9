/**
 * What the pages of the documentation do beyond text: search, copying, and the reader's own server and key
 * in the examples. Without it every page can be read.
 */

const byId = (id) => document.getElementById(id)

/** Examples name the usual address and no real key; the reader's own stand there instead. */
const exampleServer = "http://127.0.0.1:8080"
const exampleKey = "rcpt_live_…"
const keptKey = "rcpt.docs.key"

const replaceInExamples = (from, to) => {
  for (const element of document.querySelectorAll("pre code"))
    element.textContent = element.textContent.replaceAll(from, to)
}

const copy = async (block, button) => {
  await navigator.clipboard.writeText(block.querySelector("code").textContent)
  button.textContent = "Copied"
  setTimeout(() => (button.textContent = "Copy"), 2000)
}

const addCopyButtons = () => {
  for (const block of document.querySelectorAll("pre")) {
    const button = document.createElement("button")
    button.type = "button"
    button.className = "copy"
    button.textContent = "Copy"
    button.addEventListener("click", () => void copy(block, button))
    block.append(button)
  }
}

/* The search reads all sections once, when it is first used. */

let sections
const loadSections = () => (sections ??= fetch("/docs/search.json").then((answer) => answer.json()))

const hitsShownMax = 12

/** All words have to be there; a title counts more than text, and an exact title most. */
const rank = (section, words) => {
  const page = section.page.toLowerCase()
  const title = section.title.toLowerCase()
  const text = section.text.toLowerCase()
  let points = 0
  for (const word of words) {
    if (title === word || (section.title === "" && page === word)) points += 50
    else if (title.includes(word)) points += 12
    else if (page.includes(word)) points += section.title === "" ? 10 : 4
    else if (text.includes(word)) points += 1
    else return 0
  }
  return points
}

const hitItem = ({ href, page, title, text }) => {
  const item = document.createElement("li")
  const link = document.createElement("a")
  const where = document.createElement("small")
  link.href = href
  link.textContent = title === "" ? page : `${page} › ${title}`
  where.textContent = text.slice(0, 90)
  link.append(where)
  item.append(link)
  return item
}

const search = async (typed) => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const hits = byId("hits")
  if (words.length === 0) {
    hits.hidden = true
    byId("found").textContent = ""
    return
  }
  const found = (await loadSections())
    .map((section) => ({ section, points: rank(section, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, hitsShownMax)
  hits.replaceChildren(...found.map(({ section }) => hitItem(section)))
  hits.hidden = found.length === 0
  byId("found").textContent = found.length === 1 ? "1 place found" : `${found.length} places found`
}

/** Down and up go through the field and the places found; Escape ends the search. */
const moveInHits = (event) => {
  const places = [byId("search"), ...document.querySelectorAll("#hits a")]
  const at = places.indexOf(document.activeElement)
  if (event.key === "Escape") {
    byId("hits").hidden = true
    byId("search").focus()
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault()
    places[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus()
  }
}

const enableSearch = () => {
  const field = byId("search")
  const form = field.form
  field.addEventListener("focus", () => void loadSections(), { once: true })
  field.addEventListener("input", () => void search(field.value))
  form.addEventListener("keydown", moveInHits)
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    document.querySelector("#hits a")?.click()
  })
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) byId("hits").hidden = true
  })
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, textarea")) return
    event.preventDefault()
    field.focus()
  })
}

/** A small screen shows the text first; the menu is one tap away. */
const foldMenu = () => {
  if (matchMedia("(max-width: 48rem)").matches) document.querySelector(".menu .all").open = false
  document.querySelector(".menu [aria-current]")?.scrollIntoView({ block: "nearest" })
}

const say = (...parts) => {
  byId("key").replaceChildren(...parts)
  byId("key").hidden = false
}

const useKey = (key) => {
  replaceInExamples(exampleKey, key)
  say(
    "The examples on these pages have a key of yours, “docs”, until you close this tab. Revoke it under ",
    linkTo("/keys", "Keys"),
    "."
  )
}

const linkTo = (href, text) => {
  const link = document.createElement("a")
  link.href = href
  link.textContent = text
  return link
}

const newKey = async () => {
  const answer = await fetch("/api/v1/keys", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "docs" })
  })
  const body = await answer.json()
  if (answer.status === 401)
    return say(linkTo("/", "Sign in"), " first, then come back to this page.")
  if (!answer.ok) return say(`${body.error} `, linkTo("/keys", "Keys"))
  sessionStorage.setItem(keptKey, body.key)
  useKey(body.key)
}

/** Keys are stored as hashes, so an old one cannot be shown: who is signed in may get a new one. */
const offerKey = () => {
  const usesKey = [...document.querySelectorAll("pre code")].some(({ textContent }) =>
    textContent.includes(exampleKey)
  )
  if (!usesKey) return
  const kept = sessionStorage.getItem(keptKey)
  if (kept !== null) return useKey(kept)
  const button = document.createElement("button")
  button.type = "button"
  button.textContent = "Put a key of mine into the examples"
  button.addEventListener("click", () => void newKey())
  say(button)
}

replaceInExamples(exampleServer, location.origin)
addCopyButtons()
enableSearch()
foldMenu()
offerKey()
