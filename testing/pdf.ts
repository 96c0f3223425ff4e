/** Reads PDFs with an independent reader, the one that browsers use. */
import { extractText, getDocumentProxy } from 'unpdf'

/** Copies the bytes, because the reader takes ownership of its input. */
const copyBytes = (pdf: Uint8Array) => new Uint8Array(pdf)

/** Returns the text in reading order, with single spaces. */
export const extractPdfText = async (pdf: Uint8Array): Promise<string> =>
  (await extractText(copyBytes(pdf), { mergePages: true })).text

/** Returns the text of each page. */
export const extractPdfPages = async (pdf: Uint8Array): Promise<string[]> =>
  (await extractText(copyBytes(pdf), { mergePages: false })).text

/** Returns what assistive technology reads: tagging, title, language, number of pages, its size, and the roles on the first page. */
export const readPdfStructure = async (pdf: Uint8Array) => {
  const document = await getDocumentProxy(copyBytes(pdf))
  const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string } }
  const markInfo = (await document.getMarkInfo()) as { Marked?: boolean } | null
  const page = await document.getPage(1)
  const roles = new Set<string>()
  const walk = (node: unknown) => {
    const { role, children = [] } = node as { role?: string; children?: unknown[] }
    if (role) roles.add(role)
    for (const child of children) walk(child)
  }
  walk(await page.getStructTree())
  return {
    is_tagged: markInfo?.Marked === true,
    title: info.Title,
    language: info.Language,
    pages: document.numPages,
    /** Width and height of the first page, in points. */
    size_pt: page.view.slice(2).map(Math.round),
    kinds: roles,
  }
}

/** Returns the files inside, by name. */
export const readPdfAttachments = async (pdf: Uint8Array): Promise<Map<string, Buffer>> => {
  const document = (await getDocumentProxy(copyBytes(pdf))) as unknown as {
    getAttachments: () => Promise<Map<string, unknown> | null>
    getAttachmentContent: (name: string) => Promise<Uint8Array>
  }
  const files = new Map<string, Buffer>()
  for (const name of (await document.getAttachments())?.keys() ?? [])
    files.set(name, Buffer.from(await document.getAttachmentContent(name)))
  return files
}
