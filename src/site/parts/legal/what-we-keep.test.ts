import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { GOOGLE_NONCE_PREFIX, HOST_COOKIES } from '../../../platform/host-cookie.server.ts'
import { LINK_COOKIE_PREFIX } from '../../../platform/link-token.server.ts'
import { cookies, storage } from './what-we-keep.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map(name => readFileSync(path.join(root, name), 'utf8'))

/** What the first argument of a call is: a text, or a name that the same file or another gives to a text. */
const textOf = (argument: string, source: string): string => {
  const [, quoted] = /^'([^']+)'$/.exec(argument) ?? []
  if (quoted) return quoted
  const given = new RegExp(`const ${argument} = '([^']+)'`)
  const [, named] = given.exec(source) ?? sources.map(other => given.exec(other)).find(Boolean) ?? []
  return named ?? `${argument}, which nobody names`
}

const firstArguments = (call: RegExp) =>
  sources.flatMap(source => [...source.matchAll(call)].map(match => textOf(match[1] ?? '', source)))

test('the privacy policy lists every cookie that the shop sets, and no other', () => {
  const set = [
    ...HOST_COOKIES,
    `${GOOGLE_NONCE_PREFIX}…`,
    `${LINK_COOKIE_PREFIX}…`,
    ...firstArguments(/\.setCookie\(\s*('[\w-]+'|\w+)/g),
    ...sources.flatMap(source => [...source.matchAll(/document\.cookie = [`'](\w+)=/g)].map(match => match[1] ?? '')),
  ]
  expect([...new Set(set)].toSorted()).toEqual(cookies.map(({ name }) => name).toSorted())
})

test('the privacy policy lists everything that is kept in the browser, and nothing else', () => {
  const set = firstArguments(/(?:local|session)Storage\.setItem\(\s*('[\w-]+'|\w+)/g)
  expect([...new Set(set)].toSorted()).toEqual([...new Set(storage.map(({ name }) => name))].toSorted())
})
