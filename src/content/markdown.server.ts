/**
 * Renders Markdown to HTML for pages. HTML in the source is shown as text, links and pictures only go where they are
 * allowed to, and only on the server.
 */
import MarkdownIt from 'markdown-it'

/** In characters. */
export const MAX_SOURCE_LENGTH = 100_000
export const MAX_TABLE_CELLS = 2_000
const MAX_NESTING = 20

export type ContentItem = {
  id: string
  title: string
  html: string
  /** The same without markup, for search. */
  text: string
}
/** The text under a heading of the second level; `items` are its headings of the third level. */
export type ContentSection = { id: string; title: string; html: string; items: ContentItem[] }
/** `html`: what comes before the first heading. */
export type ContentDocument = { html: string; sections: ContentSection[] }

/** Paths and anchors of this shop, web addresses, mail and phone. `//host` is another site in disguise. */
const ALLOWED_LINK = /^(https?:\/\/[^/\s]|mailto:|tel:|\/(?!\/)|#|\?)/i
const OWN_PICTURE = /^\/media\/images\/[\da-f]{32}\/\d+\.webp$/

/** Where pictures may be: `cloud_name` is the shop's account at Cloudinary, if it has one. */
export type PictureHost = { cloud_name?: string | undefined }

/** Uploaded pictures only: another host would see who reads the page, and could change the picture. */
const isAllowedPicture = (url: string, { cloud_name }: PictureHost) =>
  OWN_PICTURE.test(url) ||
  (cloud_name !== undefined && url.startsWith(`https://res.cloudinary.com/${cloud_name}/image/`))

const createParser = (onRefusedLink: (url: string) => void, host: PictureHost = {}) => {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: MAX_NESTING })
  markdown.validateLink = url => {
    const isAllowed = ALLOWED_LINK.test(url)
    if (!isAllowed) onRefusedLink(url)
    return isAllowed
  }
  const { rules } = markdown.renderer
  const { escapeHtml } = markdown.utils
  rules['table_open'] = () => '<div data-table role="group" aria-label="Table" tabindex="0"><table>\n'
  rules['table_close'] = () => '</table></div>\n'
  rules['image'] = (tokens, index) => {
    const token = tokens[index]
    const url = String(token?.attrGet('src') ?? '')
    const description = escapeHtml(token?.content ?? '')
    return isAllowedPicture(url, host)
      ? `<img src="${escapeHtml(url)}" alt="${description}" loading="lazy" decoding="async">`
      : description
  }
  return markdown
}

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number]

const ignoreLink = () => undefined

/** `{#anchor}` at the end of a heading names its anchor. */
const ANCHOR = /\s*\{#([a-z][a-z0-9-]*)\}\s*$/

const toAnchor = (title: string) =>
  title
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'section'

const toPlainText = (tokens: readonly Token[]): string =>
  tokens
    .flatMap(token =>
      token.children
        ? token.children.map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
        : token.type === 'inline' || token.type === 'fence' || token.type === 'code_block'
          ? [token.content]
          : token.nesting < 0 && token.block
            ? [' ']
            : [],
    )
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()

type Part = { level: number; title: string; anchor: string; tokens: Token[] }

/** Splits a document at its headings of the first three levels. The first part has no heading. */
const splitAtHeadings = (tokens: readonly Token[]): Part[] => {
  const parts: Part[] = [{ level: 0, title: '', anchor: '', tokens: [] }]
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]
    const level = token?.type === 'heading_open' && token.level === 0 ? Number(token.tag.slice(1)) : 0
    if (token && level >= 1 && level <= 3) {
      const title = toPlainText(tokens.slice(i + 1, i + 2))
      const anchor = ANCHOR.exec(title)?.[1] ?? toAnchor(title)
      parts.push({ level: Math.max(level, 2), title: title.replace(ANCHOR, ''), anchor, tokens: [] })
      i += 2
    } else if (token) parts.at(-1)?.tokens.push(token)
  }
  return parts
}

/** Renders a text of at most `MAX_SOURCE_LENGTH` characters. Anchors are unique on the page. */
export const renderMarkdown = (source: string, host: PictureHost = {}): ContentDocument => {
  const parser = createParser(ignoreLink, host)
  const env = {}
  const [intro, ...parts] = splitAtHeadings(parser.parse(source, env))
  const render = (tokens: readonly Token[]) => parser.renderer.render([...tokens], parser.options, env)
  const used = new Set<string>()
  const toUniqueAnchor = (anchor: string) => {
    let unique = anchor
    for (let n = 2; used.has(unique); n++) unique = `${anchor}-${n}`
    used.add(unique)
    return unique
  }
  const document: ContentDocument = { html: render(intro?.tokens ?? []), sections: [] }
  for (const { level, title, anchor, tokens } of parts) {
    const heading = { id: toUniqueAnchor(anchor), title, html: render(tokens) }
    const section = document.sections.at(-1)
    if (level === 3 && section) section.items.push({ ...heading, text: toPlainText(tokens) })
    else document.sections.push({ ...heading, items: [] })
  }
  return document
}

/** Returns the items of the list before the first heading, as text: a legal text's summary. */
export const listSummary = (source: string): string[] => {
  const [intro] = splitAtHeadings(createParser(ignoreLink).parse(source, {}))
  const items: Token[][] = []
  for (const token of intro?.tokens ?? []) {
    if (token.type === 'list_item_open' && token.level === 1) items.push([])
    else items.at(-1)?.push(token)
  }
  return items.map(toPlainText)
}

/** Returns a text without markup: its headings, paragraphs and list items in order. */
export const listParagraphs = (source: string): { is_heading: boolean; text: string }[] =>
  splitAtHeadings(createParser(ignoreLink).parse(source, {})).flatMap(({ title, tokens }) => [
    ...(title === '' ? [] : [{ is_heading: true, text: title }]),
    ...tokens.filter(({ type }) => type === 'inline').map(token => ({ is_heading: false, text: toPlainText([token]) })),
  ])

const quote = (text: string) => (text.length > 80 ? `“${text.slice(0, 80)}…”` : `“${text}”`)

/** Returns what is wrong with a text, as sentences for its author. */
export const findMarkdownProblems = (source: string, host: PictureHost = {}): string[] => {
  if (source.length > MAX_SOURCE_LENGTH)
    return [`The text is too long: it can have ${MAX_SOURCE_LENGTH.toLocaleString('en-US')} characters.`]
  const refusedLinks = new Set<string>()
  const tokens = createParser(url => refusedLinks.add(url)).parse(source, {})
  let cells = 0
  let maxCells = 0
  for (const { type } of tokens) {
    if (type === 'table_open') cells = 0
    if (type === 'td_open' || type === 'th_open') maxCells = Math.max(maxCells, ++cells)
  }
  const images = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'image')
  const titles = splitAtHeadings(tokens).slice(1)
  return [
    ...[...refusedLinks]
      .slice(0, 5)
      .map(url => `The link ${quote(url)} can’t be used. Links begin with https://, mailto:, tel:, / or #.`),
    ...images
      .map(image => String(image.attrGet('src') ?? ''))
      .filter(url => !refusedLinks.has(url) && !isAllowedPicture(url, host))
      .slice(0, 5)
      .map(url => `The picture ${quote(url)} isn’t one of this shop. Upload it with “Add a picture”.`),
    ...(maxCells > MAX_TABLE_CELLS
      ? [`A table can have ${MAX_TABLE_CELLS.toLocaleString('en-US')} cells. Please split it.`]
      : []),
    ...(titles.some(({ title }) => title === '') ? ['A heading is empty.'] : []),
  ]
}
