import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import { callContext } from '#platform/http/context.ts'
import { refuse } from '#platform/http/refusal.ts'

import { loader } from './pages/boards.tsx'

/** The loader's result when the API refuses its calls with this status. */
const loadRefused = async (status: number): Promise<unknown> => {
  const context = new RouterContextProvider()
  context.set(callContext, () => Promise.reject(refuse(status, 'No.')))
  const page = { context, url: new URL('https://shop.example/boards') }
  return loader(page as unknown as Parameters<typeof loader>[0]).catch((error: unknown) => error)
}

test('users who may have no boards are redirected to the clips; any other refusal stays an error', async () => {
  const redirect = await loadRefused(403)
  expect(redirect).toBeInstanceOf(Response)
  expect((redirect as Response).headers.get('location')).toBe('/clips')
  expect(await loadRefused(409)).toMatchObject({ init: { status: 409 } })
})
