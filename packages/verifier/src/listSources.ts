/**
 * Where the lists come from. What ships with the product is what the packages held when they were
 * installed; `rcpt lists refresh` fetches newer ones from `url`, and nothing else ever does.
 */
export interface ListSource {
  /** Of the npm package, and of the file that a refresh leaves. */
  readonly name: string
  readonly kind: "disposable" | "free" | "role"
  /** What to resolve: a package, or a file in one. */
  readonly file: string
  /** Of the package that is installed; a test compares. */
  readonly version: string
  /** When that version was published, `YYYY-MM-DD`. */
  readonly asOf: string
  readonly licence: string
  readonly source: string
  /** The same list as its authors keep it; none where they keep it as a program. */
  readonly url: string | undefined
}

export const listSources: ReadonlyArray<ListSource> = [
  {
    name: "disposable-domains",
    kind: "disposable",
    file: "disposable-domains",
    version: "2.0.1",
    asOf: "2026-08-24",
    licence: "MIT",
    source: "github.com/tompec/disposable-email-domains",
    url: "https://raw.githubusercontent.com/tompec/disposable-email-domains/main/index.json"
  },
  {
    name: "disposable-email-domains-js",
    kind: "disposable",
    file: "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json",
    version: "1.26.0",
    asOf: "2026-09-21",
    licence: "CC0-1.0",
    source: "github.com/disposable-email-domains/disposable-email-domains",
    url:
      "https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/" +
      "main/disposable_email_blocklist.conf"
  },
  {
    name: "free-email-domains",
    kind: "free",
    file: "free-email-domains/domains.json",
    version: "1.12.6",
    asOf: "2026-09-23",
    licence: "MIT",
    source: "github.com/Kikobeats/free-email-domains",
    url: "https://raw.githubusercontent.com/Kikobeats/free-email-domains/master/domains.json"
  },
  {
    name: "role-based-email-addresses",
    kind: "role",
    file: "role-based-email-addresses",
    version: "3.1.0",
    asOf: "2026-07-30",
    licence: "MIT",
    source: "github.com/mixmaxhq/role-based-email-addresses",
    url: undefined
  }
]

/** Our own tables (relays, corrections, roles), as a list among the others. */
export const ownTables = {
  name: "rcpt",
  version: "1.0.0",
  /** When they were last read against their sources, `YYYY-MM-DD`. */
  asOf: "2026-11-21",
  licence: "Apache-2.0"
} as const
