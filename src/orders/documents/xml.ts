/** Writes XML elements. An element without content is left out. */

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Removes what XML does not allow: control characters, halves of surrogate pairs, and two noncharacters. */
const cleanText = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .trim()

type Attributes = Readonly<Record<string, string>>

const formatAttributes = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeText(cleanText(value))}"`)
    .join('')

/** Returns an element with a text, or '' for an empty text. */
export const textElement = (name: string, text: string, attributes: Attributes = {}): string => {
  const content = escapeText(cleanText(text))
  return content && `<${name}${formatAttributes(attributes)}>${content}</${name}>`
}

/** Returns an element around others, or '' when all of them are ''. */
export const element = (name: string, ...children: readonly string[]): string => {
  const content = children.join('')
  return content && `<${name}>${content}</${name}>`
}
