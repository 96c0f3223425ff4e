/** How long the browser believes what it knows: the person and their abilities, workspaces, everything else. */
import { focusManager, MutationObserver, onlineManager, QueryObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { callQuery, makeQueryClient } from './query.ts'

const minute_ms = 60_000
const door = (path: string) => endpoint('GET', path, { summary: 'Anything', who: 'anyone', reply: z.null() })

let client: QueryClient
let asked: string[]
let status: number
beforeEach(() => {
  vi.useFakeTimers()
  status = 200
  asked = []
  client = makeQueryClient()
  client.mount()
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ data: null, meta: {} }, { status })
  })
})
afterEach(() => {
  client.clear()
  client.unmount()
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A part of the page that shows the answer; gone again when told so. */
const mount = async (path: string) => {
  const leave = new QueryObserver(client, callQuery(door(path), {})).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  return leave
}
const focus = async () => {
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(0)
}
const times = (path: string) => asked.filter(url => url === `/api${path}`).length

test.each(['/auth', '/user/abilities'])(
  '%s is kept for good, and asked for again on mount and on focus',
  async path => {
    const leave = await mount(path)
    expect(times(path)).toBe(1)
    leave()
    await vi.advanceTimersByTimeAsync(24 * 60 * minute_ms)
    expect(client.getQueryData(callQuery(door(path), {}).queryKey)).toBeDefined()
    await mount(path)
    expect(times(path)).toBe(2)
    await mount(path)
    expect(times(path), 'a second part of the same page').toBe(2)
    await focus()
    expect(times(path)).toBe(3)
  },
)

test.each(['/auth', '/user/abilities', '/workspaces/current'])(
  '%s is not asked for twice when it fails',
  async path => {
    status = 500
    await mount(path)
    await vi.advanceTimersByTimeAsync(minute_ms)
    expect(times(path)).toBe(1)
  },
)

test.each(['/workspaces/current', '/workspaces/overview'])('%s is good for ten minutes', async path => {
  const leave = await mount(path)
  await vi.advanceTimersByTimeAsync(4 * minute_ms)
  await focus()
  leave()
  const again = await mount(path)
  await vi.advanceTimersByTimeAsync(6 * minute_ms - 1)
  await focus()
  expect(times(path)).toBe(1)
  await vi.advanceTimersByTimeAsync(2)
  await focus()
  expect(times(path)).toBe(2)
  again()
})

test('another workspace makes all of it old, whatever it is', async () => {
  const paths = ['/auth', '/user/abilities', '/workspaces/current', '/workspaces/overview', '/v2/cart']
  for (const path of paths) await mount(path)
  await client.invalidateQueries()
  expect(paths.map(times)).toEqual([2, 2, 2, 2, 2])
})

test('a change that is made offline fails at once, and is not sent when the network returns', async () => {
  onlineManager.setOnline(false)
  let sent = 0
  const send = async () => {
    sent += 1
    throw new TypeError('Failed to fetch')
  }
  const observer = new MutationObserver(client, { mutationFn: send })
  await expect(observer.mutate()).rejects.toThrow('Failed to fetch')
  onlineManager.setOnline(true)
  await vi.advanceTimersByTimeAsync(minute_ms)
  expect(sent).toBe(1)
})
