/**
 * The lists: who publishes them, and how far each is trusted. `domains.txt.br` has the names of all lists of
 * domains (packedLists.ts); a refresh fetches newer ones from `url`.
 *
 * Two lists are independent if neither is a source of the other. `disposable-email-domains` and `fakefilter` collect
 * for themselves and open a mailbox at each domain before they name it. `disposable-domains` and `mailchecker` also
 * take in other lists, but not each other. These are left out, because they add no witness:
 *
 * - `ivolo/disposable-email-domains`: 99.7 % of it is in `disposable-domains`, whose author writes for both.
 * - `burner-email-providers`: 89 % of it is in `disposable-domains`, and it has taken in `mailchecker` whole.
 * - `freemail`, its disposable part: 99.6 % of it is in `disposable-domains`.
 * - `disposable/disposable` and others that say they are made of lists, and the packages made of them.
 *
 * The lists of free providers go back to one list of 2013 and are one witness, however many of them agree.
 */
export interface ListSource {
  /** The name of the published list, and of the file that a refresh writes. */
  readonly name: string
  readonly kind: "disposable" | "free" | "role"
  /**
   * What it takes to get into the list: `opened`: somebody had a mailbox at the domain; `collected`: reports and
   * other lists; `contested`: the list only witnesses that people have lasting mailboxes there.
   */
  readonly by: "opened" | "collected" | "contested"
  readonly version: string
  /** The publication date of that version, `YYYY-MM-DD`. */
  readonly asOf: string
  readonly licence: string
  readonly source: string
  /** Where the authors publish the list as text; `undefined` if they publish it as code only. */
  readonly url: string | undefined
}

export const listSources: ReadonlyArray<ListSource> = [
  {
    name: "disposable-email-domains",
    kind: "disposable",
    by: "opened",
    version: "0.0.293",
    asOf: "2026-11-09",
    licence: "CC0-1.0",
    source: "github.com/disposable-email-domains/disposable-email-domains",
    url:
      "https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/" +
      "main/disposable_email_blocklist.conf"
  },
  {
    name: "fakefilter",
    kind: "disposable",
    by: "opened",
    version: "0.1.1476",
    asOf: "2026-02-18",
    licence: "BSD-3-Clause",
    source: "github.com/7c/fakefilter",
    url: "https://raw.githubusercontent.com/7c/fakefilter/main/txt/data.txt"
  },
  {
    name: "disposable-domains",
    kind: "disposable",
    by: "collected",
    version: "2.0.1",
    asOf: "2026-08-24",
    licence: "MIT",
    source: "github.com/tompec/disposable-email-domains",
    url: "https://raw.githubusercontent.com/tompec/disposable-email-domains/main/index.json"
  },
  {
    name: "mailchecker",
    kind: "disposable",
    by: "collected",
    version: "6.0.21",
    asOf: "2026-07-18",
    licence: "MIT",
    source: "github.com/FGRibreau/mailchecker",
    url: "https://raw.githubusercontent.com/FGRibreau/mailchecker/master/list.txt"
  },
  {
    name: "free-email-domains",
    kind: "free",
    by: "collected",
    version: "1.12.6",
    asOf: "2026-09-23",
    licence: "MIT",
    source: "github.com/Kikobeats/free-email-domains",
    url: "https://raw.githubusercontent.com/Kikobeats/free-email-domains/master/domains.json"
  },
  {
    name: "email-providers",
    kind: "free",
    by: "contested",
    version: "2.26.0",
    asOf: "2026-09-07",
    licence: "ISC",
    source: "github.com/derhuerst/email-providers",
    url: "https://raw.githubusercontent.com/derhuerst/email-providers/master/all.json"
  },
  {
    name: "role-based-email-addresses",
    kind: "role",
    by: "collected",
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
  asOf: "2026-11-28",
  licence: "Apache-2.0"
} as const
