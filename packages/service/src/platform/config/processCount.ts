/** How many processes a node may have, and how many it has by default. */
import { availableParallelism } from "node:os"

/** All of them commit to one Postgres, which then has 312 connections of ours (Processes.ts). */
export const processesMax = 16

/** One core is left for Postgres; a process of ours uses one. */
export const processesDefault = Math.min(processesMax, Math.max(1, availableParallelism() - 1))
