import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { newcomer } from '../../testing/builders/people.ts'
import { getGeo, getSession, savePreferences, saveTheme } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

test('the theme is kept with the account', async () => {
  const { visitor, user } = await newcomer(shop)
  expect(user.theme).toBeNull()
  expect((await visitor.call(saveTheme, { body: { theme: 'dark' } })).data.theme).toBe('dark')
  expect((await visitor.call(getSession, {})).data?.theme).toBe('dark')
})

test('there are two themes', async () => {
  const { visitor } = await newcomer(shop)
  const tried = visitor.call(saveTheme, { body: { theme: 'sepia' as 'dark' } })
  await expect(tried).rejects.toMatchObject({ status: 422, errors: { theme: ['The theme is light or dark.'] } })
})

test('a guest has no theme to keep', async () => {
  await expect(shop.visitor().call(saveTheme, { body: { theme: 'dark' } })).rejects.toMatchObject({ status: 401 })
})

test('mails are asked for where nobody knows the place', async () => {
  expect((await shop.visitor().call(getGeo, {})).data).toEqual({ success: false, requires_opt_in: true })
})

test('somebody new chooses their mails, once or twice', async () => {
  const { visitor, user } = await newcomer(shop)
  const input = {
    params: { id: String(user.id) },
    body: { email: user.email, preferences: ['email_blog_updates' as const] },
  }
  await visitor.call(savePreferences, input)
  await visitor.call(savePreferences, input)
  const kept = await shop.db.selectFrom('email_preferences').select('slug').where('user_id', '=', user.id).execute()
  expect(kept).toEqual([{ slug: 'blog-articles' }])
})

test('nobody chooses for another', async () => {
  const [mine, theirs] = [await newcomer(shop), await newcomer(shop)]
  const preferences = ['email_blog_updates' as const]
  const foreign = { params: { id: String(theirs.user.id) }, body: { email: theirs.user.email, preferences } }
  await expect(mine.visitor.call(savePreferences, foreign)).rejects.toMatchObject({ status: 404 })
  const mixed = { params: { id: String(mine.user.id) }, body: { email: theirs.user.email, preferences } }
  await expect(mine.visitor.call(savePreferences, mixed)).rejects.toMatchObject({ status: 404 })
  expect(
    await shop.db.selectFrom('email_preferences').selectAll().where('user_id', '=', theirs.user.id).execute(),
  ).toEqual([])
})
