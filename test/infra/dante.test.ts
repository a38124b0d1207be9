/** The relay for a service without port 25: rcpt asks the lab's mail servers through Dante with the committed configuration. */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import * as Lab from "@rcpt/lab/Lab"
import { freePort } from "@rcpt/service/platform/freePort"
import { Effect } from "effect"

import * as daemon from "../interop/support/daemon.ts"
import { dante as need, describeWith } from "../support/needs.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, it } from "../support/vitest.ts"
import { repository } from "./support/buildContext.ts"

const configFile = join(repository, "infra/egress/danted.conf")

/** As it is committed, but for the lines that a reader changes, and for the port and the network of the lab's mail servers. */
const overlay = (port: number, smtpPort: string): string =>
  [
    [/^logoutput: .*$/m, "logoutput: stderr"],
    [/^internal: .*$/m, `internal: 127.0.0.1 port = ${port}`],
    [/^external: .*$/m, "external: lo"],
    [/from: 192\.0\.2\.20\/32/, "from: 127.0.0.1/32"],
    [/^socks block .* to: 127\.0\.0\.0\/8 .*\n/m, ""],
    [/port = 25$/m, `port = ${smtpPort}`]
  ].reduce(
    (text, [line, changed]) => {
      assert.match(text, line as RegExp)
      return text.replace(line as RegExp, changed as string)
    },
    readFileSync(configFile, "utf8")
  )

/** A user of this machine, until the scope closes. */
const user = Effect.acquireRelease(
  Effect.sync(() => {
    const [name, password] = [`rcpt-${process.pid}`, "relay-password"]
    execFileSync("/usr/sbin/useradd", ["--system", "--shell", "/usr/sbin/nologin", name])
    execFileSync("/usr/sbin/chpasswd", { input: `${name}:${password}` })
    return { name, password }
  }),
  ({ name }) => Effect.sync(() => execFileSync("/usr/sbin/userdel", [name]))
)

const relay = (smtpPort: string) =>
  Effect.gen(function* () {
    const [folder, port] = [yield* tempFolder(), yield* freePort]
    const file = join(folder, "danted.conf")
    writeFileSync(file, overlay(port, smtpPort))
    execFileSync("/usr/sbin/danted", ["-V", "-f", file])
    yield* daemon.start({
      program: "/usr/sbin/danted",
      args: ["-f", file, "-p", join(folder, "pid")],
      on: [{ ip: "127.0.0.1", port }]
    })
    return `127.0.0.1:${port}`
  })

const rcptCommands = (lab: Lab.Lab): number =>
  lab.mail.all.reduce((sum, { commands }) => sum + (commands.get("RCPT") ?? 0), 0)

/** The answer of a node whose mail servers are behind the egress. */
const smtpStatus = (lab: Lab.Lab, egress: string) =>
  Effect.gen(function* () {
    const { get } = yield* service.start({ env: { ...lab.env, RCPT_SMTP_EGRESS: egress } })
    const answer = yield* get("/api/v1/verify?email=ann@acme.test&mode=deep")
    return Object(Object(answer.json).smtp).status as unknown
  }).pipe(Effect.scoped)

describeWith(need, "The relay's configuration", () => {
  it.live(
    "lets rcpt ask mail servers with the password, and nobody reach anything else",
    () =>
      Effect.gen(function* () {
        const lab = yield* Lab.start()
        const { name, password } = yield* user
        const smtpPort = lab.env["RCPT_SMTP_PORT"]!
        const open = `socks5://${name}:${password}@${yield* relay(smtpPort)}`
        assert.strictEqual(yield* smtpStatus(lab, open), "deliverable")
        const asked = rcptCommands(lab)
        assert.notStrictEqual(
          yield* smtpStatus(lab, open.replace(password, "guessed-password")),
          "deliverable"
        )
        const otherPort = `socks5://${name}:${password}@${yield* relay("25")}`
        assert.notStrictEqual(yield* smtpStatus(lab, otherPort), "deliverable")
        assert.strictEqual(rcptCommands(lab), asked)
      }).pipe(Effect.scoped),
    { timeout: 180_000 }
  )
})
