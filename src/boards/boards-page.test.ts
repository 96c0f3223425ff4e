import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import { callContext } from '../platform/context.ts'
import { refuse } from '../platform/refusal.ts'
import { loader } from './pages/boards.tsx'

/** What the page answers when its calls are refused. */
const answerTo = async (status: number): Promise<unknown> => {
  const context = new RouterContextProvider()
  context.set(callContext, () => Promise.reject(refuse(status, 'No.')))
  const page = { context, url: new URL('https://shop.example/boards') }
  return loader(page as unknown as Parameters<typeof loader>[0]).catch((error: unknown) => error)
}

test('who may have no boards is led to the clips; any other refusal stays one', async () => {
  const away = await answerTo(403)
  expect(away).toBeInstanceOf(Response)
  expect((away as Response).headers.get('location')).toBe('/clips')
  expect(await answerTo(409)).toMatchObject({ init: { status: 409 } })
})
