/** The words of a receipt, which is one entry of the ledger with its proof. */
import type { ReactNode } from "react"

import { whole } from "./numbers.ts"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("receipt", {
  title: (entry: string) => `Receipt ${entry}`,
  all: "All entries",
  print: "Print",
  notFound: {
    title: "Receipt not found",
    heading: (entry: string) => `This account has no ledger entry ${entry}`,
    text: "The id may be incomplete, or the entry belongs to another account."
  },
  slip: {
    for: "For",
    file: "File",
    mode: "Mode",
    result: "Result",
    resultIs: (status: string, score: number) => `${status}, score ${score}`,
    subStatus: "Sub-status",
    requestedWith: "Requested with",
    interface: "Interface",
    madeBy: "Made by",
    reason: "Reason",
    when: "When",
    inUtc: "In UTC",
    account: "Account",
    held: "Held",
    charged: "Charged",
    refunded: "Refunded",
    open: "Still held",
    before: "Balance before",
    change: "Change by this entry",
    after: "Balance after"
  },
  ids: {
    entry: { label: "Entry", copy: "Copy entry id" },
    hold: { label: "Hold", copy: "Copy hold id" },
    job: { label: "Job", copy: "Copy job id" },
    stream: { label: "Stream", copy: "Copy stream" },
    hash: { label: "Hash (SHA-256)", copy: "Copy hash" }
  },
  related: {
    title: "From hold to charge",
    lead: "The hold, and all charges and refunds from it.",
    leadFirst: "The hold, and the first charges and refunds from it.",
    caption: "The hold with its charges and refunds, oldest first",
    entry: "Entry",
    change: "Change",
    thisReceipt: "this receipt",
    ofJob: "All entries of this list",
    check: "The check and its answer"
  },
  proof: {
    title: "Audit proof",
    lead: (folder: ReactNode) => (
      <>
        The ledger is signed. A proof shows that this entry is in it, unchanged: it can be checked
        here, or without this service by the verifiers in rcpt&apos;s source ({folder}).
      </>
    ),
    event: "Event",
    commit: "Commit",
    position: "Position in stream",
    check: "Check in this browser",
    download: "Download the proof",
    proven: "Proven: this entry is in the signed ledger",
    broken: "This proof does not hold",
    notSo: (step: string) => `Not so: ${step}`,
    key: "The key came from this service. Compare it with the one that its operator publishes:",
    steps: {
      event: "The proof is of the event of this receipt.",
      hash: "The event in the proof matches the hash in its commit.",
      commit: (number: number, size: number) =>
        `The commit is number ${whole(number)} of the ${whole(size)} commits of the checkpoint.`,
      signature: "The checkpoint is signed with the key of this service."
    }
  }
})
