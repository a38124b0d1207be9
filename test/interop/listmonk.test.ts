/** A real listmonk as source and sink. Its program comes from a release, or is built from its source, without a dashboard. */
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { freePort } from "@rcpt/service/platform/freePort"
import { Effect } from "effect"

import { query } from "../service/schedules/adapterWorld.ts"
import { tell } from "../service/schedules/listmonkStory.ts"
import type { Listmonk, Seen } from "../service/schedules/listmonkStory.ts"
import { asSuperuser, emptyDatabase } from "../support/freshDatabase.ts"
import { describeWith, listmonk, listmonkFolder } from "../support/needs.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert } from "../support/vitest.ts"
import * as daemon from "./support/daemon.ts"

const ip = "127.0.0.1"

/** Those who read a list and those who left it, and one who is on the blocklist for another reason. */
const subscribers = `
  insert into lists (uuid, name, type) values (gen_random_uuid(), 'Customers', 'private');
  insert into subscribers (uuid, email, name, attribs, status)
    select gen_random_uuid(), 'c' || n || '@acme.test', 'C ' || n, '{"city": "Bonn"}', 'enabled'
    from generate_series(1, 120) n;
  insert into subscriber_lists (subscriber_id, list_id, status)
    select s.id, l.id, case when s.email = 'c2@acme.test' then 'unsubscribed' else 'confirmed' end::subscription_status
    from subscribers s, lists l where l.name = 'Customers' and s.email like '%@acme.test';
  update subscribers set status = 'blocklisted' where email = 'c3@acme.test'`

/** A listmonk on its own database, until the scope closes. */
const started = Effect.gen(function* () {
  const database = asSuperuser(yield* emptyDatabase())
  const { hostname, port: ofPostgres, username, password, pathname } = new URL(database)
  const port = yield* Effect.orDie(freePort)
  const config = join(yield* tempFolder(), "config.toml")
  writeFileSync(
    config,
    `[app]\naddress = "${ip}:${port}"\n[db]\nhost = "${hostname}"\nport = ${ofPostgres}
user = "${username}"\npassword = "${password}"\ndatabase = "${pathname.slice(1)}"
ssl_mode = "disable"\nmax_open = 5\nmax_idle = 5\nmax_lifetime = "300s"\n`
  )
  const install = spawnSync("./listmonk", ["--config", config, "--install", "--yes"], {
    cwd: listmonkFolder,
    encoding: "utf8",
    env: {
      LISTMONK_ADMIN_USER: "admin",
      LISTMONK_ADMIN_PASSWORD: "longenough1",
      LISTMONK_ADMIN_API_USER: "rcpt"
    }
  })
  const [, token] =
    /API_TOKEN="(\w+)"/.exec(install.stderr) ?? assert.fail(install.stdout + install.stderr)
  for (const statement of subscribers.split(";")) yield* query(database, statement)
  yield* daemon.start({
    program: "/usr/bin/env",
    args: ["-C", listmonkFolder, "./listmonk", "--config", config],
    on: [{ ip, port }]
  })
  const [list] = yield* query(database, "select id from lists where name = 'Customers'")
  const stateOf = (email: string) =>
    Effect.map(
      query(
        database,
        `select s.status::text, attribs, l.status::text as list from subscribers s
          join subscriber_lists l on l.subscriber_id = s.id where email = '${email}'`
      ),
      ([row]) => row as unknown as Seen
    )
  const listmonk: Listmonk = {
    list: Number(list!["id"]),
    at: { url: `http://${ip}:${port}`, user: "rcpt" },
    token: token!,
    stateOf
  }
  return listmonk
})

describeWith(listmonk, "A listmonk", () => tell(started))
