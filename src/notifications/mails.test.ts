/** Checks that the list of all mails matches the code, and that the README matches the list. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { digestKinds, type DigestKind } from './digest/kinds.ts'
import { digestMails, mails, eventsWithoutMail, type MailDescription } from './mails.ts'

const root = path.resolve(import.meta.dirname, '..')
const readSources = (ending: RegExp) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name) && !/\.test\.tsx?$/.test(name))
    .map(name => readFileSync(path.join(root, name), 'utf8'))
const listMatches = (texts: readonly string[], pattern: RegExp) =>
  [...new Set(texts.flatMap(text => [...text.matchAll(pattern)].map(match => match[1] ?? '')))].toSorted()

test('the list has every mail that the code renders, and no other', () => {
  expect(Object.keys(mails).toSorted()).toEqual(listMatches(readSources(/mails?\.tsx$/), /^export const (\w+Mail) =/gm))
})

test('every event has a mail, or a reason why it has none', () => {
  const outbox = readFileSync(path.join(root, 'platform/jobs/outbox.server.ts'), 'utf8')
  const events = listMatches(
    [outbox.slice(outbox.indexOf('export type EventPayloads'), outbox.indexOf('export type EventName'))],
    /^ {2}'([\w.]+)':/gm,
  )
  const eventsWithMail = Object.values(mails).flatMap(({ after }) => (typeof after === 'string' ? [after] : []))
  expect([...new Set([...eventsWithMail, ...Object.keys(eventsWithoutMail)])].toSorted()).toEqual(events)
  expect(eventsWithMail.filter(name => name in eventsWithoutMail)).toEqual([])
})

test('every mail is sent by a reaction to the event that the list names', () => {
  const reactions = listMatches(
    readSources(/(reactions|jobs)\.server\.ts$/),
    /reaction\('[\w.-]*mail[\w.-]*', '([\w.]+)'/g,
  )
  const eventsWithMail = Object.values(mails).flatMap(({ after }) => (typeof after === 'string' ? [after] : []))
  expect([...new Set(eventsWithMail)].toSorted()).toEqual(reactions)
})

test('every kind of digest item is queued somewhere and listed', () => {
  const kinds = Object.keys(digestKinds).toSorted()
  expect(
    Object.keys(digestMails)
      .filter(kind => kind !== 'week')
      .toSorted(),
  ).toEqual(kinds)
  expect(listMatches(readSources(/\.server\.ts$/), /queueDigestItems\(\s*trx,\s*'([\w.]+)'/g)).toEqual(kinds)
})

const formatTrigger = ({ after }: MailDescription) => (typeof after === 'string' ? `\`${after}\`` : after.trigger)
const preferences = {
  urgent: 'always, immediately',
  news: 'the digest frequency',
  either: 'the digest frequency at first, then immediately',
}
const immediateDelivery = { digest: 'in its own digest', own_mail: 'in a separate mail', nothing: 'not again' }

test('the README lists every mail', () => {
  const rows = [
    '| mail | after | to | preference |',
    '|---|---|---|---|',
    ...Object.entries(mails).map(
      ([name, facts]) =>
        `| ${name.replace(/Mail$/, '')} | ${formatTrigger(facts)} | ${facts.to} | ${preferences[facts.sort]} |`,
    ),
    '',
    '| digest item | to | with immediate delivery |',
    '|---|---|---|',
    ...Object.entries(digestMails).map(
      ([kind, { what, to }]) =>
        `| ${what} | ${to} | ${kind === 'week' ? 'on Monday' : immediateDelivery[digestKinds[kind as DigestKind].immediate]} |`,
    ),
    '',
    ...Object.entries(eventsWithoutMail).map(([event, why]) => `No mail after \`${event}\`: ${why}.`),
  ]
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8')
  const [, listed = ''] = readme.split('## Every mail\n')
  expect(listed.trim()).toBe(rows.join('\n').trim())
})
