/** qpsmtpd as in Debian: hardly any enhanced codes, and those in words. */
import { qpsmtpd } from "../support/needs.ts"
import { describeServer, missing, notServed } from "./support/describeServer.ts"
import type { Row } from "./support/describeServer.ts"
import * as Qpsmtpd from "./support/Qpsmtpd.ts"

const rows: ReadonlyArray<Row> = [
  ["a user", "ann@known.test", 250, undefined, "deliverable"],
  ["no user", "bob@known.test", 550, undefined, ...missing],
  ["a full mailbox", "full@known.test", 550, undefined, "undeliverable", "mailbox_full"],
  ["a recipient that is to wait", "waiting@known.test", 450, undefined, "greylisted"],
  ["any recipient of a catch-all", "bob@all.test", 250, undefined, "catch_all"],
  // "Relaying denied (#5.7.1)".
  ["a recipient of another domain", "ann@elsewhere.test", 550, "5.7.1", ...notServed]
]

describeServer(
  qpsmtpd,
  (place) =>
    Qpsmtpd.start({
      ...place,
      domain: "known.test",
      recipients: {
        "ann@known.test": "DECLINED none",
        "full@known.test": "DENY Mailbox full",
        "waiting@known.test": "DENYSOFT Please try again later"
      },
      catchAlls: ["all.test"]
    }),
  rows
)
