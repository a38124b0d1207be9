/**
 * The two builds of a checkout: the command line in one file, and the dashboard. The folder of each is named by a
 * hash of everything that goes into it, so that a build is made again only when something of that has changed.
 * packages/tools makes them; a package from npm includes both and has no sources of the dashboard.
 *
 * The bundle holds our packages and the framework: 1,400 modules less to find, read and link at each start.
 * Measured: the service's code loads in 0.39 s of processor time instead of 0.83, and takes 150 MiB then instead
 * of 250. Where there is none of these sources, as in a fresh checkout before `rcpt start` builds it, the sources
 * run as they are: nothing differs but the time.
 *
 * This file imports Node's own modules alone, because it decides what is loaded next.
 */
import { createHash } from "node:crypto"
import { accessSync, constants, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs"
import { join, relative } from "node:path"
import { pathToFileURL } from "node:url"

export const repository = join(import.meta.dirname, "../../..")

/** Characters: 48 bits are enough to tell the builds on one machine apart. */
const hashChars = 12

/** Whether a name beside a build is another build, the remains of a killed one, or the reason of a failure. */
export const isOfBuild = (name: string): boolean =>
  new RegExp(`^[0-9a-f]{${hashChars}}(?:\\.|$)`).test(name)

/** The file, or all files below the folder; none if there is neither. */
const filesIn = (path: string): ReadonlyArray<string> => {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** The hash is of contents, not of times: copies of a checkout, as in an image, keep no exact times. */
const hashOf = (folders: ReadonlyArray<string>, files: ReadonlyArray<string>): string => {
  const all = [...folders.flatMap(filesIn), ...files.filter((file) => existsSync(file))]
  const hash = createHash("sha256")
  for (const file of all.toSorted()) {
    const content = readFileSync(file)
    hash.update(`${relative(repository, file)} ${content.length}\n`).update(content)
  }
  return hash.digest("hex").slice(0, hashChars)
}

const inRepository = (path: string): string => join(repository, path)

/** The packages in the bundle. What none of their modules imports is left out of it. */
const bundled = ["api", "cli", "docs", "domain", "lab", "service", "store", "verifier"]

/** These decide about versions from outside and how a bundle is made; an image has no lock file. */
const besideSources = [
  "package-lock.json",
  "packages/cli/package.json",
  "packages/cli/bin/runtime.json",
  "packages/tools/src/buildBundle.ts"
]

const bundlesFolder = inRepository("packages/cli/dist/bundle")
/** A package from npm has its bundle here, since its sources do not change. */
export const packedBundle = join(bundlesFolder, "packed")

export const bundleFolder = (): string => {
  const sources = bundled.map((name) => inRepository(`packages/${name}/src`))
  return join(bundlesFolder, hashOf(sources, besideSources.map(inRepository)))
}

const entryOf = (folder: string): string => join(folder, "runCommand.js")

/** The file that Node runs, with a bundle or without one: JavaScript where the command is installed from npm. */
export const mainFile = (): string => {
  const file = inRepository("packages/cli/src/main.ts")
  return existsSync(file) ? file : file.replace(/\.ts$/, ".js")
}

/** Node's `--watch` sets this for its child, which reports the sources that it loads: a bundle has none. */
const isWatched = (): boolean => process.env["WATCH_REPORT_DEPENDENCIES"] !== undefined

/**
 * The bundle of these sources; `undefined` says that the sources are to be run. It is a URL because `import` takes
 * a path for one, with its `#` and `%`.
 */
export const bundleUrl = (): string | undefined => {
  if (isWatched() || !existsSync(bundlesFolder)) return undefined
  const packed = entryOf(packedBundle)
  const file = existsSync(packed) ? packed : entryOf(bundleFolder())
  return existsSync(file) ? pathToFileURL(file).href : undefined
}

export const dashboardSources = inRepository("packages/dashboard")

/** A package from npm has the dashboard here, from its root. */
export const packedDashboard = "packages/dashboard/dist/packed"

/** The build of the dashboard reads these folders of its sources, and these files. */
const dashboardFolders = ["build", "public", "src"]
/** The code of `api` in the build: how lists are read, and names. */
const dashboardOfApi = [
  "errors/errorTexts",
  "codePages",
  "concealingProviders",
  "csvFile",
  "csvRecords",
  "decodeStart",
  "fileEncoding",
  "fileKind",
  "listCells",
  "listLayout",
  "listStart",
  "ListUnreadable",
  "nameLetters",
  "odsSheets",
  "otherServices",
  "readListFile",
  "readWorkbook",
  "repairCell",
  "repairList",
  "textLists",
  "xlsxSheet",
  "xmlTokens"
]
/** The code of ours in the build; of `domain` a few tables. All else is imported as a type. */
export const dashboardShared = [
  ...dashboardOfApi.map((name) => `api/${name}`),
  "domain/checkFlags",
  "domain/Fact",
  "domain/germanReasons",
  "domain/limits",
  "domain/prices",
  "domain/reasons",
  "domain/refusalKinds",
  "domain/rolePermissions",
  "domain/sentences"
]
const dashboardFiles = ["index.html", "package.json", "vite.config.ts"]

const hashOfDashboard = (): string =>
  hashOf(
    dashboardFolders.map((name) => join(dashboardSources, name)),
    [
      ...dashboardFiles.map((name) => join(dashboardSources, name)),
      ...dashboardShared.map((path) => inRepository(`packages/${path.replace("/", "/src/")}.ts`)),
      // The lock file stands for the versions of React and Vite.
      inRepository("package-lock.json")
    ]
  )

const isWritable = (folder: string): boolean => {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

interface DashboardPlace {
  readonly folder: string
  readonly isBuilt: boolean
}

/** The dashboard is built beside its sources, or in `dataDir` where that is not writable, as in a container image. */
export const dashboardPlace = (dataDir: string): DashboardPlace => {
  const packed = inRepository(packedDashboard)
  if (existsSync(packed)) return { folder: packed, isBuilt: true }
  const hash = hashOfDashboard()
  const folder = join(dashboardSources, "dist", hash)
  if (existsSync(folder)) return { folder, isBuilt: true }
  if (isWritable(join(dashboardSources, "dist"))) return { folder, isBuilt: false }
  const own = join(dataDir, "dashboard", hash)
  return { folder: own, isBuilt: existsSync(own) }
}
