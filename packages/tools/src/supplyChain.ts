/**
 * What a package of ours is made of, from package-lock.json: `sbom.cdx.json` for programs (CycloneDX 1.6), and the
 * licences of what is bundled for people. `node packages/tools/src/supplyChain.ts <folder>` writes both of the command.
 * `npm sbom` refuses workspaces without a version and leaves peers out, the framework among them.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { repository } from "@rcpt/cli/builds"
import { version } from "@rcpt/service/platform/version"

type Versions = Readonly<Record<string, string>>

/** A row of package-lock.json, as far as it matters here. */
interface Locked {
  readonly version?: string
  /** Of an alias: the name of the package that stands behind it. */
  readonly name?: string
  /** Of a link: the folder of a package of ours. */
  readonly resolved?: string
  readonly link?: boolean
  readonly optional?: boolean
  readonly dev?: boolean
  readonly integrity?: string
  readonly license?: string
  readonly dependencies?: Versions
  readonly optionalDependencies?: Versions
  readonly peerDependencies?: Versions
}

export interface Lock {
  /** By folder: "" is the root, ours are in `packages`. */
  readonly packages: Readonly<Record<string, Locked>>
}

/** What a package of ours takes from outside. */
interface Product {
  readonly name: string
  readonly version: string
  /** Folders of the packages of ours that are in it; "": what the root names for the platform. */
  readonly folders: ReadonlyArray<string>
  /** Outsiders that only build it. */
  readonly without: ReadonlyArray<string>
}

const modules = "node_modules"
const dashboardFolder = "packages/dashboard"

/** As Node looks a package up: beside the one that asks, then in each folder above. */
const folderOf = ({ packages }: Lock, from: string, name: string): string | undefined => {
  const path = from.split("/")
  for (let length = path.length; length >= 0; length--) {
    const folder = [...path.slice(0, length), modules, name].filter(Boolean).join("/")
    const found = packages[folder]
    if (found !== undefined) return found.link === true ? found.resolved : folder
  }
  return undefined
}

/** Without peers that are missing, or are there for tests alone. */
const neededBy = (lock: Lock, folder: string): ReadonlyArray<string> => {
  const { dependencies, optionalDependencies, peerDependencies } = lock.packages[folder]!
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    .flatMap((name) => folderOf(lock, folder, name) ?? [])
    .filter((needed) => lock.packages[needed]!.dev !== true)
}

/** Folders of all packages from outside that a product needs, with what each needs. */
const closureOf = (
  lock: Lock,
  { folders, without }: Pick<Product, "folders" | "without">
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const all = new Map<string, ReadonlyArray<string>>()
  const left = new Set(without.map((name) => `${modules}/${name}`))
  const visit = (folder: string): void => {
    if (all.has(folder) || left.has(folder)) return
    all.set(folder, [])
    const needed = neededBy(lock, folder).filter((one) => !left.has(one))
    all.set(folder, needed)
    needed.forEach(visit)
  }
  folders.forEach(visit)
  return all
}

const isOutside = (folder: string): boolean => folder.includes(modules)

/** An alias is a folder named otherwise than the package that npm has put there. */
const nameOf = (lock: Lock, folder: string): string =>
  lock.packages[folder]!.name ??
  folder.slice(folder.lastIndexOf(`${modules}/`) + modules.length + 1)

/** https://github.com/package-url/purl-spec: the scope's `@` is escaped, its slash is not. */
const purlOf = (name: string, at: string): string => `pkg:npm/${name.replace("@", "%40")}@${at}`

/** One SPDX id is a licence, several with words between them are an expression. */
const licensesOf = (license: string | undefined) =>
  license === undefined
    ? {}
    : {
        licenses: / /.test(license)
          ? [{ expression: license.replace(/^\((.*)\)$/, "$1") }]
          : [{ license: { id: license } }]
      }

/** npm's integrity is base64, as in `sha512-…`; CycloneDX wants hex. */
const hashesOf = (integrity: string | undefined) => {
  const [, digits, text] = /^sha(\d+)-(\S+)$/.exec(integrity ?? "") ?? []
  if (digits === undefined || text === undefined) return {}
  return {
    hashes: [{ alg: `SHA-${digits}`, content: Buffer.from(text, "base64").toString("hex") }]
  }
}

