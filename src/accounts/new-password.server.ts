/**
 * Rules for a new password beyond its format: not common, not made of the account's own data, not known from a breach.
 */
import { createHash } from 'node:crypto'

import type { FastifyBaseLogger } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'

import { hashPassword } from './passwords.server.ts'

const BREACH_TIMEOUT_MS = 2_000
const MIN_WORD_LENGTH = 3
const MIN_OTHER_LETTERS = 4

type PasswordOwner = { email: string; first_name?: string; last_name?: string }
type NewPasswordInput = { password: string; owner: PasswordOwner; log: Pick<FastifyBaseLogger, 'warn'> }

/**
 * Checks a new password and returns its hash. Throws 422 beside `password`. Calls the network where a breach service is
 * configured: never use it in a transaction.
 */
export const hashNewPassword = async (
  { config, settings }: Pick<Deps, 'config' | 'settings'>,
  { password, owner, log }: NewPasswordInput,
): Promise<string> => {
  const { name, file_prefix } = settings.current().company
  if (isMadeOfOwnWords(password, owner, [name, file_prefix]))
    throw weakPassword(`The password must not be made of your name, your email or ${name}.`)
  if (await isCommon(password)) throw weakPassword('This password is too common. Please choose another one.')
  const { pwned_passwords_url: url } = config
  if (url !== undefined && (await isBreached(url, password, { log, agent: file_prefix })))
    throw weakPassword('This password has appeared in a data breach. Please choose another one.')
  return hashPassword(password)
}

const weakPassword = (text: string) => refuse.fields({ password: [text] })

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** About 50,000 passwords in lower case. */
const loadCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Ignores case and trailing digits and punctuation. */
export const isCommon = async (password: string): Promise<boolean> => {
  const common = await (commonPasswords ??= loadCommonPasswords())
  const lower = password.normalize('NFKC').toLowerCase()
  const letters = lower.replace(/[^\p{L}]+$/u, '')
  return common.has(lower) || (letters.length >= MIN_OTHER_LETTERS && common.has(letters))
}

const splitWords = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word.length >= MIN_WORD_LENGTH)

/** Whether hardly a letter is left without the names of the shop, the email and the name. */
export const isMadeOfOwnWords = (
  password: string,
  { email, first_name = '', last_name = '' }: PasswordOwner,
  shop_names: readonly string[],
): boolean => {
  const [localPart = '', domain = ''] = email.split('@')
  const words = [...shop_names, localPart, domain, first_name, last_name].flatMap(splitWords)
  const lower = password.normalize('NFKC').toLowerCase()
  const remainder = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ''), lower)
  return remainder !== lower && remainder.replaceAll(/[^\p{L}]/gu, '').length < MIN_OTHER_LETTERS
}

/**
 * Sends only the first five digits of the password's SHA-1 hash. Accepts the password when the service does not
 * respond.
 */
const isBreached = async (
  url: string,
  password: string,
  { log, agent }: Pick<NewPasswordInput, 'log'> & { agent: string },
): Promise<boolean> => {
  const sha1 = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase()
  try {
    const response = await fetch(`${url}/${sha1.slice(0, 5)}`, {
      headers: { 'add-padding': 'true', 'user-agent': agent },
      signal: AbortSignal.timeout(BREACH_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return findCount(await response.text(), sha1.slice(5)) > 0
  } catch (error) {
    log.warn({ err: error }, 'the breach service did not answer, so a new password was not checked with it')
    return false
  }
}

/** Lines have the form `SUFFIX:COUNT`. Padding lines have the count 0. */
const findCount = (lines: string, suffix: string): number => {
  const line = lines.split(/\r?\n/).find(candidate => candidate.toUpperCase().startsWith(`${suffix}:`))
  return Number(line?.slice(suffix.length + 1) ?? 0)
}
