/**
 * Ranks what the search of the docs found. Names that a person copies (`catch_all`, `RCPT_DATABASE_URL`,
 * `POST /verify/batch`) come before titles, and titles before text. Loaded when the search is first used.
 */

const hitsShownMax = 10

/** Of one page, so that a long one does not hide the others; names of its parts do not count. */
const sectionsShownMax = 2

/** Points of an entry. Text alone stays below `insideName`, however many words it has. */
const points = {
  exactName: 1000,
  exactTitle: 900,
  sameName: 850,
  beginOfName: 800,
  nameAmongWords: 650,
  pageTitle: 600,
  insideName: 500,
  allWords: 20
}

/** A name that is much longer than what was typed is less likely to be meant. */
const lengthPenaltyMax = 99

/** Words of a question that no page is found by. */
const fillers = new Set(
  "a an and are can do does for from how i in is it my of on or the to what when where which why with".split(
    " "
  )
)

/** "catch all", "catch-all" and `catch_all` are one name. */
const joined = (text) => text.replace(/[\s_-]+/g, "_")

/** What a person pastes around a name: quotes, and the value of a setting. */
const cleaned = (typed) =>
  typed
    .toLowerCase()
    .trim()
    .replace(/^["'`]+|["'`:,]+$/g, "")
    .replace(/^(rcpt_\w+)=.*/, "$1")
    .replace(/\s+/g, " ")

/** An endpoint is also named without its method, and without the prefix that all have. */
const spellings = (name) => {
  const [, method, path] = /^(?:(get|post|put|patch|delete) )?(\/.*)$/.exec(name) ?? []
  if (path === undefined) return [name]
  const short = path.replace(/^\/api\/v1(?=\/)/, "")
  return [name, path, short, ...(method ? [`${method} ${short}`] : [])]
}

const pointsOfName = ({ name, joinedName }, { typed, joinedTyped }) => {
  if (name === typed) return points.exactName
  if (joinedName === joinedTyped) return points.sameName
  const penalty = Math.min(lengthPenaltyMax, name.length - typed.length)
  const at = joinedName.indexOf(joinedTyped)
  if (at === 0) return points.beginOfName - penalty
  // "what does catch_all cost"
  if (name.includes("_") && typed.split(" ").includes(name)) return points.nameAmongWords
  const isInside = at > 0 && !typed.includes(" ") && /[_/ .{]/.test(name[at - 1])
  return isInside ? points.insideName - penalty : 0
}

/** "restoring", "backups", "locally": without the ending. */
const stem = (word) =>
  word.length > 4 && !word.includes("_") ? word.replace(/(?:ing|ed|es|s|ly)$/, "") : word

const wordsOf = (typed) => {
  const all = typed.split(/[\s?!.,]+/).filter(Boolean)
  const telling = all.filter((word) => !fillers.has(word))
  return (telling.length > 0 ? telling : all).map(stem)
}

const pointsOfWord = (entry, word) => {
  if (entry.lowTitle.includes(word)) return 12
  // "backup" finds "Back up".
  if (entry.tightTitle.includes(word)) return 10
  if (entry.lowPage.includes(word)) return entry.title === "" ? 11 : 4
  if (entry.lowGroup.includes(word)) return 3
  return entry.lowText.includes(word) ? 1 : 0
}

const pointsOfWords = (entry, { typed, words }) => {
  const each = words.map((word) => pointsOfWord(entry, word))
  const sum = each.reduce((a, b) => a + b, 0)
  const found = each.filter((got) => got > 0).length
  // Half of the words are needed: a page that has one of five is about something else.
  if (found * 2 < words.length) return 0
  const phrase = words.length > 1 && entry.lowText.includes(typed) ? 5 : 0
  return sum + phrase + (found === words.length ? points.allWords : found * 5)
}

const pointsOfTitle = ({ title, lowTitle, lowPage, tightTitle }, { typed, joinedTyped }) => {
  const own = title === "" ? lowPage : lowTitle
  // "backup" is the title "Back up" too.
  if (own === typed || tightTitle === typed) return points.exactTitle
  // "catch all" is nearly the title "Catch-all".
  if (joined(own) === joinedTyped) return points.sameName - 1
  return title === "" && own.split(" ").includes(typed) ? points.pageTitle : 0
}

const pointsOf = (entry, query) => {
  const names = entry.spellings.map((spelling) => pointsOfName(spelling, query))
  const best = Math.max(pointsOfTitle(entry, query), ...names)
  return best > 0 ? best : pointsOfWords(entry, query)
}

/** Adds what is compared, once. */
export const prepared = (entries) =>
  entries.map((entry) => ({
    ...entry,
    lowGroup: (entry.group ?? "").toLowerCase(),
    lowPage: entry.page.toLowerCase(),
    lowTitle: entry.title.toLowerCase(),
    tightTitle: (entry.title || entry.page).toLowerCase().replace(/[\s_-]+/g, ""),
    lowText: entry.text.toLowerCase(),
    spellings: (entry.names ?? [])
      .flatMap((name) => spellings(name.toLowerCase()))
      .map((name) => ({ name, joinedName: joined(name) }))
  }))

/** Leaves out a second entry that leads to the same place, and further sections of a page. */
const withoutCrowds = (entries) => {
  const places = new Set()
  const sections = new Map()
  return entries.filter(({ href, kind }) => {
    if (places.has(href)) return false
    places.add(href)
    const [page, part] = href.split("#", 2)
    if (kind !== undefined && part !== undefined) return true
    sections.set(page, (sections.get(page) ?? 0) + 1)
    return sections.get(page) <= sectionsShownMax
  })
}

/** The best entries, best first. */
export const ranked = (entries, text) => {
  const typed = cleaned(text)
  if (typed === "") return []
  const query = { typed, joinedTyped: joined(typed), words: wordsOf(typed) }
  const found = entries
    .map((entry) => ({ entry, got: pointsOf(entry, query) }))
    .filter(({ got }) => got > 0)
    .sort((a, b) => b.got - a.got)
  return withoutCrowds(found.map(({ entry }) => entry)).slice(0, hitsShownMax)
}

/** Of several names that an entry explains, the one that was typed. */
export const nameOf = ({ names }, text) => {
  const typed = cleaned(text)
  return names.find((name) => name.toLowerCase().startsWith(typed)) ?? names[0]
}

/** Characters around the first word that was found. */
const snippetBefore = 30
const snippetMax = 110

/** The part of the text that has the first of the words, split at what is marked. */
export const snippet = ({ text, lowText }, typed) => {
  const word = wordsOf(cleaned(typed)).find((word) => lowText.includes(word)) ?? ""
  const at = word === "" ? 0 : lowText.indexOf(word)
  const from = at <= snippetBefore ? 0 : text.lastIndexOf(" ", at - snippetBefore) + 1
  const end = text.indexOf(" ", Math.max(from + snippetMax, at + word.length))
  const to = end < 0 ? text.length : end
  return {
    before: (from > 0 ? "… " : "") + text.slice(from, at),
    marked: text.slice(at, at + word.length),
    after: text.slice(at + word.length, to) + (to < text.length ? " …" : "")
  }
}
