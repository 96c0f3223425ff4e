/** The list of all mails says what the code does, and the README says what the list says. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { digestKinds, type DigestKind } from './digest/kinds.ts'
import { gathered, mails, unmailed, type MailFacts } from './mails.ts'

const root = path.resolve(import.meta.dirname, '..')
const textsOf = (ending: RegExp) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name) && !/\.test\.tsx?$/.test(name))
    .map(name => readFileSync(path.join(root, name), 'utf8'))
const found = (texts: readonly string[], shape: RegExp) =>
  [...new Set(texts.flatMap(text => [...text.matchAll(shape)].map(match => match[1] ?? '')))].toSorted()

test('every mail that is drawn stands in the list, and no other', () => {
  expect(Object.keys(mails).toSorted()).toEqual(found(textsOf(/mails?\.tsx$/), /^export const (\w+Mail) = /gm))
})

test('every event has a mail, or a reason why it has none', () => {
  const outbox = readFileSync(path.join(root, 'platform/outbox.server.ts'), 'utf8')
  const events = found(
    [outbox.slice(outbox.indexOf('export type Events'), outbox.indexOf('export type EventName'))],
    /^ {2}'([\w.]+)':/gm,
  )
  const told = Object.values(mails).flatMap(({ after }) => (typeof after === 'string' ? [after] : []))
  expect([...new Set([...told, ...Object.keys(unmailed)])].toSorted()).toEqual(events)
  expect(told.filter(name => name in unmailed)).toEqual([])
})

test('every mail goes through a reaction to the event that the list names', () => {
  const reactions = found(textsOf(/(reactions|jobs)\.server\.ts$/), /reaction\('[\w.-]*mail[\w.-]*', '([\w.]+)'/g)
  const told = Object.values(mails).flatMap(({ after }) => (typeof after === 'string' ? [after] : []))
  expect([...new Set(told)].toSorted()).toEqual(reactions)
})

test('everything that a digest can tell of is gathered somewhere and told by one part', () => {
  const kinds = Object.keys(digestKinds).toSorted()
  expect(
    Object.keys(gathered)
      .filter(kind => kind !== 'week')
      .toSorted(),
  ).toEqual(kinds)
  expect(found(textsOf(/\.server\.ts$/), /gather\(trx, '([\w.]+)'/g)).toEqual(kinds)
})

const whatOf = ({ after }: MailFacts) => (typeof after === 'string' ? `\`${after}\`` : after.asked)
const preferences = {
  urgent: 'none: always, at once',
  news: '*News*',
  either: '*News* the first time, then none: at once',
}
const atOnce = { digest: 'in a digest of its own', own_mail: 'in a mail of its own', nothing: 'not again' }

test('the README lists them all', () => {
  const rows = [
    '| mail | after | to | preference |',
    '|---|---|---|---|',
    ...Object.entries(mails).map(
      ([name, facts]) =>
        `| ${name.replace(/Mail$/, '')} | ${whatOf(facts)} | ${facts.to} | ${preferences[facts.sort]} |`,
    ),
    '',
    '| in a digest | to | who wants it at once gets it |',
    '|---|---|---|',
    ...Object.entries(gathered).map(
      ([kind, { what, to }]) =>
        `| ${what} | ${to} | ${kind === 'week' ? 'on Monday' : atOnce[digestKinds[kind as DigestKind].at_once]} |`,
    ),
    '',
    ...Object.entries(unmailed).map(([event, why]) => `No mail after \`${event}\`: ${why}.`),
  ]
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8')
  const [, listed = ''] = readme.split('## Every mail\n')
  expect(listed.trim()).toBe(rows.join('\n').trim())
})
