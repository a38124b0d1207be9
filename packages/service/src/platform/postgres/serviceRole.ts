/**
 * The role that the service works with. It owns its database and everything in it, and has no rights beyond:
 * no SQL of the service can read a file of the server, start a program or skip a trigger by replication
 * settings, whatever finds its way into it. The superuser of the cluster prepares both at each start.
 */
import { createHmac } from "node:crypto"

import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"

import { because, notStarted } from "./PostgresNotStarted.ts"
import { database, role, superuser } from "./settings.ts"

/**
 * Derives the role's password, in letters that a URL takes as they are. It does not reveal the password that it
 * is derived from.
 */
const passwordOf = (superuserPassword: string): string =>
  createHmac("sha256", superuserPassword).update(role).digest("base64url")

const urlOf = (user: string, password: string, port: number, name: string): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${name}`

/** Returns the URL of the service's database. It contains the password: never log it. */
export const serviceUrl = (superuserPassword: string, port: number): string =>
  urlOf(role, passwordOf(superuserPassword), port, database)

/** Returns the URL for the superuser, who alone may do some things. It contains the password: never log it. */
export const superuserUrl = (superuserPassword: string, port: number, name = database): string =>
  urlOf(superuser, superuserPassword, port, name)

/** Gives a role everything in the current database but Postgres's own objects. The second time it changes nothing. */
export const giveAllTo = (name: string): string =>
  `
do $$ declare statement text; begin for statement in
  select format('alter schema %I owner to ${name}', nspname) from pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'
      and nspowner not in ('${name}'::regrole, 'pg_database_owner'::regrole)
  union all select format('alter %s %s owner to ${name}',
      case relkind when 'S' then 'sequence' when 'v' then 'view'
        when 'm' then 'materialized view' else 'table' end, c.oid::regclass)
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'S') and relowner <> '${name}'::regrole
      and nspname !~ '^pg_' and nspname <> 'information_schema'
      and not exists (select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass
        and (deptype = 'e' or deptype in ('a', 'i') and relkind = 'S'))
  union all select format('alter type %s owner to ${name}', t.oid::regtype)
    from pg_type t join pg_namespace n on n.oid = typnamespace
    where typtype = 'e' and typowner <> '${name}'::regrole and nspname !~ '^pg_'
      and not exists (select from pg_depend where objid = t.oid
        and classid = 'pg_type'::regclass and deptype = 'e')
  union all select format('alter routine %s owner to ${name}', p.oid::regprocedure)
    from pg_proc p join pg_namespace n on n.oid = pronamespace
    where proowner <> '${name}'::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
      and not exists (select from pg_depend where objid = p.oid
        and classid = 'pg_proc'::regclass and deptype = 'e')
loop execute statement; end loop; end $$`
    .trim()
    .replaceAll(/\n\s*/g, " ")

/** A role with these attributes may log in, and has the rights of an owner alone. */
const plain = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls"

/**
 * SQL for a database that is not embedded, which its superuser runs there; then the service can work with the role
 * `name`.
 */
export const plainRole = (name: string, ownDatabase: string): ReadonlyArray<string> => [
  `create role ${name} ${plain} password '<password>'`,
  `alter database "${ownDatabase.replaceAll('"', '""')}" owner to ${name}`,
  giveAllTo(name)
]

const exists = (connection: PgConnection.PgConnection, query: string, name: string) =>
  Effect.map(connection.query(query, [name]), ({ rows }) => rows.length > 0)

const ensureRole = Effect.fnUntraced(function* (
  connection: PgConnection.PgConnection,
  password: string
) {
  const found = yield* exists(connection, "select from pg_roles where rolname = $1", role)
  const verb = found ? "alter" : "create"
  yield* connection.query(`${verb} role ${role} ${plain} password '${password}'`)
  // The doctor counts all connections, an operator's too.
  yield* connection.query(`grant pg_read_all_stats to ${role}`)
})

const ensureDatabase = Effect.fnUntraced(function* (connection: PgConnection.PgConnection) {
  const found = yield* exists(connection, "select from pg_database where datname = $1", database)
  if (!found) yield* connection.query(`create database ${database} owner ${role}`)
})

/** Prepares the role and its database, and so checks that the password in the folder fits the data. */
export const prepareDatabase = (superuserPassword: string, port: number) =>
  Effect.gen(function* () {
    const url = Redacted.make(superuserUrl(superuserPassword, port, "postgres"))
    const server = yield* PgConnection.make({ url })
    yield* ensureRole(server, passwordOf(superuserPassword))
    yield* ensureDatabase(server)
  }).pipe(
    Effect.scoped,
    Effect.mapError(({ reason }) =>
      notStarted(`Postgres runs, but its database cannot be opened:`, [because(reason.cause)])
    )
  )
