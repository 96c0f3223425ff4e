/** Keeps private words out of the code, the docs and the texts on screen: names are the terms that an engineer would search for. */
import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

/** Words and phrases, with the standard term for each. */
const replacements: Record<string, string> = {
  'our people': 'staff',
  door: 'endpoint',
  doors: 'endpoints',
  room: 'page, container',
  rooms: 'pages',
  desk: 'admin panel',
  desks: 'admin panels',
  deed: 'audit entry',
  deeds: 'audit entries',
  wish: 'input, request',
  wishes: 'inputs, requests',
  whoever: 'the user',
  stands: 'is',
  stood: 'was',
  told: 'notified',
  anew: 'again',
  'given back': 'refunded, returned',
  'gives back': 'refunds, returns',
  'goes back': 'returns',
  'ways to pay': 'payment methods',
  'way to pay': 'payment method',
  papers: 'documents',
  twin: 'duplicate',
  twins: 'duplicates',
  'on trial': 'verification',
  'early acts': 'hydration replay',
  'standing order': 'existing order',
  'let in': 'reinstated',
  sighting: 'impression',
  sightings: 'impressions',
  landmark: 'centroid',
  landmarks: 'centroids',
}

/** Legitimate uses, by what the line contains. */
const allowed: readonly { word: string; context: RegExp; reason: string }[] = [
  {
    word: 'room',
    context: /\b(room (for|to)|no room|little room|need the room)\b/i,
    reason: 'space, in plain English',
  },
  { word: 'room', context: /\broom\$\{|ROOM\\d/, reason: 'the code of a coupon in a test' },
  { word: 'stands', context: /stands in\b/i, reason: 'the verb of stand-in' },
  { word: 'landmark', context: /\bLandmark\b/, reason: 'the name of an icon' },
  { word: 'stood', context: /'stand stood'/, reason: 'a form of a word that people search for' },
]

/** Names of values and types that say that something happened to it, not what it is. */
const participles =
  /\b(?:const|let|function|type|interface) (?:asked|found|kept|said|told|wanted|Asked|Found|Kept|Wanted|Wish|Place|Row)\b/
const participleClasses = /^\s*(?:[^{}/]*\s)?\.(?:asked|found|kept|known|said|shown|told|wanted)\b[^{}]*\{/

const files = globSync(
  ['{src,testing,e2e,demo,bench,scripts,sandbox,docs}/**/*.{ts,tsx,css,md}', 'migrations/*.sql', '*.md'],
  { exclude: name => /node_modules|footage|schema\.d\.ts|words\.test\.ts/.test(name) },
  // The words that people search for.
).filter(file => !file.endsWith('search_words.sql'))
const lines = files.flatMap(file =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ text, place: `${file}:${index + 1}: ${text.trim()}` })),
)

/** Splits camelCase, kebab-case and snake_case into words. */
const splitNames = (text: string) => text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[-_]/g, ' ')

test.each(Object.entries(replacements))('nothing is called “%s”: use %s', (word, _) => {
  const pattern = new RegExp(`\\b${word}\\b`, 'i')
  const isAllowed = (text: string) => allowed.some(entry => entry.word === word && entry.context.test(text))
  const uses = lines.filter(({ text }) => pattern.test(splitNames(text)) && !isAllowed(text))
  expect(uses.map(({ place }) => place)).toEqual([])
})

test('values and types are named by what they are, not by what happened to them', () => {
  const uses = lines.filter(({ text, place }) =>
    place.includes('.css:') ? participleClasses.test(text) : participles.test(text),
  )
  expect(uses.map(({ place }) => place)).toEqual([])
})

test('every exception is still needed', () => {
  const unused = allowed.filter(
    ({ word, context }) =>
      !lines.some(({ text }) => new RegExp(`\\b${word}\\b`, 'i').test(splitNames(text)) && context.test(text)),
  )
  expect(unused).toEqual([])
})
