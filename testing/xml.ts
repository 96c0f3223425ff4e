/** A strict reader of the XML that the shop writes: elements with attributes and text, and nothing else. */

export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }

const TOKEN = /<(\/?)([A-Za-z][\w.:-]*)((?:\s+[A-Za-z][\w.:-]*="[^"<>]*")*)\s*>|([^<>]+)/gy
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
/** https://www.w3.org/TR/xml/#charsets */
const TEXT = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u

const decode = (text: string) => {
  if (!TEXT.test(text)) throw new Error(`XML does not allow: ${JSON.stringify(text)}`)
  return text.replaceAll(/&[^;]*;?/g, entity => {
    const character = ENTITIES[entity]
    if (character === undefined) throw new Error(`Not an entity: ${entity}`)
    return character
  })
}

/** Throws an Error for XML that is not well-formed. */
export const parseXml = (xml: string): XmlElement => {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let end = 0
  for (const match of body.matchAll(TOKEN)) {
    const [token, slash, name = '', attributes = '', text] = match
    const parent = open.at(-1)
    if (!parent) throw new Error('An element was closed twice.')
    end = match.index + token.length
    if (text !== undefined) parent.text += decode(text)
    else if (slash) {
      if (open.pop()?.name !== name) throw new Error(`Not open: ${name}`)
    } else {
      const pairs = [...attributes.matchAll(/([\w.:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        decode(value),
      ])
      const child = { name, attributes: Object.fromEntries(pairs) as Record<string, string>, children: [], text: '' }
      parent.children.push(child)
      open.push(child)
    }
  }
  if (end !== body.length || open.length !== 1)
    throw new Error(`Not well-formed after ${body.slice(0, end).slice(-80)}`)
  const [document] = root.children
  if (!document || root.children.length > 1 || root.text.trim() !== '') throw new Error('There must be one root.')
  return document
}

/** Returns the elements at a path of local names, such as "ExchangedDocument/ID". */
export const findElements = ({ children }: XmlElement, path: string): XmlElement[] => {
  const [first = '', ...rest] = path.split('/')
  const matches = children.filter(({ name }) => name.split(':').at(-1) === first)
  return rest.length === 0 ? matches : matches.flatMap(child => findElements(child, rest.join('/')))
}

/** Returns their texts. */
export const findTexts = (element: XmlElement, path: string): string[] =>
  findElements(element, path).map(({ text }) => text)
