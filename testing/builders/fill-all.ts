/** A shop in which every kind of text was typed by somebody, with markup in it. */
import { DAY_MS } from '../../src/platform/clock.ts'
import type { TestApp } from '../app.ts'
import { setDigestPace } from './digests.ts'
import { fillAccountTexts, fillBuyerTexts, fillFilmmakerTexts, seedMarkupClips } from './markup.ts'
import { seedMember } from './orders.ts'
import { fillPayoutTexts, fillSettingTexts } from './settings-markup.ts'
import { fillEditorTexts, fillOrderTexts, fillSalesTexts, fillSupportTexts } from './staff-markup.ts'
import { seedStaff, signInAgain } from './staff.ts'

export const fillAll = async (shop: TestApp) => {
  const editor = await seedStaff(shop)
  const earned = await fillFilmmakerTexts(shop, editor)
  await setDigestPace(shop, earned.filmmaker, 'daily')
  // The earnings belong to the last month. Sessions have ended since.
  shop.clock.advance(32 * DAY_MS)
  await signInAgain(shop, earned.filmmaker)
  const [staff, admin] = [await seedStaff(shop), await seedStaff(shop, 'platform_admin')]
  const buyer = await setDigestPace(shop, await seedMember(shop), 'daily')
  await shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents: 1_000_000 })
    .where('id', '=', buyer.workspace_id)
    .execute()
  const { payee_name: name, paypal_email: email } = earned.payee
  const statement = await fillPayoutTexts(admin, { name, email })
  const clips = await seedMarkupClips(shop)
  const account = await fillAccountTexts(shop, buyer)
  const bought = await fillBuyerTexts(shop, buyer, clips)
  const curated = await fillEditorTexts(shop, staff, clips.shown)
  const offers = await fillSalesTexts(shop, staff, buyer, clips.sold.id)
  const handled = await fillOrderTexts(shop, { staff, admin })
  const support = await fillSupportTexts(shop, { staff, admin, buyer })
  const settings = await fillSettingTexts(shop, admin)
  return { earned, staff, admin, buyer, statement, clips, account, bought, curated, offers, handled, support, settings }
}
