/** Tests that payout settings change only with the password and, outside a demo, with two-step sign-in, and notify everyone concerned. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { seedFilmmaker, assignPassword } from '../../testing/builders/earnings.ts'
import { seedClip } from '../../testing/builders/orders.ts'
import { good_password as password } from '../../testing/builders/people.ts'
import { requestEmailCode, registerPasskey } from '../../testing/builders/two-step.ts'
import { getPayoutSettings, savePayoutSettings } from './contract.ts'
import { earningsReactions } from './reactions.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const createArtist = async () => {
  const person = await seedFilmmaker(shop, await seedClip(shop))
  await assignPassword(shop, person)
  const save = (paypal_email: string, enteredPassword = password) =>
    person.visitor.call(savePayoutSettings, {
      body: { payee_name: 'Ines Marlow', paypal_email, password: enteredPassword },
    })
  return { ...person, save }
}

/** Runs the reactions to all pending events; returns the sent mails. */
const sendMails = async () => {
  shop.mail.sent.splice(0)
  const events = await shop.db
    .deleteFrom('events')
    .where('name', '=', 'payout.settings_changed')
    .returning('payload')
    .execute()
  for (const { payload } of events)
    for (const { event: to, handle: react } of earningsReactions(shop.deps))
      if (to === 'payout.settings_changed') await react(payload as never)
  return shop.mail.sent
}

test('outside a demo, payout settings change only with two-step sign-in', async () => {
  const liveShop = await openTestApp({ PUBLIC_URL: 'http://localhost:4620', DEMO: '0' })
  try {
    const person = await seedFilmmaker(liveShop, await seedClip(liveShop))
    await assignPassword(liveShop, person)
    const now = liveShop.clock.now()
    await liveShop.db.updateTable('users').set({ email_verified_at: now }).where('id', '=', person.user_id).execute()
    const body = { payee_name: 'Ines Marlow', paypal_email: 'ines@marlow.example', password }
    const save = () => person.visitor.call(savePayoutSettings, { body })
    await expect(save()).rejects.toMatchObject({ status: 403, meta: { set_up: '/account/two-step' } })
    const device = createAuthenticator({ origin: 'http://localhost:4620' })
    const email_code = await requestEmailCode(liveShop, person.visitor)
    await registerPasskey(person.visitor, device, { email_code })
    await save()
    expect((await person.visitor.call(getPayoutSettings, {})).data).toMatchObject({ payee_name: 'Ines Marlow' })
  } finally {
    await liveShop.close()
  }
})

test('a wrong password, or an account without one, changes nothing and sends no mail', async () => {
  const { save, visitor, user_id } = await createArtist()
  await expect(save('thief@elsewhere.example', 'Wrong-Horse-1')).rejects.toMatchObject({
    status: 422,
    errors: { password: ['This is not your password.'] },
  })
  await shop.db.updateTable('users').set({ password_hash: null }).where('id', '=', user_id).execute()
  await expect(save('thief@elsewhere.example')).rejects.toMatchObject({ status: 422 })
  expect((await visitor.call(getPayoutSettings, {})).data).toBe(null)
  expect(await sendMails()).toEqual([])
})

test('the old address, the new one and the account are notified once each, and unchanged settings notify nobody', async () => {
  const { save, email } = await createArtist()
  await save('ines@marlow.example')
  expect((await sendMails()).map(({ to }) => to)).toEqual(['ines@marlow.example', email])
  await save('studio@marlow.example')
  const mails = await sendMails()
  expect(mails.map(({ to }) => to)).toEqual(['studio@marlow.example', 'ines@marlow.example', email])
  for (const { text } of mails) expect(text).toMatch(/studio@marlow\.example.*instead\s+of\s+ines@marlow\.example/s)
  await save('studio@marlow.example')
  expect(await sendMails()).toEqual([])
  await save(email)
  expect((await sendMails()).map(({ to }) => to)).toEqual([email, 'studio@marlow.example'])
})
