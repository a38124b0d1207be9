/** The words of the pages of schedules. */
import type { RunState, SinkKind, SourceKind } from "@rcpt/api/Schedule"

import { whole } from "./numbers.ts"
import { wordsOf } from "./translation.ts"

interface FieldWords {
  readonly label: string
  readonly hint?: string
}

/** A kind of source or sink: its fields in the order of the form, by their names in the API. */
export interface KindWords {
  readonly label: string
  readonly fields: Readonly<Record<string, FieldWords>>
  readonly secret?: FieldWords
}

const database = {
  label: "URL of the database",
  hint: "postgres://user:password@host/database. It is stored encrypted and not shown again."
}
const listmonkUrl = { label: "URL of listmonk", hint: "Such as https://lists.example.com" }
const listmonkUser = {
  label: "API user",
  hint: "In listmonk, under Users. It needs subscribers:get_all and subscribers:manage."
}
const listmonkSecret = { label: "Token of the API user" }

export const words = wordsOf("schedules", {
  title: "Schedules",
  lead: "Lists that check themselves: new contacts soon, all others once their result gets old. You get what changed.",
  make: "New schedule",
  empty: {
    title: "No schedules yet",
    text: "Connect a list, a CSV file, a Postgres or a listmonk. rcpt checks it again and again, and nothing is paid twice."
  },
  table: {
    title: "Your schedules",
    name: "Name",
    source: "Source",
    next: "Next run",
    last: "Last run",
    changes: "Changes",
    month: "This month",
    none: "none yet",
    paused: "Paused"
  },
  counts: { dead: "Newly dead", revived: "Revived", risky: "Newly risky", new: "New" },
  sources: {
    list: {
      label: "Uploaded list",
      fields: {
        list: {
          label: "File name",
          hint: "Of a list that you uploaded. The newest one with this name is read."
        }
      }
    },
    url: {
      label: "CSV file on a web server",
      fields: {
        url: { label: "URL of the file", hint: "https, at most 32 MB." },
        email_column: { label: "Column of the addresses", hint: "Empty: it is found." },
        key_column: { label: "Column of the ids", hint: "Empty: the address is the id." }
      },
      secret: {
        label: "Header",
        hint: "Optional, such as Authorization: Bearer … It is stored encrypted and not shown again."
      }
    },
    postgres: {
      label: "Postgres",
      fields: {
        query: { label: "Query", hint: "It returns two columns: email and key, such as an id." }
      },
      secret: database
    },
    listmonk: {
      label: "listmonk",
      fields: {
        url: listmonkUrl,
        user: listmonkUser,
        lists: { label: "Lists", hint: "Their ids, with commas: 1, 3" }
      },
      secret: listmonkSecret
    }
  } satisfies Record<SourceKind, KindWords>,
  sinks: {
    webhook: { label: "Webhook list.changed", fields: {} },
    postgres: {
      label: "Postgres",
      fields: {
        statement: {
          label: "Statement",
          hint: "Run for each change, with :key :email :status :sub_status :recommendation :checked_at. It may run twice."
        }
      },
      secret: database
    },
    listmonk: {
      label: "listmonk",
      fields: {
        url: listmonkUrl,
        user: listmonkUser,
        blocklist: { label: "Put addresses on the blocklist that nothing should be sent to" }
      },
      secret: listmonkSecret
    }
  } satisfies Record<SinkKind, KindWords>,
  form: {
    title: "New schedule",
    source: "Where your contacts are",
    sink: "Where changes go",
    noSink: "Nowhere: look at them here",
    try: "Try it",
    tryAgain: "Try again",
    works: "The first contacts",
    key: "Key",
    email: "Address",
    name: "Name",
    nameSubject: "The name",
    every: "How often",
    everyHint: (zone: string) => `12h, 7d, or a cron expression such as 0 3 * * 1 (${zone}).`,
    everySubject: "The interval",
    mode: "Mode",
    fastHint: "Checks the domain.",
    deepHint: "Also asks the mail server about the mailbox.",
    age: "Check again after",
    ageHint: "Such as 30d. A younger result is not paid for again.",
    ageSubject: "The age",
    credits: "Credits per run, at most",
    creditsHint:
      "Empty: no limit. A run that could cost more does not start, and you get an email.",
    creditsSubject: "The limit",
    save: "Make schedule",
    saveChange: "Save"
  },
  states: {
    waiting: "Waits",
    checking: "Checks",
    writing: "Writes changes",
    done: "Done",
    nothing_due: "Nothing due",
    over_limit: "Over the limit",
    cancelled: "Cancelled",
    failed: "Failed"
  } satisfies Record<RunState, string>,
  one: {
    run: "Run now",
    pause: "Pause",
    resume: "Resume",
    change: "Change plan",
    remove: "Remove",
    removeTitle: "Remove this schedule?",
    removeText: "Its runs and changes go with it. Its lists stay.",
    plan: "Plan",
    next: "Next run",
    source: "Contacts from",
    sink: "Changes to",
    nowhere: "nowhere",
    every: "Every",
    age: "Checked again after",
    month: "Credits this month",
    chart: "Changes by run",
    runs: "Runs",
    none: "No runs yet.",
    nothingChanged: "No contact got worse or came back.",
    when: "When",
    state: "State",
    contacts: "Contacts",
    checked: "Checked",
    download: "Download changes",
    takeBack: "Take back",
    takeBackTitle: "Take back what this run wrote?",
    takeBackText:
      "Subscribers have the attribute and the status that they had before, unless something else changed them since.",
    ofRun: (when: string, dead: number, revived: number, risky: number) =>
      `${when}: ${whole(dead)} newly dead, ${whole(revived)} revived, ${whole(risky)} newly risky`,
    missing: "Schedule not found",
    missingText: "It was removed, or it belongs to another account.",
    all: "All schedules"
  }
})
