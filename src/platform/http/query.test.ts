/** Tests for the browser's cache policies of API responses. */
import { focusManager, MutationObserver, onlineManager, QueryObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { callQuery, createQueryClient } from './query.ts'

const minute_ms = 60_000
const probe = (path: string) => endpoint('GET', path, { summary: 'Anything', who: 'anyone', reply: z.null() })

let client: QueryClient
let requests: string[]
let status: number
beforeEach(() => {
  vi.useFakeTimers()
  status = 200
  requests = []
  client = createQueryClient()
  client.mount()
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
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

/** Mounts a component that uses the response. Returns its unmount function. */
const mount = async (path: string) => {
  const unmount = new QueryObserver(client, callQuery(probe(path), {})).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  return unmount
}
const focus = async () => {
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(0)
}
const countRequests = (path: string) => requests.filter(url => url === `/api${path}`).length

test.each(['/auth', '/user/abilities'])('%s is cached forever and refetched on mount and on focus', async path => {
  const unmount = await mount(path)
  expect(countRequests(path)).toBe(1)
  unmount()
  await vi.advanceTimersByTimeAsync(24 * 60 * minute_ms)
  expect(client.getQueryData(callQuery(probe(path), {}).queryKey)).toBeDefined()
  await mount(path)
  expect(countRequests(path)).toBe(2)
  await mount(path)
  expect(countRequests(path), 'a second part of the same page').toBe(2)
  await focus()
  expect(countRequests(path)).toBe(3)
})

test.each(['/auth', '/user/abilities', '/workspaces/current'])('%s is not retried when it fails', async path => {
  status = 500
  await mount(path)
  await vi.advanceTimersByTimeAsync(minute_ms)
  expect(countRequests(path)).toBe(1)
})

test.each(['/workspaces/current', '/workspaces/overview'])('%s is fresh for ten minutes', async path => {
  const unmount = await mount(path)
  await vi.advanceTimersByTimeAsync(4 * minute_ms)
  await focus()
  unmount()
  const unmountAgain = await mount(path)
  await vi.advanceTimersByTimeAsync(6 * minute_ms - 1)
  await focus()
  expect(countRequests(path)).toBe(1)
  await vi.advanceTimersByTimeAsync(2)
  await focus()
  expect(countRequests(path)).toBe(2)
  unmountAgain()
})

test('switching the workspace invalidates everything', async () => {
  const paths = ['/auth', '/user/abilities', '/workspaces/current', '/workspaces/overview', '/v2/cart']
  for (const path of paths) await mount(path)
  await client.invalidateQueries()
  expect(paths.map(countRequests)).toEqual([2, 2, 2, 2, 2])
})

test('a mutation fails at once while offline and is not sent later', async () => {
  onlineManager.setOnline(false)
  let sendCount = 0
  const send = async () => {
    sendCount += 1
    throw new TypeError('Failed to fetch')
  }
  const observer = new MutationObserver(client, { mutationFn: send })
  await expect(observer.mutate()).rejects.toThrow('Failed to fetch')
  onlineManager.setOnline(true)
  await vi.advanceTimersByTimeAsync(minute_ms)
  expect(sendCount).toBe(1)
})
