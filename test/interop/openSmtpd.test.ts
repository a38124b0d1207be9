/**
 * OpenSMTPD as in Debian: one sentence without an enhanced code for nearly everything.
 * Its STARTTLS fails with the key of this test, and it is asked again in clear.
 */
import { openSmtpd } from "../support/needs.ts"
import { describeServer, missing } from "./support/describeServer.ts"
import type { Row } from "./support/describeServer.ts"
import * as OpenSmtpd from "./support/OpenSmtpd.ts"

const rows: ReadonlyArray<Row> = [
  ["a user", "ann@known.test", 250, "2.1.5", "deliverable"],
  ["no user", "bob@known.test", 550, undefined, ...missing],
  ["a full mailbox", "full@known.test", 552, "5.2.2", "undeliverable", "mailbox_full"],
  ["an address of a table", "ann@virtual.test", 250, "2.1.5", "deliverable"],
  // "Mailing list expansion problem": it may be a list without members.
  ["no address of a table", "bob@virtual.test", 524, "5.2.4", "unknown", "protocol_error"],
  ["any recipient of a catch-all", "bob@all.test", 250, "2.1.5", "catch_all"],
  // The words for a missing user: that the domain is not its own, it does not say.
  ["a recipient of another domain", "ann@elsewhere.test", 550, undefined, ...missing]
]

describeServer(
  openSmtpd,
  (place) =>
    OpenSmtpd.start({
      ...place,
      users: ["ann", "full"],
      configuration: `
filter "full" phase rcpt-to match rcpt-to regex "full" reject "552 5.2.2 Mailbox full"
action "users" maildir "/nonexistent" userbase <users>
action "virtual" maildir "/nonexistent" virtual { "ann" = "ann" } userbase <users>
action "all" maildir "/nonexistent" virtual { "@" = "ann" } userbase <users>
match from any for domain "known.test" action "users"
match from any for domain "virtual.test" action "virtual"
match from any for domain "all.test" action "all"
`
    }),
  rows
)
