/** Sendmail as in Debian: a code and an enhanced code for everything. */
import { sendmail } from "../support/needs.ts"
import { describeServer, missing } from "./support/describeServer.ts"
import type { Row } from "./support/describeServer.ts"
import * as Sendmail from "./support/Sendmail.ts"

const rows: ReadonlyArray<Row> = [
  ["a user", "ann@known.test", 250, "2.1.5", "deliverable"],
  ["no user", "bob@known.test", 550, "5.1.1", ...missing],
  ["a full mailbox", "full@known.test", 552, "5.2.2", "undeliverable", "mailbox_full"],
  ["a recipient that is to wait", "waiting@known.test", 450, "4.7.1", "greylisted"],
  ["any recipient of a catch-all", "bob@all.test", 250, "2.1.5", "catch_all"]
]

describeServer(
  sendmail,
  (place) =>
    Sendmail.start({
      ...place,
      domains: ["known.test"],
      users: ["ann@known.test"],
      catchAlls: ["all.test"],
      refusals: {
        "full@known.test": "5.2.2:552 Mailbox full",
        "waiting@known.test": "4.7.1:450 Greylisted, please try again later"
      }
    }),
  rows
)
