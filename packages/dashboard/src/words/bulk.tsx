/** The words of the page of lists: choosing one, its price, its start, and all lists so far. */
import type { FileKind } from "@rcpt/api/fileKind"
import type { UnreadableReason } from "@rcpt/api/ListUnreadable"
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { percent, whole } from "./numbers.ts"
import { phrases } from "./phrases.tsx"
import { wordsOf } from "./translation.ts"

const lists = (count: number) => `${whole(count)} ${count === 1 ? "list" : "lists"}`

type Reasons = Readonly<Record<UnreadableReason, (detail: number | string) => string>>

/** A sentence for each reason. */
const reasons = (all: Reasons): Reasons => all

type Kinds = Readonly<Partial<Record<FileKind, string>>>

const kinds = (all: Kinds): Kinds => all

const cells = (count: number) => `${whole(count)} ${count === 1 ? "cell" : "cells"}`

export const words = wordsOf("bulk", {
  title: "Lists",
  lead: "Verify a whole list. You see the price before it starts.",
  readOnly: "Your role is read-only: you cannot upload lists.",
  newList: "New list",
  box: {
    /** `choose` wraps the words that look like a link. */
    label: (choose: (text: string) => ReactNode) => (
      <>{choose("Choose a CSV file or workbook")} or drop it here</>
    ),
    hint: "Up to 32 MB; also workbooks (.xlsx, .ods), contacts (.vcf), LDIF and JSON. Any column can have the addresses, with or without a header row. All other columns are returned unchanged, next to the results."
  },
  paste: {
    open: "Paste addresses instead",
    label: "Addresses",
    hint: "One per line, or separated by commas. Names in front of them, as a mail program copies them, are fine. So are cells of a spreadsheet.",
    noAddress: "There is no address in it: none has an @.",
    action: "Use these addresses",
    /** `at` is a time such as "2026-01-31-1205". */
    fileName: (at: string) => `pasted-${at}.csv`
  },
  refusal: {
    several: "One list at a time",
    severalAdvice:
      "Choose a single file. You can start the next one as soon as this one is uploaded.",
    unreadable: (name: string) => `${name} cannot be read`,
    unreadableAdvice: "It could not be opened. Try again, or save it as CSV.",
    readerNotLoaded: "The reader for lists could not be loaded. Choose the file again.",
    empty: (name: string) => `${name} is empty`,
    emptyAdvice: "Choose a CSV with a header row.",
    tooLarge: (name: string) => `${name} is larger than 32 MB`,
    tooLargeAdvice: (bytes: number, max: number) =>
      `It has ${whole(bytes)} bytes; the limit is ${whole(max)}. Nothing was sent. Split the file or remove columns that you do not need, and try again.`
  },
  /** Why a file is no list that can be read. */
  unreadable: reasons({
    damaged: () => "The file is damaged, or it is not what its name says.",
    protected: () => "This workbook is protected by a password. Save it without one.",
    tooLarge: () => "This workbook is too large to read here. Save it as CSV.",
    tooManyColumns: (max) => `The sheet has more than ${max} columns.`,
    emptySheet: () => "No sheet of this workbook has a filled row.",
    noSuchSheet: () => "This sheet is not in the workbook any more. Choose the file again.",
    noAddress: () => "There is no email address in it.",
    oldWorkbook: () =>
      "This is an old Excel workbook (.xls). Open it in a spreadsheet, and save it as .xlsx or CSV.",
    numbers: () => "This is a Numbers spreadsheet. In Numbers choose File, Export To, CSV.",
    webPage: () => "This is a web page. Open it in a spreadsheet, and save it as CSV.",
    word: () => "This is a text document. Copy its addresses, and choose Paste addresses instead.",
    presentation: () =>
      "This is a presentation. Copy its addresses, and choose Paste addresses instead.",
    picture: () => "This is a picture or film. Only text can be read.",
    pdf: () => "This is a PDF. Copy its addresses, and choose Paste addresses instead.",
    archive: () => "This is an archive. Unpack it, and choose the list in it.",
    database: () => "This is a database file. Export a table as CSV.",
    richText: () => "This is a text document (RTF). Save it as plain text or CSV.",
    message: () =>
      "This is an email or a folder of them. Copy its addresses into a spreadsheet and save that as CSV."
  }),
  /** What was read that is no table. */
  readFrom: kinds({
    vcard: "Read from contacts (vCard): one row for each address.",
    ldif: "Read from a directory (LDIF): one row for each address.",
    json: "Read from JSON: one row for each object.",
    members: "Read from names and addresses: one row for each address."
  }),
  chosen: {
    another: "Choose another file",
    bytes: "bytes",
    sentAs: (name: string) => `, sent as ${name}`,
    sheet: "Sheet",
    sheetHint: (count: number) =>
      `The workbook has ${whole(count)} sheets. The first with an address is taken; choose another here.`,
    whichColumn: "Which column has the addresses?",
    whichColumnAdvice:
      "No cell of the first rows is an email address. Click on the column to verify.",
    noneAtAll: "This list has no addresses",
    noneAtAllAdvice: "No cell of it has an @. Choose another file. Nothing was charged.",
    noAt: (name: string) => `"${name}" has no addresses`,
    noAtAdvice:
      "None of its first cells has an @. Choose another column, or another file. Nothing was charged.",
    take: (name: string) => `Use "${name}"`
  },
  preview: {
    name: "First rows of the list",
    column: (number: number) => `Column ${number}`,
    addresses: "Addresses",
    taken: (name: string, because: "asked" | "named" | "cells") =>
      ({
        asked: `Addresses are taken from "${name}", which you chose.`,
        named: `Addresses are taken from "${name}", by its name.`,
        cells: `Addresses are taken from "${name}": its cells are addresses.`
      })[because],
    skipped: (count: number) =>
      `${whole(count)} ${count === 1 ? "line" : "lines"} before that are no rows; the results have them, too.`,
    encoding: (encoding: string) => `Read as ${encoding}.`,
    encodingUnsure: "Few letters tell how this file was saved.",
    whichEncoding: "Which word reads right?",
    readsAs: (word: string, encoding: string) => `${word} (${encoding})`,
    note: "Preview of the first rows. The service reads the whole file. To verify another column, click on it.",
    hidden: (count: number) =>
      `${whole(count)} more ${count === 1 ? "column" : "columns"} not shown.`,
    hasHeader: "The first row names the columns"
  },
  repairs: {
    repaired: (count: number) => `${cells(count)} repaired`,
    repairedAndAdded: (count: number, added: number) =>
      `${cells(count)} repaired, ${phrases.rows(added)} added`,
    left: (count: number) => `${cells(count)} left as ${count === 1 ? "it is" : "they are"}`,
    addresses: (all: ReadonlyArray<string>) => all.join(" and "),
    more: (count: number) => `And ${whole(count)} more.`,
    addedNote: "A row with two addresses is sent once for each, with all its other cells.",
    repairFirst: "Repair before upload"
  },
  mode: {
    legend: "Mode",
    fast: {
      label: `Fast – ${creditsOf(heldFor.fast)} per address`,
      hint: "Checks syntax, DNS, reputation and lists. No mail server is contacted."
    },
    deep: {
      label: `Deep – ${heldFor.fast} to ${creditsOf(heldFor.deep)} per address`,
      hint: "Also asks the mail server whether the mailbox exists. Takes longer: some servers have to be asked again up to an hour later."
    }
  },
  price: {
    calculating: "Calculating the price",
    calculatingFree: "Calculating the price. This is free.",
    unusable: "This file cannot be used",
    ignored: "Rows without an address, free",
    rows: "Rows with an address",
    duplicates: "Duplicates",
    unique: "Unique addresses",
    time: "Expected time",
    /** The mail servers that the expected time is of. */
    slowest: (servers: string, count: number) =>
      `The expected time is that of ${whole(count)} ${count === 1 ? "row" : "rows"} at ${servers}, at the present pace. Greylisting may add up to an hour.`,
    expected: "Expected cost",
    maximum: "Maximum cost",
    /** `held` and `more` have their unit. */
    held: (held: string) => `Held until the list is done: ${held}.`,
    heldMore: (held: string, more: string) =>
      `Held until the list is done: ${held}, ${more} more than it can cost.`,
    rules: inline`Each address is charged once, even if it is listed twice. ${<em>Unknown</em>} results are free. Unused held credits are refunded when the job ends.`,
    several: (count: number, addresses: number) =>
      `${cells(count)} ${count === 1 ? "has" : "have"} ${whole(addresses)} addresses. ${count === 1 ? "It" : "Each of these cells"} counts as one malformed address: give every address its own row.`,
    unprovable: (share: string) =>
      `Of the addresses, ${share} are at providers that do not reveal whether a mailbox exists. Deep mode cannot verify these; they usually cost the same as in fast mode.`,
    known: (count: number, saved: number) =>
      `Take ${whole(count)} ${count === 1 ? "result" : "results"} of the last 30 days, saves up to ${whole(saved)} ${saved === 1 ? "credit" : "credits"}`,
    imports: {
      title: (service: string) => `This list has verdicts of ${service}`,
      column: (name: string) =>
        `They are in the column “${name}”. Verdicts of the last 30 days are among the results that you can take.`,
      date: "Date of these verdicts",
      dateHint: "Without a date they do not count."
    },
    notEnough: "Not enough credits",
    /** `needed` and `available` have their unit. */
    notEnoughAdvice: (needed: string, available: string, count: number) =>
      `To start, this list needs ${needed}, but only ${available} ${count === 1 ? "is" : "are"} available.`
  },
  /** The findings of the free preview. */
  known: {
    title: "Known before the start",
    bounce: (count: number, share: string) =>
      `At least ${whole(count)} of them would bounce (${share})`,
    found: (all: ReadonlyArray<string>) =>
      `${all.join(", ")}. From our lists and earlier checks alone; verifying finds more.`,
    counts: {
      invalid_syntax: (count: number) => `${whole(count)} not well-formed`,
      known_bad_domains: (count: number) => `${whole(count)} at domains known to take no mail`,
      disposable: (count: number) => `${whole(count)} disposable`,
      role: (count: number) => `${whole(count)} shared ${count === 1 ? "inbox" : "inboxes"}`,
      free: (count: number) => `${whole(count)} at free providers`
    }
  },
  start: {
    action: "Start verification",
    upload: "Upload",
    uploading: (share: number) => `Uploading: ${percent(share)}`,
    uploaded: "Uploaded. The service is reading the list.",
    cancel: "Cancel upload",
    cancelled: "Upload cancelled. Nothing was started or charged.",
    fileChanged: "the file was changed or removed after you chose it: choose it again",
    /** Sentences by the status of the response; 0 means that there was none. */
    errors: {
      0: "The connection was lost before the service responded. Start again when it is back: this never starts the list twice.",
      402: "You do not have enough credits to hold for this list. Nothing was started.",
      409: "The service is still reading the first attempt. Start again in a moment: this never starts the list twice.",
      422: "The file has changed since the first attempt. Check whether that attempt is in the lists below. If it is not, start again."
    }
  },
  lists: {
    title: "Lists",
    caption: "Lists of this account",
    pages: "Pages of lists",
    count: (count: number) => lists(count),
    matching: (count: number) => `${lists(count)} found`,
    search: "Search by name",
    state: "State",
    sortBy: "Sort by",
    states: {
      "": "Any",
      running: "Running",
      complete: "Complete",
      failed: "Failed",
      cancelled: "Cancelled"
    },
    orders: {
      "": "Newest first",
      created: "Oldest first",
      name: "Name, A to Z",
      "-name": "Name, Z to A",
      "-rows": "Most rows first",
      rows: "Fewest rows first"
    },
    noMatch: {
      title: "No matching lists",
      text: "Search matches any part of a name, in upper or lower case.",
      all: "Show all lists"
    },
    name: "List",
    status: "Status",
    rows: "Rows",
    result: "Result",
    mode: "Mode",
    started: "Started",
    verifiedShare: (share: string) => `${share} verified`,
    verified: (count: number) => `${whole(count)} verified`,
    noneVerified: "None verified",
    validShare: (share: string) => `${share} valid`,
    emptyPage: { title: "No lists on this page", text: "This account has fewer lists." },
    empty: {
      title: "No lists yet",
      text: inline`Choose a CSV file above. You see the price before it starts. Lists sent to ${<code className="breaks">POST /api/v1/verify/bulk</code>} appear here too.`
    }
  }
})
