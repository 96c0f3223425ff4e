/** Measures the scripts that a page loads, gzipped. */
import { gzipSync } from 'node:zlib'

/** Returns the number and the gzipped size of the scripts that the page refers to. */
export const measureScripts = async (origin: string, page: string): Promise<{ files: number; gzip_bytes: number }> => {
  const html = await (await fetch(origin + page)).text()
  const files = new Set(html.match(/\/assets\/[\w.~-]+\.js/g))
  const sizes = await Promise.all(
    [...files].map(async file => gzipSync(await (await fetch(origin + file)).bytes()).length),
  )
  return { files: files.size, gzip_bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
