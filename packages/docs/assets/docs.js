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

/** Sentences for those who do not see that something has changed. */
const announce = (sentence) => (byId("said").textContent = sentence)

/** Milliseconds for which a button says that it has copied. */
const copiedShown = 2000

/** Browsers give the clipboard to pages with TLS alone; a service at home often has none. */
const toClipboard = async (code) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(code.textContent)
  getSelection().selectAllChildren(code)
  if (!document.execCommand("copy")) throw new Error("The browser does not copy.")
}

const copy = async (block, button) => {
  const copied = await toClipboard(block.querySelector("code")).then(
    () => true,
    () => false
  )
  button.textContent = copied ? "Copied" : "Not copied"
  announce(copied ? "Copied" : "The browser did not allow copying. Select the text instead.")
  setTimeout(() => {
    button.textContent = "Copy"
    announce("")
  }, copiedShown)
}

const addCopyButtons = () => {
  for (const block of document.querySelectorAll(".code")) {
    const button = document.createElement("button")
    button.type = "button"
    button.className = "copy"
    button.textContent = "Copy"
    button.addEventListener("click", () => void copy(block, button))
    block.append(button)
  }
}

/* The search is loaded when it is first used: its ranking, and all sections. */

let loaded
const loadSearch = () =>
  (loaded ??= Promise.all([
    import("./search.js"),
    fetch("/docs/search.json").then((answer) => answer.json())
  ]).then(([search, entries]) => ({ ...search, entries: search.prepared(entries) })))

const make = (tag, className, ...children) => {
  const element = document.createElement(tag)
  if (className !== "") element.className = className
  element.append(...children)
  return element
}

const hitLink = ({ href, page, title, kind }, name, { before, marked, after }) => {
  const head =
    kind === undefined
      ? [title === "" ? page : title]
      : [make("code", "", name), make("span", "kind", kind)]
  // A section alone says little: "Delivery" of which page?
  const where = title === "" || kind === "endpoint" ? title : page
  const about = make("small", "", before, make("mark", "", marked), after)
  if (where !== "") about.prepend(make("b", "", where), " ")
  const link = make("a", "", make("span", "head", ...head), about)
  link.href = href
  return link
}

const noneFound = (typed) =>
  make(
    "p",
    "",
    `No page has “${typed}”. Try one word, or the exact name of a value, a setting or an error code.`
  )

const hideHits = () => {
  byId("hits").hidden = true
}

const sayInHits = (sentence) => {
  byId("hits").replaceChildren(make("p", "", sentence))
  byId("hits").hidden = false
  announce(sentence)
}

const showHits = async () => {
  const typed = byId("search").value
  // Seen on a slow connection alone.
  if (byId("hits").hidden && typed.trim() !== "") sayInHits("Searching …")
  const search = await loadSearch().catch(() => (loaded = undefined))
  if (search === undefined)
    return sayInHits("The search could not be loaded. Check your connection, then type again.")
  const { entries, ranked, nameOf, snippet } = search
  // Another letter was typed while this was loaded.
  if (typed !== byId("search").value) return
  if (typed.trim() === "") {
    announce("")
    return hideHits()
  }
  const found = ranked(entries, typed)
  const items = found.map((entry) => {
    const name = entry.kind === undefined ? "" : nameOf(entry, typed)
    return make("li", "", hitLink(entry, name, snippet(entry, typed)))
  })
  const list = make("ol", "", ...items)
  byId("hits").replaceChildren(found.length === 0 ? noneFound(typed) : list)
  byId("hits").hidden = false
  const places = found.length === 1 ? "1 place" : `${found.length} places`
  announce(found.length === 0 ? `Nothing found for ${typed}` : `${places} found`)
}

/** Down and up go through the field and the places found; Escape closes them, and then empties the field. */
const moveInHits = (event) => {
  const field = byId("search")
  const places = [field, ...document.querySelectorAll("#hits a")]
  const at = places.indexOf(document.activeElement)
  if (event.key === "Escape") {
    event.preventDefault()
    if (byId("hits").hidden) field.value = ""
    hideHits()
    field.focus()
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault()
    if (byId("hits").hidden) return void showHits()
    places[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus()
  }
}

const enableSearch = () => {
  const field = byId("search")
  const form = field.form
  // What fails here is tried again, and told, when something is typed.
  field.addEventListener("focus", () => loadSearch().catch(() => (loaded = undefined)))
  field.addEventListener("input", () => void showHits())
  form.addEventListener("keydown", moveInHits)
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    await showHits()
    document.querySelector("#hits a")?.click()
  })
  // A place on the page that is open already loads nothing, so the list would stay.
  byId("hits").addEventListener("click", ({ target }) => target.closest("a") && hideHits())
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) hideHits()
  })
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target.closest("input, textarea")) return
    event.preventDefault()
    field.focus()
    field.select()
  })
}

/** The list at the side marks the part that is being read. */
const followReading = () => {
  const links = [...document.querySelectorAll(".outline a")]
  const headings = links.map((link) => byId(decodeURIComponent(link.hash.slice(1))))
  /** Pixels below the top of the window at which a part counts as being read. */
  const line = 120
  let current
  const follow = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line).length
    const next = links[passed - 1]
    if (next === current) return
    current?.removeAttribute("aria-current")
    next?.setAttribute("aria-current", "location")
    const list = next?.closest(".outline")
    if (list) list.scrollTop = next.offsetTop - list.clientHeight / 2
    current = next
  }
  addEventListener("scroll", follow, { passive: true })
  follow()
}

/**
 * Where there is room the style shows both lists although they are folded, so that a page looks the same before this
 * runs. Programs that read aloud go by what is open.
 */
const openWhereWide = (selector, query) => {
  const list = document.querySelector(selector)
  if (list === null) return
  const wide = matchMedia(query)
  const follow = () => (list.open = wide.matches)
  wide.addEventListener("change", follow)
  follow()
  // Where there is none, the text is what a reader wants to see who has chosen a place in it.
  list.addEventListener("click", ({ target }) => {
    if (target.closest("a") && !wide.matches) list.open = false
  })
}

const showInMenu = () => {
  const menu = document.querySelector(".menu")
  const current = menu.querySelector("[aria-current]")
  menu.scrollTop = current.offsetTop - menu.clientHeight / 2
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
showInMenu()
followReading()
openWhereWide(".menu .all", "(min-width: 48.01rem)")
openWhereWide(".outline details", "(min-width: 75.01rem)")
offerKey()
