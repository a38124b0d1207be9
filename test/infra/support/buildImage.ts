/** Builds a Dockerfile without Docker: one folder per stage, its steps run in order by chroot. */
import { spawn } from "node:child_process"
import { chmodSync, mkdirSync } from "node:fs"
import { join, posix } from "node:path"

import { copyFromContext, copyTo } from "./buildContext.ts"
import { finished, npmOfMachine, runIn } from "./chroot.ts"
import { pairsOf } from "./parseDockerfile.ts"
import type { Instruction, Stage } from "./parseDockerfile.ts"

/** What the steps have set so far, as in the configuration of an image (OCI image spec). */
export interface Image {
  readonly root: string
  env: Record<string, string>
  workdir: string
  user: string | undefined
  volumes: ReadonlyArray<string>
  ports: ReadonlyArray<number>
  stopSignal: string
  healthcheck: ReadonlyArray<string>
  entrypoint: ReadonlyArray<string>
  command: ReadonlyArray<string>
}

const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

const emptyImage = (root: string): Image => ({
  root,
  env: { PATH: path },
  workdir: "/",
  user: undefined,
  volumes: [],
  ports: [],
  stopSignal: "SIGTERM",
  healthcheck: [],
  entrypoint: [],
  command: []
})

interface Builder {
  readonly stages: ReadonlyMap<string, Image>
  /** A folder of the machine for the caches of all steps. */
  readonly caches: string
}

type Step = (image: Image, instruction: Instruction, builder: Builder) => Promise<void> | void

const flagOf = ({ flags }: Instruction, name: string): string | undefined =>
  flags.find(([key]) => key === name)?.[1]

/** `type=cache,target=/x`, the only kind of mount that is used. */
const cachesOf = (instruction: Instruction, { caches }: Builder) => {
  const target = /^type=cache,target=(\S+)$/.exec(flagOf(instruction, "mount") ?? "")?.[1]
  return target === undefined ? {} : { [target]: caches }
}

const run: Step = async (image, instruction, builder) => {
  const npm = npmOfMachine()
  await runIn({
    ...image,
    words: instruction.words ?? ["/bin/sh", "-c", instruction.text],
    env: { ...npm.env, ...image.env },
    binds: { ...npm.binds, ...cachesOf(instruction, builder) }
  })
}

const copy: Step = (image, instruction, { stages }) => {
  const words = instruction.text.split(/\s+/)
  const to = words.at(-1) ?? ""
  const isFolder = to.endsWith("/") || to === "."
  const target = join(image.root, posix.resolve(image.workdir, to), isFolder ? "/" : "")
  const from = flagOf(instruction, "from")
  const mode = flagOf(instruction, "chmod")
  for (const source of words.slice(0, -1)) {
    if (from === undefined) copyFromContext(source, target)
    else copyTo(join(stages.get(from)!.root, source), target, () => true)
  }
  if (mode !== undefined) chmodSync(target, Number.parseInt(mode, 8))
}

/** Nothing of it shows in a running container. */
const label: Step = () => {}

/** By keyword: what a step does with the image. */
const steps: Readonly<Record<string, Step>> = {
  RUN: run,
  COPY: copy,
  LABEL: label,
  WORKDIR: (image, { text }) => {
    image.workdir = posix.resolve(image.workdir, text)
    mkdirSync(join(image.root, image.workdir), { recursive: true })
  },
  ENV: (image, { text }) => void Object.assign(image.env, pairsOf(text)),
  USER: (image, { text }) => void (image.user = text),
  VOLUME: (image, { text }) => void (image.volumes = [...image.volumes, text]),
  EXPOSE: (image, { text }) => void (image.ports = text.split(/\s+/).map(Number)),
  STOPSIGNAL: (image, { text }) => void (image.stopSignal = text),
  HEALTHCHECK: (image, { text }) => {
    image.healthcheck = JSON.parse(text.slice(text.indexOf("[")))
  },
  ENTRYPOINT: (image, { words }) => void (image.entrypoint = words!),
  CMD: (image, { words }) => void (image.command = words!)
}

const cloneOf = (from: Image, root: string): Promise<string> => {
  const args = ["--archive", "--reflink=auto", from.root, root]
  return finished(spawn("cp", args, { stdio: ["ignore", "pipe", "pipe"] }), "cp")
}

/** The image of the last stage. `base` stands in for every image that is not a stage. */
export const buildImage = async (
  stages: ReadonlyArray<Stage>,
  base: string,
  folder: string
): Promise<Image> => {
  const built = new Map<string, Image>()
  const caches = join(folder, "caches")
  mkdirSync(caches)
  let last = emptyImage(base)
  for (const [index, { from, name, instructions }] of stages.entries()) {
    const root = join(folder, `stage${index}`)
    const before = built.get(from) ?? emptyImage(base)
    await cloneOf(before, root)
    last = { ...before, root, env: { ...before.env } }
    for (const instruction of instructions)
      await steps[instruction.keyword]!(last, instruction, { stages: built, caches })
    if (name !== undefined) built.set(name, last)
  }
  return last
}
