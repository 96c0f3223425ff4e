/** Writes the gateway's XML dialect: snake_case keys become dash-case tags, and attributes carry the types. */

export type Xml = string | number | boolean | Date | null | undefined | Xml[] | { [key: string]: Xml }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
// XML 1.0 cannot contain these characters. They would make the response invalid.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escape = (text: string) =>
  text
    .toWellFormed()
    .replace(FORBIDDEN_CHARACTERS, '')
    .replace(/[&<>]/g, character => escapes[character] ?? character)

/** One element as text: `undefined` writes nothing, `null` writes `nil="true"`, an array writes `type="array"`. */
export function element(name: string, value: Xml): string {
  const tag = name.replaceAll('_', '-')
  if (value === undefined) return ''
  if (value === null) return `<${tag} nil="true"/>`
  if (typeof value === 'string') return `<${tag}>${escape(value)}</${tag}>`
  if (typeof value === 'number') return `<${tag} type="integer">${value}</${tag}>`
  if (typeof value === 'boolean') return `<${tag} type="boolean">${value}</${tag}>`
  if (value instanceof Date) return `<${tag} type="datetime">${value.toISOString().replace(/\.\d+Z$/, 'Z')}</${tag}>`
  if (Array.isArray(value)) return `<${tag} type="array">${value.map(item => element('item', item)).join('')}</${tag}>`
  return `<${tag}>${elements(value)}</${tag}>`
}

const elements = (fields: { [key: string]: Xml }) =>
  Object.entries(fields)
    .map(([name, value]) => element(name, value))
    .join('')

/** A complete document with one root element. */
export const xmlDocument = (name: string, value: Xml) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, value)}`

/** A page of search results: a collection whose members share a tag. */
export const xmlCollection = (name: string, member: string, values: Xml[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} type="collection">` +
  element('current_page_number', 1) +
  element('page_size', pageSize) +
  element('total_items', values.length) +
  `${values.map(value => element(member, value)).join('')}</${name}>`

/** The number of results on one page of a search. */
export const pageSize = 50
