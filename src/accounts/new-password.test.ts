import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { good_password, registerPerson } from '../../testing/builders/people.ts'
import { solveCaptcha } from '../../testing/captcha.ts'
import { register } from './contract.ts'
import { isCommon, isMadeOfOwnWords } from './new-password.server.ts'
import { changePassword, resetPassword, setPassword } from './own/contract.ts'
import { createResetToken } from './own/links.server.ts'

const BREACHED_PASSWORD = 'Unlucky-Heron-4'
const sha1 = createHash('sha1').update(BREACHED_PASSWORD).digest('hex').toUpperCase()

/** A fake breach service. It knows one password and can be unavailable. */
const requestedPaths: (string | undefined)[] = []
let isUnavailable = false
let service: Server
let shop: TestApp
const logLines: string[] = []
beforeAll(async () => {
  service = createServer(({ url }, reply) => {
    requestedPaths.push(url)
    reply.writeHead(isUnavailable ? 503 : 200)
    reply.end(`${'0'.repeat(35)}:3\r\n${sha1.slice(5)}:17\r\n${'F'.repeat(35)}:0`)
  })
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve))
  const PWNED_PASSWORDS_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}/range/`
  shop = await openTestApp(
    { PWNED_PASSWORDS_URL, LOG_LEVEL: 'warn' },
    { log: { write: line => void logLines.push(line) } },
  )
})
afterAll(async () => {
  await shop.close()
  service.close()
})

test.each(['Password1', 'Qwerty123', 'Aaaaaaa1', 'P4ssword', 'Summer2026', 'PASSWORd123!', 'Iloveyou1'])(
  '%s is common in any case and with any trailing digits',
  async password => {
    expect(await isCommon(password)).toBe(true)
  },
)

test.each(['Correct-Horse-1', 'Footage2026', 'Unlucky-Heron-4', 'Gravel+Otter+9'])('%s is not common', async password =>
  expect(await isCommon(password)).toBe(false),
)

test.each([
  ['Longtake1', true],
  ['LONGTAKE-2026x', true],
  ['NoorHaddad1', true],
  ['haddad.NOOR-77', true],
  ['Northlight-9', true],
  ['NoorHaddad-Gravel-9', false],
  ['Correct-Horse-1', false],
  ['1234567890aB', false],
])('%s is made of the data of noor.haddad@northlight.example: %s', (password, expected) => {
  const owner = { email: 'noor.haddad@northlight.example', first_name: 'Noor', last_name: 'Haddad' }
  expect(isMadeOfOwnWords(password, owner, ['Longtake', 'longtake'])).toBe(expected)
})

const registerOwner = async () => {
  const person = await registerPerson(shop)
  const repeat = (password: string) => ({ password, password_confirm: password })
  const reset = async (visitor: Visitor, password: string) => {
    const token = await createResetToken(shop.db, person.user.id, shop.clock.now())
    await visitor.call(resetPassword, { params: { token }, body: repeat(password) })
  }
  const change = (visitor: Visitor, password: string) =>
    visitor.call(changePassword, { body: { current_password: good_password, ...repeat(password) } })
  return { ...person, reset, change, repeat }
}

const tryPassword = async (password: string, email: string) => {
  const visitor = shop.visitor()
  const captcha = await solveCaptcha(visitor, 'register')
  await visitor.call(register, { body: { email, password, password_again: password, captcha } })
}
const passwordError = (text: string) => ({ status: 422, errors: { password: [text] } })
const commonError = passwordError('This password is too common. Please choose another one.')

test('every way to set a password refuses a common one, and the old password keeps working', async () => {
  const { visitor, user, reset, change, repeat } = await registerOwner()
  await expect(tryPassword('Password1', 'new@people.example')).rejects.toMatchObject(commonError)
  await expect(change(visitor, 'Password1')).rejects.toMatchObject(commonError)
  await expect(reset(shop.visitor(), 'Password1')).rejects.toMatchObject(commonError)
  await change(visitor, 'Other-Horse-2')
  await shop.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
  await expect(visitor.call(setPassword, { body: repeat('Password1') })).rejects.toMatchObject(commonError)
})

test('a password made of the email is refused', async () => {
  await expect(tryPassword('Quentin-Marlow-7', 'quentin.marlow@people.example')).rejects.toMatchObject(
    passwordError('The password must not be made of your name, your email or Longtake.'),
  )
})

test('a breached password is refused, and the service sees only five digits of its hash', async () => {
  requestedPaths.splice(0)
  await expect(tryPassword(BREACHED_PASSWORD, 'heron@people.example')).rejects.toMatchObject(
    passwordError('This password has appeared in a data breach. Please choose another one.'),
  )
  expect(requestedPaths).toEqual([`/range/${sha1.slice(0, 5)}`])
  await tryPassword(good_password, 'horse@people.example')
})

test('while the breach service is unavailable, passwords are accepted and the failure is logged without the password', async () => {
  isUnavailable = true
  logLines.splice(0)
  await tryPassword(BREACHED_PASSWORD, 'away@people.example')
  isUnavailable = false
  expect(logLines.join()).toContain('the breach service did not answer')
  expect(logLines.join()).not.toContain(BREACHED_PASSWORD)
})
