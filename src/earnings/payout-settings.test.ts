/** Where payouts go is changed with the password and, outside a demo, only with two-step sign-in; everybody concerned is told. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { anAuthenticator } from '../../testing/authenticator.ts'
import { aFilmmaker, givePassword } from '../../testing/builders/earnings.ts'
import { aClip } from '../../testing/builders/orders.ts'
import { good_password as password } from '../../testing/builders/people.ts'
import { mailedCode, registerPasskey } from '../../testing/builders/two-step.ts'
import { getPayoutSettings, savePayoutSettings } from './contract.ts'
import { earningsReactions } from './reactions.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const artist = async () => {
  const person = await aFilmmaker(shop, await aClip(shop))
  await givePassword(shop, person)
  const save = (paypal_email: string, by = password) =>
    person.visitor.call(savePayoutSettings, { body: { payee_name: 'Ines Marlow', paypal_email, password: by } })
  return { ...person, save }
}

/** Works off all news there is; answers who was mailed. */
const told = async () => {
  shop.mail.sent.splice(0)
  const events = await shop.db
    .deleteFrom('events')
    .where('name', '=', 'payout.settings_changed')
    .returning('payload')
    .execute()
  for (const { payload } of events)
    for (const { to, react } of earningsReactions(shop.deps))
      if (to === 'payout.settings_changed') await react(payload as never)
  return shop.mail.sent
}

test('outside a demo, where payouts go is changed only with two-step sign-in', async () => {
  const live = await openTestApp({ PUBLIC_URL: 'http://localhost:4620', DEMO: '0' })
  try {
    const person = await aFilmmaker(live, await aClip(live))
    await givePassword(live, person)
    const now = live.clock.now()
    await live.db.updateTable('users').set({ email_verified_at: now }).where('id', '=', person.user_id).execute()
    const body = { payee_name: 'Ines Marlow', paypal_email: 'ines@marlow.example', password }
    const save = () => person.visitor.call(savePayoutSettings, { body })
    await expect(save()).rejects.toMatchObject({ status: 403, meta: { set_up: '/account/two-step' } })
    const device = anAuthenticator({ origin: 'http://localhost:4620' })
    const email_code = await mailedCode(live, person.visitor)
    await registerPasskey(person.visitor, device, { email_code })
    await save()
    expect((await person.visitor.call(getPayoutSettings, {})).data).toMatchObject({ payee_name: 'Ines Marlow' })
  } finally {
    await live.close()
  }
})

test('a wrong password changes nothing and mails nobody; so does an account without one', async () => {
  const { save, visitor, user_id } = await artist()
  await expect(save('thief@elsewhere.example', 'Wrong-Horse-1')).rejects.toMatchObject({
    status: 422,
    errors: { password: ['This is not your password.'] },
  })
  await shop.db.updateTable('users').set({ password_hash: null }).where('id', '=', user_id).execute()
  await expect(save('thief@elsewhere.example')).rejects.toMatchObject({ status: 422 })
  expect((await visitor.call(getPayoutSettings, {})).data).toBe(null)
  expect(await told()).toEqual([])
})

test('the old address, the new one and the account are told, each once; saying the same again tells nobody', async () => {
  const { save, email } = await artist()
  await save('ines@marlow.example')
  expect((await told()).map(({ to }) => to)).toEqual(['ines@marlow.example', email])
  await save('studio@marlow.example')
  const mails = await told()
  expect(mails.map(({ to }) => to)).toEqual(['studio@marlow.example', 'ines@marlow.example', email])
  for (const { text } of mails) expect(text).toMatch(/studio@marlow\.example.*instead\s+of\s+ines@marlow\.example/s)
  await save('studio@marlow.example')
  expect(await told()).toEqual([])
  await save(email)
  expect((await told()).map(({ to }) => to)).toEqual([email, 'studio@marlow.example'])
})
