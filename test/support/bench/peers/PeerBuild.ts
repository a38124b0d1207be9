/**
 * The other verifiers, built from test/bench/peers when they are asked for, and never otherwise. A
 * tool chain or a registry that is missing leaves its peer out, and says so.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../../..")
const sources = join(root, "test/bench/peers")
/** Git ignores it, and `npm ci` empties it. */
const built = join(root, "node_modules/.cache/peers")

export interface Peer {
  readonly name: string
  readonly command: ReadonlyArray<string>
  /** `org`: it refuses `.test`, so it is asked under the lab's other name of the same domain. */
  readonly topLevel: "test" | "org"
}

interface Source {
  readonly folder: string
  /** What it is built with: its name, and a command that succeeds where it is installed. */
  readonly needs: { readonly name: string; readonly check: ReadonlyArray<string> }
  readonly build: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
  readonly peers: ReadonlyArray<Peer>
}

const npmServer = join(sources, "npm/server.mjs")

/** The versions are those of the lock files. */
const table: ReadonlyArray<Source> = [
  {
    folder: "aftership",
    needs: { name: "Go", check: ["go", "version"] },
    build: ["go", "build", "-o", join(built, "aftership"), "."],
    peers: [{ name: "AfterShip 1.4.1", command: [join(built, "aftership")], topLevel: "test" }]
  },
  {
    folder: "reacher",
    needs: { name: "Rust", check: ["cargo", "--version"] },
    build: ["cargo", "build", "--release", "--locked"],
    env: { CARGO_TARGET_DIR: join(built, "reacher") },
    peers: [
      {
        name: "Reacher 0.11.11",
        command: [join(built, "reacher/release/reacher-peer")],
        topLevel: "test"
      }
    ]
  },
  {
    folder: "npm",
    needs: { name: "npm", check: ["npm", "--version"] },
    build: ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
    peers: [
      {
        name: "deep-email-validator 0.1.27",
        command: [process.execPath, npmServer, "deep-email-validator"],
        topLevel: "org"
      },
      {
        name: "email-validator-js 2.10.2",
        command: [process.execPath, npmServer, "@devmehq/email-validator-js"],
        topLevel: "org"
      }
    ]
  }
]

const succeeds = ([command = "", ...args]: ReadonlyArray<string>): boolean =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0

/** Why it cannot be built here. */
const obstacleOf = ({ folder, needs, build, env }: Source): string | undefined => {
  if (!succeeds(needs.check)) return `${needs.name} is not installed`
  const [command = "", ...args] = build
  console.error(`peers: ${build.join(" ")} in test/bench/peers/${folder}`)
  const { status } = spawnSync(command, args, {
    cwd: join(sources, folder),
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"]
  })
  return status === 0 ? undefined : `it cannot be built here, as said above`
}

/** Builds those of these folders that can be built, and prints a sentence for each that is left out. */
export const buildPeers = (
  folders: ReadonlyArray<string> = table.map(({ folder }) => folder)
): ReadonlyArray<Peer> => {
  mkdirSync(built, { recursive: true })
  const wanted = table.filter(({ folder }) => folders.includes(folder))
  return wanted.flatMap((source) => {
    const obstacle = obstacleOf(source)
    if (obstacle === undefined) return source.peers
    for (const { name } of source.peers) console.log(`${name} is left out: ${obstacle}.`)
    return []
  })
}
