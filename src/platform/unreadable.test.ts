import net from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'

let shop: TestApp
let address = ''
beforeAll(async () => {
  shop = await openTestApp()
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

const long = '海'.repeat(10_000)

test('an address of ninety kilobytes is answered in the shape of the API, or with a sentence', async () => {
  const call = await fetch(`${address}/api/clips?q=${encodeURIComponent(long)}`)
  expect(call.status).toBe(431)
  expect(call.headers.get('x-request-id')).toBeTruthy()
  expect(await call.json()).toEqual({
    message: 'This address is too long. Please use fewer words or filters.',
    errors: {},
  })
  const page = await fetch(`${address}/clips?q=${encodeURIComponent(long)}`)
  expect(page.status).toBe(431)
  expect(page.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await page.text()).toBe('This address is too long. Please use fewer words or filters.')
})

test('what is no request is told so, and the next one is answered', async () => {
  const said = await new Promise<string>((resolve, reject) => {
    const socket = net.connect(Number(new URL(address).port), '127.0.0.1', () => socket.write('one two three\r\n\r\n'))
    let answer = ''
    socket.on('data', piece => (answer += piece.toString()))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
  expect(said).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
  expect(said).toMatch(/This request could not be read\.$/)
  expect((await fetch(`${address}/api/clips`)).status).toBe(200)
})
