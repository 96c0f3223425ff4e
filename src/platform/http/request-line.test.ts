import fc from 'fast-check'
import { expect, test } from 'vitest'

import { getSession } from '#accounts/contract.ts'

import { openTestApp } from '../../../testing/app.ts'
import { seedMember } from '../../../testing/builders/orders.ts'
import { decodePath } from './request-line.server.ts'

const encode = (text: string) => text.replaceAll(/./g, c => `%${c.charCodeAt(0).toString(16)}`)

test('whatever is encoded in an address, decoding it once changes nothing about what it means and hides no name', () => {
  const part = fc.oneof(
    fc.constantFrom('%', '%%36', '%2561', '%2e%2e', '%2F', '/', '?', '%3F', 'api', '%zz', '%C3%A9'),
    fc.stringMatching(/^[a-zA-Z0-9~_-]{1,5}$/).map(encode),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), parts => {
      const url = `/${parts.join('')}`
      const decoded = decodePath(url)
      expect(decodePath(decoded)).toBe(decoded)
      const [path = ''] = url.split('?')
      expect(decoded.endsWith(url.slice(path.length))).toBe(true)
      try {
        expect(decodeURIComponent(decoded.slice(0, decoded.length - (url.length - path.length)))).toBe(
          decodeURIComponent(path),
        )
        expect(decoded.split('?')[0]).not.toMatch(/%(?:4[1-9]|6[1-9])/i)
      } catch (error) {
        if (!(error instanceof URIError)) throw error
        // The router refuses it.
        if (/%(?![\da-f]{2})/i.test(path)) expect(decoded).toBe(url)
      }
    }),
  )
})

test('an encoded address of the API is the same one: its caller stays signed in, and nobody caches its reply', async () => {
  const shop = await openTestApp()
  const { visitor, user_id } = await seedMember(shop)
  const path = `/api${getSession.path}`
  const plain = await visitor.send(path, { method: 'GET' })
  const encoded = await visitor.send(path.replace('api', encode('api')), { method: 'GET' })
  const reply = await encoded.json()
  expect(reply).toEqual(await plain.json())
  expect(JSON.stringify(reply)).toContain(`"id":${user_id}`)
  expect(encoded.headers.get('cache-control')).toBe('private, no-store')
  await shop.close()
})
