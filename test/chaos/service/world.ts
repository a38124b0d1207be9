/**
 * Three nodes, their Postgres, and between all of them what can be cut: each node reaches Postgres and each
 * other node through a TCP proxy of its own. The lab runs in this process, so that what its servers have
 * counted judges.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

import * as Lab from "@rcpt/lab/Lab"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Effect } from "effect"
import type { Scope } from "effect"

import * as serviceNodes from "../../support/serviceNodes.ts"
import type { ClusterAddress } from "../../support/serviceNodes.ts"
import * as tcpProxy from "../../support/tcpProxy.ts"
import type { TcpProxy } from "../../support/tcpProxy.ts"
import { tempFolder } from "../../support/tempFolder.ts"
import * as ChaosNode from "./ChaosNode.ts"
import * as database from "./database.ts"
import { mail, zone } from "./internet.ts"

export const nodeCount = 3

/** Conversations at once that each mail server gets, from all nodes together. */
export const conversationsMax = 2

/** More than the checks of the longest run cost. */
export const creditsAtStart = 1_000_000_000

export interface World {
  readonly lab: Lab.Lab
  readonly apiKey: string
  readonly nodes: ReadonlyArray<ChaosNode.ChaosNode>
  readonly database: database.Database
  /** The ways between a node and the others, in both directions. */
  readonly waysOf: (node: number) => ReadonlyArray<TcpProxy>
}

interface Way {
  readonly from: number
  readonly to: number
  readonly proxy: TcpProxy
}

const numbers = Array.from({ length: nodeCount }, (_, index) => index + 1)

const startWays = (addresses: ReadonlyArray<ClusterAddress>) =>
  Effect.forEach(
    numbers.flatMap((from) => numbers.map((to) => ({ from, to }))),
    (way) => Effect.map(tcpProxy.start(addresses[way.to - 1]!), (proxy): Way => ({ ...way, proxy }))
  )

/** For nodeFaults.ts. A node reaches itself without a proxy. */
const environmentOf = (
  node: number,
  addresses: ReadonlyArray<ClusterAddress>,
  ways: ReadonlyArray<Way>,
  clockFile: string
) => {
  const routes = ways
    .filter(({ from, to }) => from === node && to !== node)
    .map(({ to, proxy }) => {
      const { host, port } = addresses[to - 1]!
      return [`${host}:${port}`, proxy.port]
    })
  return {
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "nodeFaults.ts")).href}`,
    CHAOS_ROUTES: JSON.stringify(Object.fromEntries(routes)),
    CHAOS_CLOCK: clockFile
  }
}

const settings = {
  RCPT_RATE_LIMIT: "off",
  RCPT_ENUMERATION_LIMIT: "off",
  RCPT_MX_CONCURRENCY: String(conversationsMax),
  RCPT_LOG: "info"
}

const behind = (url: string, { port }: TcpProxy): string => {
  const through = new URL(url)
  through.port = String(port)
  return through.href
}

export const start = (hasStandby: boolean): Effect.Effect<World, never, Scope.Scope> =>
  Effect.gen(function* () {
    const lab = yield* Lab.start({ zones: [zone], mail: [mail] })
    const toDatabase = yield* Effect.forEach(numbers, () =>
      // Where it leads to is said when there is a database.
      tcpProxy.start({ host: "127.0.0.1", port: 1 })
    )
    const postgres = yield* database.start({ proxies: toDatabase, hasStandby })
    const addresses = yield* serviceNodes.clusterAddresses(nodeCount)
    const ways = yield* startWays(addresses)
    const folder = yield* tempFolder()
    const clockFile = (node: number) => join(folder, `clock${node}`)
    const setClock = (node: number) => (ahead: number) =>
      writeFileSync(clockFile(node), String(ahead))
    for (const node of numbers) setClock(node)(0)
    const apiKey = generate()
    const { url } = postgres.primary()
    const running = yield* serviceNodes.startAll(
      {
        apiKey,
        databaseUrlOf: (node) => behind(url, toDatabase[node - 1]!),
        env: { ...lab.env, ...settings },
        envOf: (node) => environmentOf(node, addresses, ways, clockFile(node)),
        credits: creditsAtStart
      },
      addresses
    )
    const nodes = yield* Effect.forEach(running, (first, index) =>
      ChaosNode.watch({
        number: index + 1,
        first,
        database: toDatabase[index]!,
        setClock: setClock(index + 1)
      })
    )
    return {
      lab,
      apiKey,
      nodes,
      database: postgres,
      waysOf: (node) =>
        ways.filter(({ from, to }) => from === node || to === node).map(({ proxy }) => proxy)
    }
  })
