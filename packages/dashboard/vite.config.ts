/**
 * How the dashboard is built: static files with hashed names, each with its compressed forms beside
 * it. JSX needs no plugin, for Vite's own compiler knows it.
 */
import { defineConfig } from "vite"

import { precompress } from "./build/precompress.ts"

/** Of `npx vite` alone, for who works on pages: where a service answers the API. */
const service = "http://127.0.0.1:8080"

export default defineConfig({
  plugins: [precompress()],
  // Whatever NODE_ENV an operator has set: React's other build is three times as large.
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    // In use since early 2024 everywhere; older forms of the same would be most of the code.
    target: ["chrome120", "firefox121", "safari17.2"],
    // Both would be inline, and the policy of the page (http/dashboard.ts) allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false
  },
  server: { proxy: { "/api": service, "/docs": service, "/healthz": service } }
})
