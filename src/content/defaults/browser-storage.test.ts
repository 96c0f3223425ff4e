import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { GOOGLE_NONCE_PREFIX, HOST_COOKIES } from '#platform/http/host-cookie.server.ts'
import { LINK_COOKIE_PREFIX } from '#platform/http/link-token.server.ts'

import { cookies, storage } from './browser-storage.ts'

const root = path.resolve(import.meta.dirname, '../..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map(name => readFileSync(path.join(root, name), 'utf8'))

/** Resolves the first argument of a call to a string: a literal, or a constant that any source file declares. */
const resolveString = (argument: string, source: string): string => {
  const [, quoted] = /^'([^']+)'$/.exec(argument) ?? []
  if (quoted) return quoted
  const declaration = new RegExp(`const ${argument} = '([^']+)'`)
  const [, value] = declaration.exec(source) ?? sources.map(other => declaration.exec(other)).find(Boolean) ?? []
  return value ?? `${argument}, which has no declaration`
}

const listFirstArguments = (call: RegExp) =>
  sources.flatMap(source => [...source.matchAll(call)].map(match => resolveString(match[1] ?? '', source)))

test('the privacy policy lists every cookie that the shop sets, and no other', () => {
  const names = [
    ...HOST_COOKIES,
    `${GOOGLE_NONCE_PREFIX}…`,
    `${LINK_COOKIE_PREFIX}…`,
    ...listFirstArguments(/\.setCookie\(\s*('[\w-]+'|\w+)/g),
    ...sources.flatMap(source => [...source.matchAll(/document\.cookie = [`'](\w+)=/g)].map(match => match[1] ?? '')),
  ]
  expect([...new Set(names)].toSorted()).toEqual(cookies.map(({ name }) => name).toSorted())
})

test('the privacy policy lists every key that is saved in the browser, and nothing else', () => {
  // The router's own.
  const libraryNames = ['react-router-scroll-positions']
  const ownNames = listFirstArguments(/(?:local|session)Storage\.setItem\(\s*('[\w-]+'|\w+)/g)
  const names = [...libraryNames, ...ownNames]
  expect([...new Set(names)].toSorted()).toEqual([...new Set(storage.map(({ name }) => name))].toSorted())
})
