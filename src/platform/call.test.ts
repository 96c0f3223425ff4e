/** The browser's own caller: how long it waits, and which failures our people hear of. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { call } from './call.ts'
import { endpoint } from './endpoint.ts'
import { reportError } from './report-error.ts'

vi.mock('./report-error.ts', () => ({ reportError: vi.fn<() => void>() }))

const door = endpoint('GET', '/anything', { summary: 'Anything', who: 'anyone', reply: z.null() })
const answering = (status: number) => vi.fn<typeof fetch>(async () => Response.json({ message: 'No.' }, { status }))

beforeEach(() => {
  vi.mocked(reportError).mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an answer is waited for three minutes, and no longer than whoever asked wants', async () => {
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  const fetched = vi.fn<typeof fetch>(
    (_url, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Late', 'TimeoutError')))
      }),
  )
  vi.stubGlobal('fetch', fetched)
  const waiting = call(door, {})
  late.abort()
  await expect(waiting).rejects.toThrow('Late')
  expect(timeout).toHaveBeenCalledWith(180_000)

  timeout.mockReturnValue(new AbortController().signal)
  const leaving = new AbortController()
  const left = call(door, {}, { signal: leaving.signal })
  leaving.abort()
  await expect(left).rejects.toThrow('Late')
})

test.each([500, 502, 400, 405, 413, 415])('a %s is reported', async status => {
  vi.stubGlobal('fetch', answering(status))
  await expect(call(door, {})).rejects.toMatchObject({ status })
  expect(reportError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status }))
})

test.each([422, 401, 403, 404, 409, 410, 429, 503])('a %s is an answer, and nobody is told', async status => {
  vi.stubGlobal('fetch', answering(status))
  await expect(call(door, {})).rejects.toMatchObject({ status })
  expect(reportError).not.toHaveBeenCalled()
})
