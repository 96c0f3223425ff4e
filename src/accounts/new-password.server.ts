/** A new password beyond its shape: not one of the most common, not made of the account's own words, not known from a breach. */
import { createHash } from 'node:crypto'

import type { FastifyBaseLogger } from 'fastify'

import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'

import { hashPassword } from './passwords.server.ts'

const BREACH_TIMEOUT_MS = 2_000
const MIN_WORD = 3
const MIN_OWN_LETTERS = 4

type Owner = { email: string; first_name?: string; last_name?: string }
type NewPasswordInput = { password: string; owner: Owner; log: Pick<FastifyBaseLogger, 'warn'> }

/** The hash of a password that was checked. Throws 422 beside `password`. Asks the network where a breach service is configured: never in a transaction. */
export const hashNewPassword = async (
  { config }: Pick<Deps, 'config'>,
  { password, owner, log }: NewPasswordInput,
): Promise<string> => {
  if (isMadeOfOwnWords(password, owner))
    throw tooWeak(`The password must not be made of your name, your email or ${brand.name}.`)
  if (await isCommon(password)) throw tooWeak('This password is too common. Please choose another one.')
  const { pwned_passwords_url: url } = config
  if (url !== undefined && (await isBreached(url, password, log)))
    throw tooWeak('This password has appeared in a data breach. Please choose another one.')
  return hashPassword(password)
}

const tooWeak = (text: string) => refuse.fields({ password: [text] })

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** About 50,000 passwords in lower case. */
const loadCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** In any case, and with any digits and signs behind it. */
export const isCommon = async (password: string): Promise<boolean> => {
  const common = await (commonPasswords ??= loadCommonPasswords())
  const lower = password.normalize('NFKC').toLowerCase()
  const stem = lower.replace(/[^\p{L}]+$/u, '')
  return common.has(lower) || (stem.length >= MIN_OWN_LETTERS && common.has(stem))
}

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word.length >= MIN_WORD)

/** Whether hardly a letter is left without the brand and what the account's email and name say. */
export const isMadeOfOwnWords = (password: string, { email, first_name = '', last_name = '' }: Owner): boolean => {
  const [local = '', domain = ''] = email.split('@')
  const words = [brand.name, brand.slug, local, domain, first_name, last_name].flatMap(wordsOf)
  const lower = password.normalize('NFKC').toLowerCase()
  const rest = words
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, ''), lower)
  return rest !== lower && rest.replaceAll(/[^\p{L}]/gu, '').length < MIN_OWN_LETTERS
}

/** Sends the first five digits of the password's SHA-1, so that the service does not learn the password. Its silence refuses nobody. */
const isBreached = async (url: string, password: string, log: NewPasswordInput['log']): Promise<boolean> => {
  const sha1 = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase()
  try {
    const answer = await fetch(`${url}/${sha1.slice(0, 5)}`, {
      headers: { 'add-padding': 'true', 'user-agent': brand.slug },
      signal: AbortSignal.timeout(BREACH_TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return countIn(await answer.text(), sha1.slice(5)) > 0
  } catch (error) {
    log.warn({ err: error }, 'the breach service did not answer, so a new password was not checked with it')
    return false
  }
}

/** Lines are `SUFFIX:COUNT`; padding lines have the count 0. */
const countIn = (lines: string, suffix: string): number => {
  const line = lines.split(/\r?\n/).find(one => one.toUpperCase().startsWith(`${suffix}:`))
  return Number(line?.slice(suffix.length + 1) ?? 0)
}
