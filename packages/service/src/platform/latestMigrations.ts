/** The last migration in this program, of the service's tables and of the store's. */
import { readdirSync } from "node:fs"
import { join } from "node:path"

const packages = join(import.meta.dirname, "../../..")

/** A migration is a file whose name begins with its number. */
const latestIn = (folder: string): number =>
  Math.max(
    0,
    ...readdirSync(folder).flatMap((file) => {
      const [, number] = /^(\d{4})_\w+\.[jt]s$/.exec(file) ?? []
      return number === undefined ? [] : [Number(number)]
    })
  )

export const latestMigrations = (): { readonly service: number; readonly store: number } => ({
  service: latestIn(join(import.meta.dirname, "migrations")),
  store: latestIn(join(packages, "store/src/migrations"))
})
