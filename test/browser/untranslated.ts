/** What a page says, and what of it stayed English in another language. */
import type { Page } from "playwright-core"

/** Text that is read or heard, except code, times and what is marked as English. */
export const saidBy = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const said = new Set([document.title])
    // Within the body: an English page as a whole is marked as English too.
    const skipped = "code, pre, kbd, time, noscript, style, body [lang=en], .brand, .languages"
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest(skipped)) said.add(node.textContent?.trim() ?? "")
    for (const element of document.querySelectorAll("*"))
      for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"]) {
        const text = element.getAttribute(name)
        if (text && !element.closest(skipped)) said.add(text)
      }
    return [...said]
  })

/** What is the same in both languages, by reason. */
const shared: ReadonlyArray<RegExp> = [
  // Data: addresses, domains and files; ids and names of streams; requests, answers, times and cron expressions.
  /@|\.(?:test|org|csv|mjs)$|https?:|^[\da-f-]{8,}$|^job-|^\d+-\d+$/,
  /^(?:GET|POST|PUT|PATCH|DELETE) \/|^\d{3} OK$|^OK \(2xx\)$|^\d+ m?s$|^[\d-]+ [\d:]+ UTC$|^[\d*]+(?: [\d*]+){4} \(UTC\)$/,
  // Names that were given here, and those of lists of domains, mail services, browsers and programming languages.
  /^(?:ci|Customers|Newsletter|first key)(?: \(….{4}\))?$|^first start$/,
  /^(?:disposable-domains|disposable-email-domains|fakefilter|mailchecker|email-providers|free-email-domains|role-based-email-addresses)$/,
  /^Postmark$/,
  /^(?:Safari|JavaScript|Python|Go|rcpt|rcpt ·|API)$/,
  // Codes of the API and of the ledger.
  /^(?:valid|disposable|[a-z]+(?:_[a-z]+)+|[A-Z][a-z]+[A-Z][a-z]+)$/,
  // Months that are written alike, and words that German has from English or from Latin.
  /^(?:Jan|Feb|Apr|Aug|Sept?|Nov|(?:April|August|September|November) \d{4})$/,
  /^(?:Browser|Commit|Credits?|Dashboard|Demo|Domains?|Generation|In UTC|Name|Plan|Problem|Status|Webhooks)$/
]

/** Without the name of the product that follows in the title of the document. */
const withoutProduct = (text: string): string => text.replace(/ · rcpt$/, "")

const isWord = (text: string): boolean => /\p{L}{2,}/u.test(text)

export const untranslated = (english: ReadonlyArray<string>, translated: ReadonlyArray<string>) =>
  translated.filter(
    (text) =>
      english.includes(text) &&
      isWord(text) &&
      !shared.some((form) => form.test(withoutProduct(text)))
  )
