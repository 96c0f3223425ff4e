/** Tests for the gateway's XML, parsed with the official server SDK's own parser. */
import { createRequire } from 'node:module'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { echo } from './xml-responses.ts'
import { type Xml, xmlDocument } from './xml.ts'

// Neither package publishes types.
const require = createRequire(import.meta.url)
const { Util } = require('braintree/lib/braintree/util') as {
  Util: { convertNodeToObject(node: unknown): unknown; toCamelCase(text: string): string }
}
const { parseStringPromise } = require('xml2js') as {
  parseStringPromise(xml: string, options: object): Promise<unknown>
}

const parseXml = async (xml: string) =>
  Util.convertNodeToObject(await parseStringPromise(xml, { attrkey: '@', charkey: '#', explicitArray: false }))

// The parser trims text, so the texts begin and end with a letter.
const textValue = fc.string({ unit: 'binary', maxLength: 30 }).map(text => `a${text}z`)
const name = fc.stringMatching(/^[a-z][a-z]{0,8}(_[a-z]{1,6}){0,2}$/)

/** Normalizes what XML does not preserve: control characters are dropped, and line ends become one character. */
const normalizeText = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/\r\n?/g, '\n')

test('any text is parsed back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(name, textValue, async (field, text) => {
      const parsed = (await parseXml(xmlDocument('answer', { [field]: text }))) as { answer: Record<string, string> }
      expect(normalizeText(parsed.answer[Util.toCamelCase(field)] ?? '')).toBe(normalizeText(text))
    }),
  )
})

test('numbers, booleans, null, lists and groups are parsed back unchanged', async () => {
  const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.stringMatching(/^[a-z]{1,8}$/))
  const { value } = fc.letrec<{ value: Xml }>(tie => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('value'), { minKeys: 1, maxKeys: 3 }),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(value, async each => {
      const parsed = (await parseXml(xmlDocument('answer', { each }))) as { answer: { each: unknown } }
      expect(parsed.answer.each).toEqual(each)
    }),
  )
})

test('the response that echoes a request is always valid XML', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async body => {
      await expect(parseXml(xmlDocument('api_error_response', { params: echo(body) }))).resolves.toBeDefined()
    }),
  )
})
