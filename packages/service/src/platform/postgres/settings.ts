/**
 * Settings of the embedded Postgres. They are passed on the command line, not written to
 * postgresql.conf, so that a new release can change them without changing existing data.
 */

/** The role that owns the cluster. It only prepares the role and the database of the service. */
export const superuser = "rcpt"

/** The role and the database of the service (serviceRole.ts). */
export const role = "rcpt_service"
export const database = "rcpt"

interface Setting {
  readonly name: string
  readonly value: string
  readonly why: string
}

/** Connections for three service nodes of at most 30 in one test, and for an operator. */
export const connectionsMaxDefault = 120

const always: ReadonlyArray<Setting> = [
  { name: "listen_addresses", value: "127.0.0.1", why: "only this machine may connect" },
  { name: "unix_socket_directories", value: "", why: "a path over 107 bytes would stop the start" },
  { name: "timezone", value: "UTC", why: "initdb writes the machine's zone; a ledger has one" },
  { name: "jit", value: "off", why: "our statements take milliseconds, compiling takes more" },
  { name: "lc_messages", value: "C", why: "we look for sentences in the log, in English" },
  { name: "logging_collector", value: "off", why: "we read the log from a pipe" },
  { name: "log_destination", value: "stderr", why: "same" },
  { name: "log_line_prefix", value: "", why: "its lines end up inside ours, which have the time" },
  {
    name: "log_min_messages",
    value: "warning",
    why: "a long run must not fill the log"
  },
  { name: "log_min_error_statement", value: "panic", why: "a statement can contain an address" },
  { name: "log_checkpoints", value: "off", why: "one line every five minutes, for ever" }
]

/** Settings for data of a test: a commit does not wait for the disk. */
const throwAway: ReadonlyArray<Setting> = [
  { name: "fsync", value: "off", why: "a test database does not survive its run" },
  { name: "synchronous_commit", value: "off", why: "same" },
  { name: "full_page_writes", value: "off", why: "same" }
]

const room = (connectionsMax: number): Setting => ({
  name: "max_connections",
  value: String(connectionsMax),
  why: "as many as our processes and an operator open together"
})

export const settings = (
  durable: boolean,
  connectionsMax: number = connectionsMaxDefault
): ReadonlyArray<string> =>
  [...always, room(connectionsMax), ...(durable ? [] : throwAway)].flatMap(({ name, value }) => [
    "-c",
    `${name}=${value}`
  ])