const componentOf = (lock: Lock, folder: string) => {
  const { version: at = "", license, integrity, optional } = lock.packages[folder]!
  const [name, purl] = [nameOf(lock, folder), purlOf(nameOf(lock, folder), at)]
  const [, group, alone = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  return {
    type: "library",
    "bom-ref": purl,
    ...(group !== undefined && { group }),
    name: alone,
    version: at,
    scope: optional === true ? "optional" : "required",
    ...hashesOf(integrity),
    ...licensesOf(license),
    purl
  }
}

const byPurl = (one: { readonly purl: string }, other: { readonly purl: string }): number =>
  one.purl < other.purl ? -1 : 1

/** Without a time and a serial number, so that the same sources make the same file. */
export const sbomOf = (lock: Lock, product: Product) => {
  const closure = closureOf(lock, product)
  const outside = [...closure.keys()].filter(isOutside)
  const refOf = (folder: string) =>
    purlOf(nameOf(lock, folder), lock.packages[folder]!.version ?? "")
  const refsOf = (folders: Iterable<string>) =>
    [...new Set([...folders].filter(isOutside).map(refOf))].toSorted()
  const own = [...closure].filter(([folder]) => !isOutside(folder)).flatMap(([, needed]) => needed)
  const ref = purlOf(product.name, product.version)
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": ref,
        name: product.name,
        version: product.version,
        ...licensesOf(lock.packages[""]?.license),
        purl: ref
      }
    },
    components: outside.map((folder) => componentOf(lock, folder)).toSorted(byPurl),
    dependencies: [
      { ref, dependsOn: refsOf(own) },
      ...outside
        .map((folder) => ({ ref: refOf(folder), dependsOn: refsOf(closure.get(folder)!) }))
        .toSorted((one, other) => (one.ref < other.ref ? -1 : 1))
    ]
  }
}

/** What the bundle of the command has in it (`buildBundle.ts`). */
const isFramework = (name: string): boolean => /^(?:effect$|@effect\/)/.test(name)

/** Compiled into files of ours: the framework, and all that the dashboard takes from outside. Types leave no code. */
const bundledOf = (lock: Lock, product: Product): ReadonlyArray<string> => {
  const { without } = product
  const dashboard = closureOf(lock, { folders: [dashboardFolder], without })
  return [...closureOf(lock, product).keys()]
    .filter((folder) => dashboard.has(folder) || isFramework(nameOf(lock, folder)))
    .filter((folder) => isOutside(folder) && !folder.includes(`${modules}/@types/`))
    .toSorted()
}

const isLicence = (file: string): boolean => /^(?:(?:un)?licen[cs]e|copying|notice)\b/i.test(file)

/** The files in which a package states its licence; some authors only name it in package.json. */
const licenceTexts = (root: string, folder: string, license = "none"): ReadonlyArray<string> => {
  const files = readdirSync(join(root, folder)).filter(isLicence).toSorted()
  if (files.length === 0)
    return [`Its package has no file with it: https://spdx.org/licenses/${license}.html`]
  return files.map((file) => readFileSync(join(root, folder, file), "utf8").trim())
}

/** Not from npm, and in the repository with their licences. */
const besidePackages = [
  ["Inter, the font of the dashboard and the docs", "packages/dashboard/src/fonts/OFL.txt"],
  ["Lists of domains", "packages/verifier/src/lists/LICENSES.md"]
] as const

const rule = "=".repeat(80)

/** The licences of all that is compiled into files of ours, and a line for each package that npm puts beside them. */
export const licencesOf = (lock: Lock, product: Product, root: string): string => {
  const bundled = bundledOf(lock, product)
  const title = (folder: string) => {
    const { version: at, license } = lock.packages[folder]!
    return `${nameOf(lock, folder)} ${at}: ${license ?? "see its package"}`
  }
  const beside = [...closureOf(lock, product).keys()]
    .filter((folder) => isOutside(folder) && !bundled.includes(folder))
    .map(title)
    .toSorted()
  const parts = [
    ...bundled.map((folder) => [
      title(folder),
      ...licenceTexts(root, folder, lock.packages[folder]!.license)
    ]),
    ...besidePackages.map(([what, file]) => [what, readFileSync(join(root, file), "utf8").trim()])
  ]
  return [
    `${product.name} ${product.version} is under the licence in LICENSE. It has the work of others in it, under these.`,
    ...parts.map(([name, ...texts]) => `${rule}\n${name}\n${rule}\n\n${texts.join("\n\n")}`),
    `${rule}\nInstalled beside it by npm, each with its licence in its folder\n${rule}\n\n${beside.join("\n")}\n`
  ].join("\n\n")
}

/** The command is made of all packages but what only a checkout needs: the client, the tools, sources of the dashboard. */
export const commandPackages = [
  "api",
  "cli",
  "docs",
  "domain",
  "lab",
  "service",
  "store",
  "verifier"
]

/** The command, with Node and Postgres for the platform, and the dashboard as Vite has built it. */
export const commandProduct: Product = {
  name: "rcpt",
  version,
  folders: ["", ...commandPackages.map((name) => `packages/${name}`), dashboardFolder],
  without: ["vite"]
}

export const readLock = (): Lock =>
  JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8"))

const sbomFile = "sbom.cdx.json"
const licencesFile = "THIRD-PARTY-LICENSES.txt"

export const writeSbom = (folder: string, product: Product): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, sbomFile),
    `${JSON.stringify(sbomOf(readLock(), product), undefined, 2)}\n`
  )
}

export const writeSupplyChain = (folder: string): void => {
  writeSbom(folder, commandProduct)
  writeFileSync(join(folder, licencesFile), licencesOf(readLock(), commandProduct, repository))
}

if (import.meta.main) writeSupplyChain(process.argv[2] ?? repository)
