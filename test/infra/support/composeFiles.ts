/** The services of a compose file, or of two of which the second adds to the first, as Docker merges them. */
import { documentsOf } from "./infraFiles.ts"

export interface ComposeService {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile?: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: ReadonlyArray<string | { readonly source: string; readonly target: string }>
  readonly volumes?: ReadonlyArray<string>
  readonly networks?: ReadonlyArray<string> | Readonly<Record<string, unknown>>
  readonly healthcheck?: unknown
  readonly restart?: string
  readonly read_only?: boolean
  readonly cap_drop?: ReadonlyArray<string>
  readonly security_opt?: ReadonlyArray<string>
  readonly stop_grace_period?: string
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly networks: Readonly<Record<string, unknown>>
}

const read = (path: string) => documentsOf(path)[0] as unknown as Partial<ComposeFile>

/** Maps are merged by name; of lists, those that matter here are given whole. */
const merged = <A>(
  first: Readonly<Record<string, A>> = {},
  second: Readonly<Record<string, A>> = {}
): Readonly<Record<string, A>> => ({ ...first, ...second })

const serviceOf = (first: ComposeService = {}, second: ComposeService = {}): ComposeService => ({
  ...first,
  ...second,
  environment: merged(first.environment, second.environment),
  depends_on: merged(first.depends_on, second.depends_on)
})

export const composeFile = (...paths: ReadonlyArray<string>): ComposeFile =>
  paths.map(read).reduce<ComposeFile>(
    (all, { services = {}, secrets, volumes, networks }) => {
      const names = Object.keys({ ...all.services, ...services })
      return {
        services: Object.fromEntries(
          names.map((name) => [name, serviceOf(all.services[name], services[name])])
        ),
        secrets: merged(all.secrets, secrets),
        volumes: merged(all.volumes, volumes),
        networks: merged(all.networks, networks)
      }
    },
    { services: {}, secrets: {}, volumes: {}, networks: {} }
  )

/** `${NAME}` and `${NAME:?why}`, by the values of an `.env`. */
export const interpolated = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`"${name}" is not in .env.example`)
    return value
  })

/** Of `20s`. */
export const secondsOf = (text: string): number => Number(/^(\d+)s$/.exec(text)?.[1])
