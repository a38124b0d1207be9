/**
 * The rooms of a package: the top-level folders of its sources, from the bottom up. A room imports
 * only the rooms in its row, and a row has only rooms of earlier rows, so there are no cycles.
 */
import { posix } from "node:path"

import { importsOf } from "./importRules.ts"
import { lineAt, perFile, type Breach, type Rule, type Tree } from "./Rule.ts"

type Rooms = Readonly<Record<string, ReadonlyArray<string>>>

const services = [
  "platform",
  "ledger",
  "limits",
  "mail",
  "accounts",
  "probing",
  "verify",
  "webhooks"
]

const belowSteps = ["DomainKnowledge", "limits", "spans", "address", "cache", "lists", "dns"]

/** By package: room → the rooms that it may import. Files in the sources' root are rooms, too. */
export const rooms: Readonly<Record<string, Rooms>> = {
  service: {
    platform: [],
    limits: ["platform"],
    mail: ["platform", "limits"],
    ledger: ["platform", "mail"],
    relay: ["platform"],
    accounts: ["platform", "ledger", "limits", "mail"],
    probing: ["platform"],
    reports: ["platform", "ledger", "accounts"],
    rules: ["platform", "accounts", "reports"],
    activity: ["platform", "reports"],
    webhooks: ["platform", "accounts"],
    jobs: [
      "platform",
      "ledger",
      "mail",
      "accounts",
      "probing",
      "reports",
      "rules",
      "activity",
      "webhooks"
    ],
    verify: ["platform", "ledger", "limits", "accounts", "reports", "rules", "activity", "jobs"],
    dropin: ["platform", "jobs"],
    views: [
      "platform",
      "ledger",
      "mail",
      "accounts",
      "reports",
      "rules",
      "activity",
      "webhooks",
      "jobs"
    ],
    feedback: [
      "platform",
      "ledger",
      "mail",
      "accounts",
      "reports",
      "activity",
      "verify",
      "jobs",
      "views"
    ],
    inlets: ["platform", "limits", "accounts", "webhooks", "jobs", "feedback"],
    schedules: ["platform", "mail", "accounts", "reports", "webhooks", "jobs"],
    operations: ["platform", "ledger", "mail", "accounts", "probing", "webhooks", "jobs", "views"],
    erasure: [
      "platform",
      "ledger",
      "accounts",
      "reports",
      "rules",
      "activity",
      "jobs",
      "schedules"
    ],
    sweepers: [
      "platform",
      "ledger",
      "activity",
      "webhooks",
      "jobs",
      "schedules",
      "views",
      "operations",
      "erasure"
    ],
    supervise: ["platform", "accounts", "operations"],
    http: [
      ...services,
      "rules",
      "activity",
      "jobs",
      "dropin",
      "views",
      "feedback",
      "inlets",
      "schedules",
      "operations",
      "erasure"
    ],
    main: [
      ...services,
      "activity",
      "relay",
      "jobs",
      "inlets",
      "schedules",
      "views",
      "feedback",
      "operations",
      "sweepers",
      "http"
    ]
  },
  verifier: {
    EventLoopTurns: [],
    limits: [],
    spans: [],
    cache: ["limits"],
    DomainKnowledge: ["cache"],
    address: ["limits", "cache"],
    lists: ["address"],
    dns: ["limits", "spans", "cache", "lists"],
    dnsbl: ["limits", "spans", "cache", "lists", "dns"],
    judge: ["address", "lists", "dns"],
    rdap: ["limits", "spans", "cache", "dns"],
    smtp: ["EventLoopTurns", "spans", "cache", "lists", "address", "dns", "judge"],
    pacing: ["DomainKnowledge", "spans", "dns", "smtp"],
    Prober: ["DomainKnowledge", "dns", "smtp", "pacing"],
    smtpEvidence: ["Prober"],
    sandbox: ["address", "smtp"],
    steps: [...belowSteps, "dnsbl", "judge", "rdap", "Prober"],
    catchUp: ["cache", "judge", "steps"],
    Verifier: [
      ...belowSteps,
      "dnsbl",
      "judge",
      "rdap",
      "Prober",
      "smtpEvidence",
      "sandbox",
      "steps",
      "catchUp"
    ]
  }
}

const sources = /^packages\/([^/]+)\/src\/(.+)\.tsx?$/

interface Place {
  readonly packageName: string
  readonly room: string
}

/** `undefined`: not a source of a package with rooms. */
const placeOf = (path: string): Place | undefined => {
  const [, packageName = "", inside = ""] = sources.exec(path) ?? []
  return Object.hasOwn(rooms, packageName) && !inside.endsWith(".d")
    ? { packageName, room: inside.split("/")[0] ?? "" }
    : undefined
}

const targetOf = (path: string, from: string): string =>
  posix.normalize(posix.join(posix.dirname(path), from))

