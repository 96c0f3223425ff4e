/** PDFs as somebody else reads them: by the reader that browsers have, which knows nothing of how ours are written. */
import { extractText, getDocumentProxy } from 'unpdf'

/** A copy, for the reader takes away what it is given. */
const bytesOf = (pdf: Uint8Array) => new Uint8Array(pdf)

/** Everything that stands in it, in reading order, each gap one space. */
export const wordsOf = async (pdf: Uint8Array): Promise<string> =>
  (await extractText(bytesOf(pdf), { mergePages: true })).text

/** The same, each page by itself. */
export const pagesOf = async (pdf: Uint8Array): Promise<string[]> =>
  (await extractText(bytesOf(pdf), { mergePages: false })).text

/** What a screen reader is told: whether it is tagged, its language and title, how many pages, the kinds of parts on the first. */
export const structureOf = async (pdf: Uint8Array) => {
  const document = await getDocumentProxy(bytesOf(pdf))
  const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string } }
  const marks = (await document.getMarkInfo()) as { Marked?: boolean } | null
  const page = await document.getPage(1)
  const kinds = new Set<string>()
  const walk = (node: unknown) => {
    const { role, children = [] } = node as { role?: string; children?: unknown[] }
    if (role) kinds.add(role)
    for (const child of children) walk(child)
  }
  walk(await page.getStructTree())
  return {
    is_tagged: marks?.Marked === true,
    title: info.Title,
    language: info.Language,
    pages: document.numPages,
    kinds,
  }
}
