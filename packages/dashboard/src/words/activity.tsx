/** The words of the activity pages. */
import type { ActivityRow } from "@rcpt/api/Activity"

import { wordsOf } from "./translation.ts"

export const words = wordsOf("activity", {
  title: "Activity",
  lead: "Checks and API requests of the last days, for 30 days unless your service keeps them for another time. Rows of lists are with their list.",
  all: "All activity",
  pages: "Pages of activity",
  kinds: {
    check: "Check",
    batch: "Batch",
    batch_item: "Address of a batch",
    request: "API request"
  } satisfies Record<ActivityRow["what"], string>,
  erased: "Address erased or unreadable",
  dashboard: "Dashboard",
  revokedKey: "Revoked key",
  empty: {
    soFar: "Nothing found so far",
    soFarText: "20,000 rows were looked through. The next page goes on with older ones.",
    noMatch: "Nothing matches",
    noMatchText: "Older checks and requests are not kept. The ledger has all charges.",
    showAll: "Show everything",
    none: "No activity yet",
    noneText:
      "Each check appears here a second after its answer, with its address and verdict. Each request of an API key appears with its status.",
    verify: "Verify an address"
  },
  filters: {
    label: "Filters",
    search: "Search",
    searched: "Address or request id",
    show: "Show",
    everything: "Everything",
    verdict: "Verdict",
    anyVerdict: "Any verdict",
    response: "Response",
    anyResponse: "Any response",
    ok: "OK (2xx)",
    refused: "Refused (4xx)",
    failed: "Failed (5xx)",
    key: "Key",
    anyCaller: "Any caller"
  },
  table: {
    caption: "Checks and requests, newest first",
    what: "Address or request",
    result: "Result",
    key: "Key",
    credits: "Credits",
    duration: "Duration",
    when: "When",
    repeated: "repeated answer"
  },
  outcome: {
    noResponse: "No response sent",
    ok: (status: number) => `${status} OK`,
    error: (status: number) => `${status} Error`
  },
  notFound: {
    title: "Not found",
    heading: "This check or request is not in the activity",
    text: "It appears a second after its answer, and goes after 30 days, unless your service keeps it for another time. The ledger has all charges."
  },
  facts: {
    title: "Request",
    requestId: "Request id",
    copyRequestId: "Copy request id",
    when: "When",
    mode: "Mode",
    addresses: "Addresses",
    answer: "Answer",
    repeated: "Repeated, by its Idempotency-Key",
    charged: "Charged",
    request: "Request",
    response: "Response",
    noResponse: "None: the client had gone",
    error: "Error",
    requestedWith: "Requested with",
    duration: "Duration",
    receipt: (entry: string) => `Receipt ${entry}`,
    itsAddresses: "Its addresses",
    itsRequest: "Its request",
    ofAddress: "Everything about the address"
  }
})
