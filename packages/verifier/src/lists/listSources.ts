/**
 * Where the lists come from. The bundled lists are those of the installed packages. Only
 * `rcpt lists refresh` fetches newer ones, from `url`.
 */
export interface ListSource {
  /** Name of the npm package, and of the file that a refresh writes. */
  readonly name: string
  readonly kind: "disposable" | "free" | "role"
  /** The module to resolve: a package, or a file in one. */
  readonly file: string
  /** Version of the installed package; a test compares them. */
  readonly version: string
  /** Publication date of that version, `YYYY-MM-DD`. */
  readonly asOf: string
  readonly licence: string
  readonly source: string
  /** The list at its authors; `undefined` where they publish it as code only. */
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

/** Our own tables (relays, corrections, roles), shown as one more list. */
export const ownTables = {
  name: "rcpt",
  version: "1.0.0",
  /** When they were last compared with their sources, `YYYY-MM-DD`. */
  asOf: "2026-11-21",
  licence: "Apache-2.0"
} as const
