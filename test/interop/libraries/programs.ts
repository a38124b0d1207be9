/** Programs with a library and the lines of a page, and the service behind nginx that is all they can dial. */
import { execFile } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { userInfo } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

import type { DropInName } from "@rcpt/api/otherServices"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Context, Effect, Layer } from "effect"

import { sdksFolder } from "../../support/needs.ts"
import * as nginx from "../../support/nginx.ts"
import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import { tempFolder } from "../../support/tempFolder.ts"
import { host } from "../../support/tlsClient.ts"

export type Language = "js" | "python" | "rust"
export type Refusal = "wrongKey" | "noCredits" | "overLimit"

export interface Called {
  readonly value?: unknown
  readonly error?: Readonly<Record<string, unknown>>
}

/** Requests of an account in the hour of the test: enough for all libraries, and spent soon. */
const burst = 400

interface World {
  readonly running: Running
  /** `localhost:8443` */
  readonly address: string
  readonly port: number
  /** A file with the certificate of the authority. */
  readonly authority: string
  readonly keys: Readonly<Record<Refusal, string>>
  readonly wrongWay: WrongWay
}

/** A proxy that leads nowhere, for programs whose language has no guard: it keeps what they wanted to dial. */
interface WrongWay {
  readonly url: string
  readonly take: () => ReadonlyArray<string>
}

const wrongWay = Effect.gen(function* () {
  const asked: Array<string> = []
  const server = createServer((socket) =>
    socket
      .on("error", () => {})
      .once("data", (data) => {
        asked.push(/^CONNECT (\S+)/.exec(data.toString())?.[1] ?? data.toString())
        socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")
      })
  ).listen(0, "127.0.0.1")
  yield* Effect.promise(() => once(server, "listening"))
  yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, take: () => asked.splice(0) } satisfies WrongWay
})

export class TheWorld extends Context.Service<TheWorld, World>()(
  "test/interop/libraries/TheWorld"
) {}

const world = Effect.gen(function* () {
  const running = yield* service.start({
    lab: true,
    credits: 100_000,
    env: { RCPT_TRUSTED_PROXIES: "127.0.0.1/32", RCPT_RATE_LIMIT: `1/h,burst=${burst}` }
  })
  const proxy = yield* nginx.create([new URL(running.base).host])
  yield* proxy.start
  const authority = join(yield* tempFolder(), "authority.pem")
  writeFileSync(authority, proxy.authority())
  const poor = yield* openAccount(running.databaseUrl!)
  const busy = yield* openAccount(running.databaseUrl!)
  const requests = Array.from({ length: burst }, () =>
    running.get("/api/v1/account", { apiKey: busy.apiKey })
  )
  yield* Effect.orDie(Effect.all(requests, { concurrency: 50 }))
  return {
    running,
    address: `${host}:${proxy.httpsPort}`,
    port: proxy.httpsPort,
    authority,
    wrongWay: yield* wrongWay,
    keys: { wrongKey: generate(), noCredits: poor.apiKey, overLimit: busy.apiKey }
  }
})

const rustFolder = join(sdksFolder, "rust")

interface Program {
  readonly file: string
  /** Beside it. */
  readonly shared: ReadonlyArray<string>
  readonly command: ReadonlyArray<string>
}

/** Where the lines of a page are placed, and how the program is run. */
const programs: Readonly<Record<Language, Program>> = {
  js: {
    file: "calls.mjs",
    shared: ["guard.mjs", "answer.mjs"],
    command: [process.execPath, "--import", "./guard.mjs", "calls.mjs"]
  },
  python: {
    file: "calls.py",
    shared: ["guard.py", "answer.py"],
    command: [join(sdksFolder, "python/bin/python"), "calls.py"]
  },
  rust: {
    file: "calls.rs",
    shared: [],
    command: [
      "sh",
      "-c",
      `cp calls.rs ${rustFolder}/src/main.rs && cd ${rustFolder} && cargo run -q --offline`
    ]
  }
}

/** The page's own address is replaced, and nothing else. */
const forTest = (lines: string, { address, port }: World): string =>
  lines
    .replaceAll("https://verify.example.com", `https://${address}`)
    .replaceAll('host: "verify.example.com", port: 443', `host: "${host}", port: ${port}`)

/** A program with the lines of the page, in a folder with its library, and nothing that it can dial but nginx. */
export const programOf = (
  { service: name, language }: { readonly service: DropInName; readonly language: Language },
  lines: string
) =>
  Effect.gen(function* () {
    const to = yield* TheWorld
    const folder = yield* tempFolder()
    const { file, shared, command } = programs[language]
    for (const name of shared) cpSync(join(import.meta.dirname, name), join(folder, name))
    symlinkSync(join(sdksFolder, "node_modules"), join(folder, "node_modules"))
    const text = readFileSync(join(import.meta.dirname, name, file), "utf8")
    const placed = text.replace(/^( *)THE_LINES_OF_THE_PAGE\(.*/m, (_, indent: string) =>
      forTest(lines, to).replaceAll(/^/gm, indent)
    )
    writeFileSync(join(folder, file), placed)
    const dialled = join(folder, "dialled")
    const run = (
      ...calls: ReadonlyArray<readonly [call: string, ...args: ReadonlyArray<unknown>]>
    ) =>
      Effect.promise(async (): Promise<ReadonlyArray<Called>> => {
        const [program = "", ...args] = command
        const { stdout } = await promisify(execFile)(program, args, {
          cwd: folder,
          env: {
            PATH: process.env["PATH"],
            CALLS: JSON.stringify(calls),
            ALLOWED: to.address,
            DIALLED: dialled,
            NODE_EXTRA_CA_CERTS: to.authority,
            REQUESTS_CA_BUNDLE: to.authority,
            ...(language === "rust" && {
              SSL_CERT_FILE: to.authority,
              HTTPS_PROXY: to.wrongWay.url,
              NO_PROXY: host,
              // Not the folder that tests have in its place: Cargo and its packages are there.
              HOME: userInfo().homedir
            })
          }
        })
        return JSON.parse(stdout)
      })
    /** What it dialled beside the service. */
    const elsewhere = () => {
      const lines = existsSync(dialled) ? readFileSync(dialled, "utf8").trim().split("\n") : []
      return [...new Set([...lines, ...to.wrongWay.take()])].filter((line) => line !== to.address)
    }
    return { run, elsewhere }
  })

export const worldLayer = Layer.effect(TheWorld, world)
