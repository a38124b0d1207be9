/** The browser family of a User-Agent, by which users recognise their sessions; no more is stored. */

interface Family {
  readonly name: string
  readonly token: RegExp
  readonly source: string
}

/** The first match counts: most browsers also claim to be the ones further down. */
const families: ReadonlyArray<Family> = [
  {
    name: "Edge",
    token: /\bEdg(?:A|iOS)?\//,
    source: "learn.microsoft.com, Edge user-agent guide"
  },
  { name: "Opera", token: /\bOPR\//, source: "MDN, Browser detection using the user agent" },
  {
    name: "Samsung Internet",
    token: /\bSamsungBrowser\//,
    source: "developer.samsung.com, User-Agent string format"
  },
  { name: "Firefox", token: /\b(?:Firefox|FxiOS)\//, source: "MDN, Firefox user agent string" },
  { name: "Chrome", token: /\b(?:Chrome|CriOS)\//, source: "developer.chrome.com, User-Agent" },
  { name: "Safari", token: /\bSafari\//, source: "MDN, User-Agent header" },
  { name: "curl", token: /^curl\//, source: "curl.se, curl manual, --user-agent" }
]

export const agentFamily = (userAgent: string | undefined): string =>
  families.find(({ token }) => token.test(userAgent ?? ""))?.name ?? "other"
