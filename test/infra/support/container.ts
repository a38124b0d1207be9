/** Runs an image as a container engine would: as its user, its root read-only, its volumes writable. */
import { mkdirSync, readFileSync, chownSync } from "node:fs"
import { join } from "node:path"

import { Deferred, Duration, Effect } from "effect"
import type { Scope } from "effect"

import type { Image } from "./buildImage.ts"
import { runIn, spawnIn } from "./chroot.ts"
import type { Run } from "./chroot.ts"

export interface Container {
  /** Of the program that is process 1 in the container, as the machine counts. */
  readonly pid: () => number
  readonly output: () => string
  readonly exited: Effect.Effect<number | null>
}

type Environment = Readonly<Record<string, string>>

const runOf = (
  image: Image,
  words: ReadonlyArray<string>,
  env: Environment,
  data: string
): Run => ({
  root: image.root,
  words,
  env: { ...image.env, ...env },
  user: image.user,
  workdir: image.workdir,
  isReadOnly: true,
  binds: Object.fromEntries(image.volumes.map((volume) => [volume, data]))
})

/** An empty volume gets the owner of the folder where it is mounted. */
const makeVolume = (image: Image, folder: string): string => {
  const data = join(folder, "volume")
  const [user = 0, group = 0] = (image.user ?? "0:0").split(":").map(Number)
  mkdirSync(data)
  chownSync(data, user, group)
  return data
}

const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim())

/** Killed with the scope. */
export const start = (
  image: Image,
  env: Environment,
  folder: string
): Effect.Effect<Container, never, Scope.Scope> =>
  Effect.gen(function* () {
    const exited = Deferred.makeUnsafe<number | null>()
    const words = [...image.entrypoint, ...image.command]
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawnIn(runOf(image, words, env, makeVolume(image, folder)))),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    )
    let output = ""
    child.stdout?.on("data", (text) => (output += text))
    child.stderr?.on("data", (text) => (output += text))
    child.on("close", (code) => Deferred.doneUnsafe(exited, Effect.succeed(code)))
    return {
      pid: () => childOf(child.pid ?? 0),
      output: () => output,
      exited: Deferred.await(exited)
    }
  })

/** Another program of the same image: its exit code is 0, or it fails with what it wrote. */
export const exec = (image: Image, words: ReadonlyArray<string>, env: Environment) =>
  Effect.tryPromise(() => runIn({ ...runOf(image, words, env, ""), binds: {} })).pipe(
    Effect.timeout(Duration.seconds(30))
  )
