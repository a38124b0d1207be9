/** Where npm runs, and which. */
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../..", import.meta.url))

/** The npm that started this process, if one did; never a yarn. */
export const npm = () => {
  const path = process.env.npm_execpath
  return path?.endsWith("npm-cli.js") ? [process.execPath, path] : ["npm"]
}
