/**
 * Every command, in the order of the help. A module is loaded only when its command runs: the help and
 * a small command do not wait for the service. `alone`: the subcommand that runs where none is named.
 */
import { nearest } from "@rcpt/service/platform/config/nearest"

const working = {
  start: {
    means: "Run the service; --lab: against a simulated internet.",
    load: () => import("./start.ts").then(({ start }) => start)
  },
  login: {
    means: "Keep a server and an API key for the commands below.",
    load: () => import("./login.ts").then(({ login }) => login)
  },
  verify: {
    means: "Verify one address.",
    load: () => import("./verify.ts").then(({ verify }) => verify)
  },
  bulk: {
    means: "Verify a list: the price first, then the results.",
    load: () => import("./bulk.ts").then(({ bulk }) => bulk)
  },
  jobs: {
    means: "List, show, cancel and compare jobs; fetch results, verify rows.",
    load: () => import("./jobs.ts").then(({ jobs }) => jobs),
    alone: "list"
  },
  credits: {
    means: "Show the credits of the account.",
    load: () => import("./credits.ts").then(({ credits }) => credits)
  },
  usage: {
    means: "Show the checks of the current month.",
    load: () => import("./credits.ts").then(({ usage }) => usage)
  },
  accuracy: {
    means: "Show how many of the addresses that you mailed bounced.",
    load: () => import("./accuracy.ts").then(({ accuracy }) => accuracy)
  },
  activity: {
    means: "List checks and requests of the last days, or show one.",
    load: () => import("./activity.ts").then(({ activity }) => activity)
  },
  statements: {
    means: "Show what a month cost, or write it as PDF or CSV.",
    load: () => import("./statements.ts").then(({ statements }) => statements)
  },
  webhooks: {
    means: "Set and test webhook endpoints; list and resend deliveries.",
    load: () => import("./webhooks.ts").then(({ webhooks }) => webhooks),
    alone: "show"
  },
  inlets: {
    means: "Take the events of mail services: bounces, complaints.",
    load: () => import("./inlets.ts").then(({ inlets }) => inlets),
    alone: "list"
  },
  schedules: {
    means: "Check lists again and again: runs, and what changed.",
    load: () => import("./schedules.ts").then(({ schedules }) => schedules),
    alone: "list"
  },
  listen: {
    means: "Print events as they happen, and forward them to a local URL.",
    load: () => import("./listen.ts").then(({ listen }) => listen)
  },
  keys: {
    means: "Create, change, list and revoke API keys.",
    load: () => import("./keys.ts").then(({ keys }) => keys),
    alone: "list"
  },
  rules: {
    means: "Block and allow addresses by your own rules.",
    load: () => import("./rules.ts").then(({ rules }) => rules),
    alone: "list"
  },
  feedback: {
    means: "Report bounces out of returned mail, mail logs and CSV files.",
    load: () => import("./feedback.ts").then(({ feedback }) => feedback)
  },
  ledger: {
    means: "Check the ledger, and prove balances.",
    load: () => import("./ledger.ts").then(({ ledger }) => ledger)
  },
  projections: {
    means: "List, rebuild and compare the views of the ledger.",
    load: () => import("./projections.ts").then(({ projections }) => projections)
  },
  erase: {
    means: "Erase an address from everything but the ledger.",
    load: () => import("./erase.ts").then(({ erase }) => erase)
  },
  mcp: {
    means: "Offer verification to an assistant.",
    load: () => import("./mcp.ts").then(({ mcp }) => mcp)
  },
  lists: {
    means: "Show and refresh the lists of free and disposable domains.",
    load: () => import("./lists.ts").then(({ lists }) => lists)
  },
  events: {
    means: "Print the log of events.",
    load: () => import("./events.ts").then(({ events }) => events)
  },
  smtp: {
    means: "Explain a mail server's reply.",
    load: () => import("./smtp.ts").then(({ smtp }) => smtp)
  },
  egress: {
    means: "Show and try the addresses that mail servers see.",
    load: () => import("./egress.ts").then(({ egress }) => egress),
    alone: "list"
  },
  guards: {
    means: "Show how fast each group of mail servers is probed.",
    load: () => import("./guards.ts").then(({ guards }) => guards)
  },
  nodes: {
    means: "Show the nodes of the service.",
    load: () => import("./nodes.ts").then(({ nodes }) => nodes)
  },
  drain: {
    means: "Let the other nodes take the work of one.",
    load: () => import("./nodes.ts").then(({ drain }) => drain)
  },
  backup: {
    means: "Write the whole database into one file.",
    load: () => import("./backup.ts").then(({ backup }) => backup)
  },
  restore: {
    means: "Fill an empty database from a backup.",
    load: () => import("./backup.ts").then(({ restore }) => restore)
  },
  doctor: {
    means: "Check whether this machine is ready to verify.",
    load: () => import("./doctor.ts").then(({ doctor }) => doctor)
  },
  mail: {
    means: "Try out the mail of this machine's settings.",
    load: () => import("./mail.ts").then(({ mail }) => mail)
  },
  config: {
    means: "Print every setting, its value and where it comes from.",
    load: () => import("./config.ts").then(({ config }) => config)
  },
  admin: {
    means: "Manage accounts as an owner of the service.",
    load: () => import("./admin.ts").then(({ admin }) => admin)
  }
}

const loadWorking = () => Promise.all(Object.values(working).map(({ load }) => load()))

export const commandTable = {
  ...working,
  completion: {
    means: "Print a completion script for bash, zsh or fish.",
    load: () => import("./completion.ts").then(({ completion }) => completion(loadWorking))
  }
}

export type CommandName = keyof typeof commandTable

const commandNames = Object.keys(commandTable) as ReadonlyArray<CommandName>

export const isCommandName = (word: string): word is CommandName =>
  Object.hasOwn(commandTable, word)

const examples = [
  ["rcpt start --lab", "a service to try on this machine"],
  ["rcpt verify ann@example.com", "one address; the exit code is the verdict"],
  ["rcpt bulk list.csv -o out.csv", "a list: price, progress, results"]
] as const

const width = Math.max(...commandNames.map(({ length }) => length))
const exampleWidth = Math.max(...examples.map(([{ length }]) => length))

/** The help of `rcpt` itself. It loads no command, so that it is there at once. */
export const overview = (): string =>
  [
    "rcpt: email verification with a ledger that anyone can audit.",
    "",
    "Usage: rcpt <command> [flags]",
    "",
    "Commands",
    ...commandNames.map((name) => `  ${name.padEnd(width)}  ${commandTable[name].means}`),
    "",
    "Examples",
    ...examples.map(([command, means]) => `  ${command.padEnd(exampleWidth)}  ${means}`),
    "",
    "rcpt <command> --help shows the flags of a command; rcpt --version the version.",
    ""
  ].join("\n")

/** For a word that is no command. */
export const unknownCommand = (word: string): string => {
  const guess = nearest(word, commandNames)
  const hint = guess === undefined ? "rcpt --help lists the commands." : `Did you mean ${guess}?`
  return `${hint} ${JSON.stringify(word)} is not a command of rcpt.\n`
}