const walls: Rule = {
  says: "a room imports only the rooms that the table grants it",
  check: perFile(sources, (file) => {
    const here = placeOf(file.path)
    if (here === undefined) return []
    const granted = rooms[here.packageName]?.[here.room] ?? []
    return importsOf(file)
      .filter(({ from }) => from.startsWith("."))
      .flatMap(({ line, from }) => {
        const room = placeOf(targetOf(file.path, from))?.room
        return room === undefined || room === here.room || granted.includes(room)
          ? []
          : [
              {
                line,
                what: `${here.room} imports ${from}`,
                instead: `${here.room} may import ${granted.join(", ") || "no other room"}`
              }
            ]
      })
  }),
  bad: { "packages/service/src/ledger/X.ts": 'import type { Y } from "../accounts/Y.ts"\n' },
  good: {
    "packages/service/src/accounts/X.ts":
      'import { y } from "../ledger/Y.ts"\nimport { z } from "./sessions/Z.ts"\n',
    "packages/verifier/src/Verifier.ts": 'import { y } from "./dns/Y.ts"\n'
  }
}

/** Finds rooms without a row. */
const named: Rule = {
  says: "a folder of the service or the verifier is a room of the table",
  check: perFile(sources, ({ path }) => {
    const here = placeOf(path)
    return here === undefined || Object.hasOwn(rooms[here.packageName] ?? {}, here.room)
      ? []
      : [{ line: 1, what: `"${here.room}" is no room`, instead: "name it in roomRules.ts" }]
  }),
  bad: { "packages/service/src/helpers/X.ts": "export const x = 1\n" }
}

/** Cycles of imports, as paths. Type imports count, because a reader follows them, too. */
const circlesIn = (tree: Tree): ReadonlyArray<ReadonlyArray<string>> => {
  const files = new Map(tree.filter(({ path }) => sources.test(path)).map((f) => [f.path, f]))
  const circles: Array<ReadonlyArray<string>> = []
  const done = new Set<string>()
  const visit = (path: string, trail: ReadonlyArray<string>): void => {
    const at = trail.indexOf(path)
    if (at >= 0) return void circles.push(trail.slice(at))
    const file = files.get(path)
    if (file === undefined || done.has(path)) return
    for (const { from } of importsOf(file))
      if (from.startsWith(".")) visit(targetOf(path, from), [...trail, path])
    done.add(path)
  }
  for (const path of files.keys()) visit(path, [])
  return circles
}

const circles: Rule = {
  says: "no two files import each other, not even for a type",
  check: (tree) =>
    circlesIn(tree).map((circle): Breach => {
      const path = circle[0] ?? ""
      const what = [...circle, path].map((one) => posix.basename(one)).join(" → ")
      return { path, line: 1, what, instead: "the type stands with what is imported by the other" }
    }),
  bad: {
    "packages/store/src/A.ts": 'import { b } from "./B.ts"\n',
    "packages/store/src/B.ts": 'import type { A } from "./A.ts"\n'
  },
  good: {
    "packages/store/src/A.ts": 'import { b } from "./B.ts"\nimport { c } from "./C.ts"\n',
    "packages/store/src/B.ts": 'import { c } from "./C.ts"\n',
    "packages/store/src/C.ts": "export const c = 1\n"
  }
}

const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g
const prose = /^(?:packages|test)\/.*\.(?:tsx?|md)$|^(?:README|GUARANTEES|CONTRIBUTING)\.md$/
/** A path in prose: `views/usage.ts`, `Config.ts`, `test/chaos/jobs.test.ts`. */
const mention = /(?<![\w@./-])(?:[\w-]+\/)*[\w-]+(?:\.test)?\.tsx?\b/g

const endsOf = (parts: ReadonlyArray<string>): ReadonlyArray<string> =>
  parts.map((_, index) => parts.slice(index).join("/"))

/** The ways to name a path: from the root, from its package or shorter, with or without `src`. */
const endings = (path: string): ReadonlyArray<string> => {
  const parts = path.split("/")
  return [...endsOf(parts), ...endsOf(parts.filter((part) => part !== "src"))]
}

const mentions: Rule = {
  says: "a file that a comment or a page names exists",
  check: (tree) => {
    const known = new Set(tree.flatMap(({ path }) => endings(path)))
    return perFile(prose, ({ path, text }) => {
      if (path.startsWith("test/support/tidy/") || path === "test/tidy.test.ts") return []
      const texts = path.endsWith(".md")
        ? [{ index: 0, 0: text }]
        : [...text.matchAll(comments)].map(({ index, 0: found }) => ({ index, 0: found }))
      return texts.flatMap(({ index, 0: found }) =>
        [...found.matchAll(mention)]
          .filter(([name]) => !known.has(name))
          .map((match) => ({
            line: lineAt(text, index + match.index),
            what: `names ${match[0]}`,
            instead: "the file as it is called now"
          }))
      )
    })(tree)
  },
  bad: { "packages/api/src/X.ts": "// as in Gone.ts\n" },
  good: {
    "packages/api/src/X.ts": '// X.ts, api/X.ts and packages/api/src/X.ts\nconst y = "Gone.ts"\n'
  }
}

export const roomRules: ReadonlyArray<Rule> = [walls, named, circles, mentions]
