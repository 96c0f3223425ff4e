/** Tests for the browser's API client: its timeout, and which failures it reports. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { reportError } from '../monitoring/report-error.ts'
import { call } from './call.ts'
import { endpoint } from './endpoint.ts'

vi.mock('../monitoring/report-error.ts', () => ({ reportError: vi.fn<() => void>() }))

const probe = endpoint('GET', '/anything', { summary: 'Anything', who: 'anyone', reply: z.null() })
const respondWith = (status: number) => vi.fn<typeof fetch>(async () => Response.json({ message: 'No.' }, { status }))

beforeEach(() => {
  vi.mocked(reportError).mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a call times out after three minutes, or when the caller aborts it', async () => {
  const timeoutController = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeoutController.signal)
  const fetchMock = vi.fn<typeof fetch>(
    (_url, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Late', 'TimeoutError')))
      }),
  )
  vi.stubGlobal('fetch', fetchMock)
  const pending = call(probe, {})
  timeoutController.abort()
  await expect(pending).rejects.toThrow('Late')
  expect(timeout).toHaveBeenCalledWith(180_000)

  timeout.mockReturnValue(new AbortController().signal)
  const callerController = new AbortController()
  const aborted = call(probe, {}, { signal: callerController.signal })
  callerController.abort()
  await expect(aborted).rejects.toThrow('Late')
})

test.each([500, 502, 400, 405, 413, 415])('a %s response is reported', async status => {
  vi.stubGlobal('fetch', respondWith(status))
  await expect(call(probe, {})).rejects.toMatchObject({ status })
  expect(reportError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status }))
})

test.each([422, 401, 403, 404, 409, 410, 429, 503])('a %s response is expected and is not reported', async status => {
  vi.stubGlobal('fetch', respondWith(status))
  await expect(call(probe, {})).rejects.toMatchObject({ status })
  expect(reportError).not.toHaveBeenCalled()
})
