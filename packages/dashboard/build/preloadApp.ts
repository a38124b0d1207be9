/**
 * Names the app's own files in the page, so that a browser loads them beside the entry, which imports them
 * once it has the words of the reader's language.
 */
import type { HtmlTagDescriptor, Plugin } from "vite"

const app = /\/shell\/App\.tsx$/

const link = (attrs: Readonly<Record<string, string>>): HtmlTagDescriptor => ({
  tag: "link",
  attrs: { crossorigin: true, ...attrs },
  injectTo: "head"
})

export const preloadApp = (): Plugin => ({
  name: "preload-app",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {} }) {
      const files = Object.values(bundle)
      const chunk = files.find(
        (file) => file.type === "chunk" && file.facadeModuleId && app.test(file.facadeModuleId)
      )
      if (chunk?.type !== "chunk") return
      const entry = files.find((file) => file.type === "chunk" && file.isEntry)
      // The imports of the entry are in the page already.
      const known = entry?.type === "chunk" ? [entry.fileName, ...entry.imports] : []
      const scripts = [chunk.fileName, ...chunk.imports].filter((name) => !known.includes(name))
      const styles = [...(chunk.viteMetadata?.importedCss ?? [])]
      return [
        ...scripts.map((name) => link({ rel: "modulepreload", href: `/${name}` })),
        ...styles.map((name) => link({ rel: "stylesheet", href: `/${name}` }))
      ]
    }
  }
})
