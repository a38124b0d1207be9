/**
 * Composes a message: subject, plain text and HTML. Pure. The HTML is plain, so that each client shows it alike: no
 * tables, no images, nothing that is loaded, and colours that also read well on a dark ground.
 */
import { Language } from "@rcpt/domain/Mail"

import type { MailKind, NoticeKind } from "./mailKinds.ts"
import { de } from "./texts/de.ts"
import { en } from "./texts/en.ts"
import type { Gathered, MailText, Texts } from "./texts/MailText.ts"

export const mailLanguages = Language.literals

const languages: Readonly<Record<Language, Texts>> = { en, de }

export interface Stored {
  readonly kind: MailKind
  readonly language: Language
  /** As they were stored: the newest first. */
  readonly facts: ReadonlyArray<unknown>
  readonly count: number
  /** Of a message with a link: the path of the page and the token. */
  readonly link?: { readonly page: string; readonly token: string }
}

export interface Composed {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The pages of the dashboard that the buttons of notices open. */
const pages: Readonly<Record<NoticeKind, string>> = {
  have_account: "/sign-in",
  email_replaced: "/sign-in",
  email_change_asked: "/settings",
  email_taken_back: "/sign-in",
  list_done: "/bulk",
  list_failed: "/bulk",
  credits_low: "/usage",
  schedule_changed: "/schedules",
  schedule_failed: "/schedules",
  new_browser: "/settings",
  password_changed: "/settings",
  second_factor_on: "/settings",
  second_factor_off: "/settings",
  provider_joined: "/settings",
  key_made: "/keys",
  doctor_red: "/admin",
  backup_failed: "/admin",
  provider_blocks: "/admin",
  witness_disagrees: "/admin"
}

/** A message about one list leads to it. */
const noticePage = (kind: NoticeKind, { newest, count }: Gathered<MailKind>): string =>
  count === 1 && "job" in newest ? `/jobs/${newest.job}` : pages[kind]

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => entities[found]!)

/** Facts hold names that people chose: a line break would make a line of its own, and in the subject a header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()

/** Characters of a subject: names of files and keys may be longer than anybody reads. */
const subjectMax = 160

/**
 * Characters of an item: several times the longest finding with its advice, which is of use only as a whole. An error of
 * another program, which a finding may quote, can be longer than anybody reads.
 */
const itemMax = 2_000

const short = (text: string, max: number): string => {
  const line = oneLine(text)
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`
}

interface Parts extends Required<MailText> {
  readonly address: string
  readonly signature: string
  readonly orOpen: string
}

const textOf = ({ paragraphs, items, address, why, signature, orOpen }: Parts): string =>
  [
    ...paragraphs,
    ...(items.length > 0 ? [items.map((item) => `- ${item}`).join("\n")] : []),
    `${orOpen}\n${address}`,
    why,
    `--\n${signature}`
  ].join("\n\n")

/** Clients without the media query keep the light colours; those that invert colours by themselves find plain ones. */
const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px; background: #ffffff; color: #1c1b18; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 34em; margin: 0 auto; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; }
p, ul { margin: 0 0 16px; }
ul { padding-left: 20px; }
a.button { display: inline-block; padding: 10px 18px; border-radius: 6px; background: #1f4fd1; color: #ffffff; font-weight: 600; text-decoration: none; }
footer { margin-top: 24px; padding-top: 16px; border-top: 1px solid #8d887d; color: #635f56; font-size: 14px; }
@media (prefers-color-scheme: dark) {
  body { background: #17181b; color: #ecebe7; }
  a.button { background: #9db4ff; color: #10142a; }
  footer { color: #b5b1a6; }
}`

const htmlOf = (language: Language, parts: Parts): string => {
  const { subject, paragraphs, items, button, address, why, signature } = parts
  const list = items.map((item) => `<li>${escape(item)}</li>`).join("\n")
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${style}
</style>
</head>
<body>
<main>
<h1>${escape(subject)}</h1>
${paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`).join("\n")}
${list === "" ? "" : `<ul>\n${list}\n</ul>\n`}<p><a class="button" href="${escape(address)}">${escape(button)}</a></p>
<footer>
<p>${escape(why)}</p>
<p>${escape(signature)}</p>
</footer>
</main>
</body>
</html>
`
}

/** `page`: the path behind `base` that the button opens. */
const composed = (
  base: string,
  page: string,
  language: Language,
  text: MailText,
  count = 0
): Composed => {
  const texts = languages[language]
  const { items = [] } = text
  const more = items.length > 0 ? count - items.length : 0
  const parts: Parts = {
    ...text,
    subject: short(text.subject, subjectMax),
    paragraphs: text.paragraphs.map(oneLine),
    items: [
      ...items.map((item) => short(item, itemMax)),
      ...(more > 0 ? [texts.andMore(more)] : [])
    ],
    address: `${base}${page}`,
    signature: texts.sentBy(new URL(base).host),
    orOpen: texts.orOpen
  }
  return { subject: parts.subject, text: textOf(parts), html: htmlOf(language, parts) }
}

/** `base`: `RCPT_PUBLIC_URL`, without a slash at its end. */
export const composeMail = (base: string, stored: Stored): Composed => {
  const { kind, language, facts, count, link } = stored
  // Stored by `Outbox.queue`, whose types hold the facts to the kind.
  const gathered = { newest: facts[0], all: facts, count } as Gathered<MailKind>
  const text = languages[language].kinds[kind] as (gathered: Gathered<MailKind>) => MailText
  // A token is in the fragment, which browsers send to no server: it gets into no log.
  const page =
    link === undefined ? noticePage(kind as NoticeKind, gathered) : `${link.page}#${link.token}`
  return composed(base, page, language, text(gathered), count)
}

export const composeTest = (base: string, language: Language): Composed =>
  composed(base, "/", language, languages[language].test)
