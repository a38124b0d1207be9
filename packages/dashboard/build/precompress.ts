/** Writes `.br` and `.gz` beside each file worth compressing, so that no request waits for compression. */
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

import type { Plugin } from "vite"

/** Bytes. A file that fits in one packet gains nothing. */
const worthwhileMin = 1_000

const text = /\.(?:html|js|css|svg|json|txt)$/

const toBrotli = (bytes: Uint8Array): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length
    }
  })

const toGzip = (bytes: Uint8Array): Promise<Buffer> =>
  promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })

export const precompress = (): Plugin => ({
  name: "precompress",
  apply: "build",
  // This runs after Vite has made its last change to each file.
  generateBundle: {
    order: "post",
    async handler(_options, bundle) {
      const work = Object.values(bundle).map(async (file) => {
        const bytes = Buffer.from(file.type === "chunk" ? file.code : file.source)
        if (!text.test(file.fileName) || bytes.length < worthwhileMin) return
        const [br, gz] = await Promise.all([toBrotli(bytes), toGzip(bytes)])
        this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source: br })
        this.emitFile({ type: "asset", fileName: `${file.fileName}.gz`, source: gz })
      })
      await Promise.all(work)
    }
  }
})
