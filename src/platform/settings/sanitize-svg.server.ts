/** Makes an uploaded SVG safe: shapes stay, editors' leftovers go, and anything that runs or loads something is refused. */
import { XMLParser } from 'fast-xml-parser'

/** Elements that are kept. */
const SHAPES = new Set(
  'svg g path rect circle ellipse line polyline polygon defs symbol use clippath mask lineargradient radialgradient stop title desc text tspan style'.split(
    ' ',
  ),
)
/** Elements that run programs, load files or lead elsewhere. A logo has no use for them. */
const ACTIVE =
  /^(?:script|handler|foreignobject|iframe|object|embed|audio|video|image|feimage|a|animate.*|set|discard|listener)$/

type XmlNode = Record<string, unknown>

export type CleanSvg = { svg: string; width: number; height: number }
/** What is wrong with a file, as a sentence. */
export type SvgFault = { fault: string }

class Unsafe extends Error {}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
})

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escapeValue = (text: string) => escapeText(text).replaceAll('"', '&quot;')
const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()

/** Throws for a text that loads or runs something: addresses other than a part of the same file. */
const requireHarmless = (text: string, where: string) => {
  // CSS allows comments and escapes inside of words.
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/[\s\p{Cc}]/gu, '')
  if (/@import|expression\(|javascript:|-moz-binding|behavior:|image-set\(|image\(|src\(|\\/i.test(plain))
    throw new Unsafe(`“${where}” can run programs or load other files`)
  for (const [, target = ''] of plain.matchAll(/url\(["']?([^"')]*)/gi))
    if (!target.startsWith('#')) throw new Unsafe(`“${where}” loads another file`)
}

const cleanAttributes = (attributes: Record<string, unknown>): string =>
  Object.entries(attributes)
    .flatMap(([name, value]) => {
      const text = String(value)
      const local = localName(name)
      if (local.startsWith('on')) throw new Unsafe(`“${name}” can run programs`)
      if (local === 'href') {
        if (!text.trim().startsWith('#')) throw new Unsafe(`“${name}” leads to another file`)
        return [`href="${escapeValue(text.trim())}"`]
      }
      requireHarmless(text, name)
      return /^[a-z][\w-]*$/i.test(name) && local !== 'xmlns' ? [`${name}="${escapeValue(text)}"`] : []
    })
    .map(attribute => ` ${attribute}`)
    .join('')

const cleanNodes = (nodes: readonly XmlNode[], isRoot = false): string =>
  nodes
    .map(node => {
      const [name = ''] = Object.keys(node).filter(key => key !== ':@')
      if (name === '#text') return isRoot ? '' : escapeText(String(node['#text']))
      const local = localName(name)
      if (ACTIVE.test(local)) throw new Unsafe(`“${name}” can run programs or load other files`)
      // Its children may be active, too, but they go with it.
      if (!SHAPES.has(local) || name.includes(':')) return ''
      const children = (node[name] ?? []) as XmlNode[]
      if (local === 'style')
        requireHarmless(children.map(({ '#text': css }) => (typeof css === 'string' ? css : '')).join(' '), name)
      const namespace = isRoot ? ' xmlns="http://www.w3.org/2000/svg"' : ''
      return `<${name}${namespace}${cleanAttributes((node[':@'] ?? {}) as Record<string, unknown>)}>${cleanNodes(children)}</${name}>`
    })
    .join('')

const readSize = (svg: string) => {
  const root = svg.slice(0, svg.indexOf('>'))
  const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(root)?.[1] ?? ''
  const [, , boxWidth = 0, boxHeight = 0] = attribute('viewBox')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [width, height] = [attribute('width'), attribute('height')].map(text =>
    text.endsWith('%') ? 0 : Number.parseFloat(text),
  )
  return { width: boxWidth || width || 0, height: boxHeight || height || 0 }
}

/** Returns the shapes of an SVG and its size, or what is wrong with it. */
export const sanitizeSvg = (text: string): CleanSvg | SvgFault => {
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text))
    return { fault: 'This SVG defines entities. Save it as plain SVG and try again.' }
  try {
    const nodes = parser.parse(text.replace(/<!DOCTYPE[^>]*>/i, '')) as XmlNode[]
    const roots = nodes.filter(node => 'svg' in node)
    if (roots.length !== 1) return { fault: 'This file is not an SVG that we can read.' }
    const svg = cleanNodes(roots, true)
    const { width, height } = readSize(svg)
    if (!(width > 0 && height > 0)) return { fault: 'This SVG has no size. Save it with a viewBox and try again.' }
    return { svg, width, height }
  } catch (error) {
    if (error instanceof Unsafe)
      return { fault: `In this SVG ${error.message}. Save it as plain shapes and try again.` }
    return { fault: 'This file is not an SVG that we can read.' }
  }
}
