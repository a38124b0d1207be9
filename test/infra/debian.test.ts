/** The page about a plain Debian server: what it tells people to run can be run, and reads files that are there. */
import { execFileSync, spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { inject } from "vitest"

import { fencesOf, root } from "../docs/fences.ts"
import { asSuperuser, freshDatabase } from "../support/freshDatabase.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"

const page = "packages/docs/debian.md"
const fences = fencesOf(page)
const shell = fences.filter(({ language }) => language === "sh").map(({ text }) => text)
/** Of the page, and of the one that it names for restores. */
const sqlOf = (kind: string): ReadonlyArray<string> =>
  [...fences, ...fencesOf("packages/docs/operations.md")]
    .filter((fence) => fence.language === "sql" && fence.kind === kind)
    .flatMap(({ text }) => text.split(";\n").filter((statement) => statement.trim() !== ""))

const runAs = (url: string, statements: ReadonlyArray<string>) =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(
    Effect.flatMap((connection) => Effect.forEach(statements, (one) => connection.query(one))),
    Effect.scoped
  )

/** The command that step 4 or 8 writes, on copies of what it reads. */
const fenceWith = (text: string): string => {
  const found = shell.find((fence) => fence.includes(text))
  if (found === undefined) throw new Error(`${page} has no command with ${text}`)
  return found
}

describe("The page about a plain Debian server", () => {
  it("has shell that a shell accepts", () => {
    for (const text of shell)
      assert.strictEqual(spawnSync("sh", ["-n"], { input: text, encoding: "utf8" }).stderr, "")
  })

  it("names files of the checkout that are there", () => {
    const named = shell.flatMap(
      (text) => text.match(/\/opt\/rcpt\/(?:infra|packages)[\w./*-]+/g) ?? []
    )
    assert.isAbove(named.length, 5)
    for (const file of named) {
      const here = file.replace("/opt/rcpt", root).replace(/\*$/, "timer")
      assert.isTrue(existsSync(here), file)
    }
  })

  it.live("makes a role that owns its database and is no superuser", () =>
    Effect.gen(function* () {
      const name = "debian_page"
      const statements = sqlOf("").map((statement) =>
        statement.replaceAll(/\brcpt\b/g, name).replace(":'password'", "'secret'")
      )
      const superuser = inject("superuserUrl")
      yield* Effect.acquireRelease(runAs(superuser, statements), () =>
        Effect.orDie(runAs(superuser, [`drop database ${name} with (force)`, `drop role ${name}`]))
      )
      const url = new URL(superuser)
      url.username = name
      url.password = "secret"
      url.pathname = name
      const [facts] = yield* runAs(url.href, [
        "select rolsuper, (select datdba = r.oid from pg_database where datname = current_database()) as owns from pg_roles r where rolname = current_user",
        "create table proof (id int)"
      ])
      assert.deepStrictEqual(facts?.rows, [{ rolsuper: false, owns: true }])
    }).pipe(Effect.scoped)
  )

  it.live("changes a restored database with SQL that its tables accept", () =>
    Effect.gen(function* () {
      const [statement] = sqlOf("restored")
      yield* runAs(asSuperuser(yield* freshDatabase()), [statement!])
    }).pipe(Effect.scoped)
  )

  it.live("makes every secret that the unit loads", () =>
    Effect.gen(function* () {
      const folder = yield* tempFolder()
      const [etc, home] = [join(folder, "etc"), join(folder, "root")]
      mkdirSync(home)
      writeFileSync(join(home, "database_password"), "secret\n")
      const script = fenceWith("> ledger_key")
        .replaceAll("/etc/rcpt", etc)
        .replaceAll("~/", `${home}/`)
        .replaceAll("/opt/rcpt", root)
      execFileSync("sh", ["-ec", script])
      const unit = readFileSync(join(root, "infra/systemd/rcpt.service"), "utf8")
      const loaded = [...unit.matchAll(/^LoadCredential=(\w+):\/etc\/rcpt\/(\w+)$/gm)]
      assert.isAbove(loaded.length, 3)
      for (const [, , file] of loaded) assert.isTrue(existsSync(join(etc, file!)), file)
      const key = Buffer.from(readFileSync(join(etc, "ledger_key"), "utf8"), "base64")
      assert.lengthOf(key, 32)
      const url = new URL(readFileSync(join(etc, "database_url"), "utf8").trim())
      assert.deepStrictEqual(
        [url.username, url.password, url.pathname],
        ["rcpt", "secret", "/rcpt"]
      )
    }).pipe(Effect.scoped)
  )

  it.live("makes a command that has the settings and secrets of the service", () =>
    Effect.gen(function* () {
      const folder = yield* tempFolder()
      const [etc, command, fake] = ["etc", "rcpt", "node"].map((name) => join(folder, name))
      mkdirSync(etc!)
      copyFileSync(join(root, "infra/systemd/settings.env"), join(etc!, "settings.env"))
      writeFileSync(fake!, '#!/bin/sh\necho "$@"; env\n', { mode: 0o755 })
      const script = fenceWith("/usr/local/bin/rcpt")
        .replace("\nrcpt doctor\n", "\n")
        .replaceAll("/usr/local/bin/rcpt", command!)
        .replaceAll("/etc/rcpt", etc!)
        .replaceAll("/opt/rcpt/node_modules/.bin/node", fake!)
      execFileSync("sh", ["-ec", script])
      const said = execFileSync(command!, ["ledger", "verify"], { encoding: "utf8" })
      const lines = said.split("\n")
      assert.strictEqual(lines[0], "/opt/rcpt/packages/cli/bin/rcpt.mjs ledger verify")
      for (const line of [
        `RCPT_DATABASE_URL_FILE=${etc}/database_url`,
        `RCPT_SECRET_FILE=${etc}/rcpt_secret`,
        `RCPT_LEDGER_KEY_FILE=${etc}/ledger_key`,
        "RCPT_DNS_SERVERS=127.0.0.1",
        "RCPT_DATA_DIR=/var/lib/rcpt"
      ])
        assert.include(lines, line)
    }).pipe(Effect.scoped)
  )
})
