/** The gateway's XML, read back by the very parser of the official server SDK. */
import { createRequire } from 'node:module'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { echo } from './answers.ts'
import { type Xml, xmlDocument } from './xml.ts'

// Neither has types that are published.
const require = createRequire(import.meta.url)
const { Util } = require('braintree/lib/braintree/util') as {
  Util: { convertNodeToObject(node: unknown): unknown; toCamelCase(text: string): string }
}
const { parseStringPromise } = require('xml2js') as { parseStringPromise(xml: string, how: object): Promise<unknown> }

const read = async (xml: string) =>
  Util.convertNodeToObject(await parseStringPromise(xml, { attrkey: '@', charkey: '#', explicitArray: false }))

// Blanks around a text are the parser's to drop, so texts here begin and end with a letter.
const words = fc.string({ unit: 'binary', maxLength: 30 }).map(text => `a${text}z`)
const name = fc.stringMatching(/^[a-z][a-z]{0,8}(_[a-z]{1,6}){0,2}$/)

/** What survives: XML has no control characters, and line ends are one character. */
const legible = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/\r\n?/g, '\n')

test('any text comes back as it was, whatever is in it', async () => {
  await fc.assert(
    fc.asyncProperty(name, words, async (field, text) => {
      const answer = (await read(xmlDocument('answer', { [field]: text }))) as { answer: Record<string, string> }
      expect(legible(answer.answer[Util.toCamelCase(field)] ?? '')).toBe(legible(text))
    }),
  )
})

test('numbers, switches, nothing, lists and groups come back as themselves', async () => {
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
      const answer = (await read(xmlDocument('answer', { each }))) as { answer: { each: unknown } }
      expect(answer.answer.each).toEqual(each)
    }),
  )
})

test('whatever a request holds, the answer that repeats it can be read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async body => {
      await expect(read(xmlDocument('api_error_response', { params: echo(body) }))).resolves.toBeDefined()
    }),
  )
})
