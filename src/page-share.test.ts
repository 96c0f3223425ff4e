/** One drawing for many guests: never for anybody else. */
import { expect, test } from 'vitest'

import { sharePages, type Drawn } from './page-share.server.ts'
import { testClock } from './platform/clock.ts'

const address = 'https://longtake.test/clips?q=ocean'

const openShare = (headers: Record<string, string> = {}) => {
  const clock = testClock()
  const share = sharePages(clock)
  let drawings = 0
  let visitors = 0
  const visit = async (cookie = '', url = address, method = 'GET') => {
    const nonce = `nonce${(visitors += 1)}`
    const asked = new Request(url, { method, ...(cookie && { headers: { cookie } }) })
    const draw = async ({ signal }: Request): Promise<Drawn> => {
      drawings += 1
      const page = Buffer.from(`<script nonce="${nonce}">“${drawings}” \u{1F30A}${signal.aborted ? ' broken off' : ''}`)
      return { status: 200, headers: new Headers(headers), page, nonce }
    }
    const drawn = await share(asked, nonce, draw)
    return { nonce, told: drawn.nonce, page: drawn.page.toString() }
  }
  return { clock, visit, drawings: () => drawings }
}

test('guests who ask within two seconds see one drawing, each under a nonce of their own', async () => {
  const { clock, visit, drawings } = openShare()
  const seen = await Promise.all(Array.from({ length: 20 }, () => visit('device_id=abc; registration_referral=you')))
  clock.advance(1_999)
  seen.push(await visit())
  expect(drawings()).toBe(1)
  expect(new Set(seen.map(({ told }) => told)).size).toBe(21)
  for (const { nonce, told, page } of seen) {
    expect(told).toBe(nonce)
    expect(page).toBe(`<script nonce="${nonce}">“1” \u{1F30A}`)
  }
  clock.advance(1)
  expect((await visit()).page).toContain('“2”')
})

test.each(['session=a', 'cart_hash=b', 'theme=dark; invite=c', 'whatever=d'])(
  'whoever comes with %s sees a page of their own',
  async cookie => {
    const { visit, drawings } = openShare()
    await visit()
    await visit(cookie)
    await visit(cookie)
    await visit()
    expect(drawings()).toBe(3)
  },
)

test.each(['/account/notification-preferences/TOKEN', '/reset-password/TOKEN?x=1', '/board/tide/3?key=TOKEN'])(
  'whoever has the link %s sees their page as it is now',
  async path => {
    const { visit, drawings } = openShare()
    const url = `https://longtake.test${path.replace('TOKEN', 'Aa-_0'.repeat(9).slice(0, 43))}`
    await visit('', url)
    await visit('', url)
    expect(drawings()).toBe(2)
  },
)

test('another theme, address, host or verb is another page', async () => {
  const { visit, drawings } = openShare()
  await visit()
  await visit('theme=dark')
  await visit('theme=light')
  await visit('', `${address}&page=2`)
  await visit('', address.replace('longtake', 'elsewhere'))
  await visit('', address, 'POST')
  expect(drawings()).toBe(6)
})

test('a page that gives a cookie is nobody else’s', async () => {
  const { visit } = openShare({ 'set-cookie': 'cart_hash=mine' })
  const [one, other] = [await visit(), await visit()]
  expect(one.page).not.toBe(other.page.replace(other.nonce, one.nonce))
})

test('who asked first and went away spoils nothing for the others', async () => {
  const share = sharePages(testClock())
  const gone = new AbortController()
  const draw = async ({ signal }: Request): Promise<Drawn> => {
    gone.abort()
    return {
      status: 200,
      headers: new Headers(),
      page: Buffer.from(signal.aborted ? 'broken off' : 'whole'),
      nonce: 'a',
    }
  }
  const drawn = await share(new Request(address, { signal: gone.signal }), 'a', draw)
  expect(drawn.page.toString()).toBe('whole')
})

test('a drawing that fails is tried again by the next', async () => {
  const share = sharePages(testClock())
  const asked = () => new Request(address)
  await expect(share(asked(), 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const drawn = await share(asked(), 'a', async () => ({
    status: 200,
    headers: new Headers(),
    page: Buffer.from('whole'),
    nonce: 'a',
  }))
  expect(drawn.page.toString()).toBe('whole')
})
