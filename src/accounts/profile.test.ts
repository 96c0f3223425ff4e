import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { registerPerson } from '../../testing/builders/people.ts'
import { getGeo, getSession, savePreferences, saveTheme } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

test('the theme is saved with the account', async () => {
  const { visitor, user } = await registerPerson(shop)
  expect(user.theme).toBeNull()
  expect((await visitor.call(saveTheme, { body: { theme: 'dark' } })).data.theme).toBe('dark')
  expect((await visitor.call(getSession, {})).data?.theme).toBe('dark')
})

test('only the two themes are accepted', async () => {
  const { visitor } = await registerPerson(shop)
  const attempt = visitor.call(saveTheme, { body: { theme: 'sepia' as 'dark' } })
  await expect(attempt).rejects.toMatchObject({ status: 422, errors: { theme: ['The theme is light or dark.'] } })
})

test('a guest cannot save a theme', async () => {
  await expect(shop.visitor().call(saveTheme, { body: { theme: 'dark' } })).rejects.toMatchObject({ status: 401 })
})

test('mails need consent where the location is not known', async () => {
  expect((await shop.visitor().call(getGeo, {})).data).toEqual({ success: false, requires_opt_in: true })
})

test('a new user saves email preferences, and saving them again changes nothing', async () => {
  const { visitor, user } = await registerPerson(shop)
  const input = {
    params: { id: String(user.id) },
    body: { email: user.email, preferences: ['email_blog_updates' as const] },
  }
  await visitor.call(savePreferences, input)
  await visitor.call(savePreferences, input)
  const rows = await shop.db.selectFrom('email_preferences').select('slug').where('user_id', '=', user.id).execute()
  expect(rows).toEqual([{ slug: 'blog-articles' }])
})

test('a user cannot save the preferences of another user', async () => {
  const [person, otherPerson] = [await registerPerson(shop), await registerPerson(shop)]
  const preferences = ['email_blog_updates' as const]
  const otherUserInput = {
    params: { id: String(otherPerson.user.id) },
    body: { email: otherPerson.user.email, preferences },
  }
  await expect(person.visitor.call(savePreferences, otherUserInput)).rejects.toMatchObject({ status: 404 })
  const mismatchedInput = {
    params: { id: String(person.user.id) },
    body: { email: otherPerson.user.email, preferences },
  }
  await expect(person.visitor.call(savePreferences, mismatchedInput)).rejects.toMatchObject({ status: 404 })
  expect(
    await shop.db.selectFrom('email_preferences').selectAll().where('user_id', '=', otherPerson.user.id).execute(),
  ).toEqual([])
})
