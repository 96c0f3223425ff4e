import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { licenseTermsSource } from '#content/defaults/license-terms.ts'
import { renderMarkdown } from '#content/markdown.server.ts'

import { licenseRules } from './license-rules.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Files that say it themselves: the rules, and the sentences of one license, which its own columns decide. */
const SOURCES = new Set([
  'licensing/license-rules.ts',
  'licensing/duration-texts.ts',
  'licensing/choice.ts',
  'licensing/rate.ts',
])

/** What only the rules say, by topic. */
const promises: Record<string, RegExp> = {
  duration:
    /\bforever\b[.”’'"<,]|perpetual and worldwide|worldwide and (forever|perpetual|has no end)|worldwide, (forever|for good|no end)|no end date|for as long as you like/i,
  liability: /ten times the price|up to what you paid us|twelve months before/i,
  indemnity: /we (defend you|take over the defense)|indemnif/i,
  warranty: /we warrant|not infringing|infringes no copyright/i,
  ai: /(train|test or feed)[^.]*machine.learning[^.]*with (it|the clip)/i,
  trademark: /as a (trademark|logo)/i,
  resale: /pass the clip (itself )?on|sell it as footage/i,
  sensitive_use: /defamatory|pornographic/i,
  transfer: /(transfer|assign|lend) (the|a|your) license/i,
  exclusivity: /non-exclusive|keeps the copyright/i,
  client: /employees and regular contractors|another client is another license/i,
  buyout: /known (today|now) or later/i,
}

const withoutComments = (source: string) =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/ .*$/gm, '$1')

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !SOURCES.has(name))
  // Keywords and synonyms of searches.
  .filter(name => !name.startsWith('search/'))

test.each(Object.entries(promises))('only the license rules say something about %s', (_, promise) => {
  const statements = files.flatMap(name =>
    withoutComments(readFileSync(path.join(root, name), 'utf8'))
      .split('\n')
      .filter(line => promise.test(line))
      .map(line => `${name}: ${line.trim()}`),
  )
  expect(statements).toEqual([])
})

test('each promise that the test looks for is one of the rules', () => {
  const rules = Object.values(licenseRules)
    .flatMap(({ short, text }) => [short, text])
    .join('\n')
  for (const promise of Object.values(promises)) expect(rules).toMatch(promise)
})

test.each(Object.entries(licenseRules))('the default license terms have %s, in its section', (_, rule) => {
  expect(licenseTermsSource).toContain(rule.text)
  const section = renderMarkdown(licenseTermsSource).sections.find(({ id }) => id === rule.section)
  const [words = ''] = /^[^.{*[“”]+/.exec(rule.text) ?? []
  expect(section?.html.replaceAll('&quot;', '"')).toContain(words.trim())
})
