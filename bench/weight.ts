/** What a browser has to load and read before a page lives: its scripts, as gzip would send them. */
import { gzipSync } from 'node:zlib'

/** Bytes of every script that the page names. */
export const scriptsOf = async (origin: string, page: string): Promise<{ files: number; gzip_bytes: number }> => {
  const html = await (await fetch(origin + page)).text()
  const files = new Set(html.match(/\/assets\/[\w.~-]+\.js/g))
  const sizes = await Promise.all(
    [...files].map(async file => gzipSync(await (await fetch(origin + file)).bytes()).length),
  )
  return { files: files.size, gzip_bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
