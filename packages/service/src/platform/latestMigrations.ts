/** The last migration in this program, of the service's tables and of the store's. */
import { readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const packages = createRequire(import.meta.url)

/** A migration is a file whose name begins with its number. */
const latestIn = (folder: string): number =>
  Math.max(
    0,
    ...readdirSync(folder).flatMap((file) => {
      const [, number] = /^(\d{4})_\w+\.ts$/.exec(file) ?? []
      return number === undefined ? [] : [Number(number)]
    })
  )

export const latestMigrations = (): { readonly service: number; readonly store: number } => ({
  service: latestIn(join(import.meta.dirname, "migrations")),
  store: latestIn(join(dirname(packages.resolve("@rcpt/store/migrate")), "migrations"))
})
