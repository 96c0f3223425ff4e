/** Fills the free text of prices, banners, pages, filmmakers and payouts with markup, through the API. */
import { getBannerUpload } from '../../src/notifications/admin/contract.ts'
import type { TestApp } from '../app.ts'
import { still } from '../pictures.ts'
import { createMarkup as text } from '../text-fields.ts'
import { postForm, signedFields } from './images.ts'
import { submit } from './markup.ts'
import type { Buyer } from './orders.ts'
import { inDays } from './staff-markup.ts'

/** Prices, banners and Editfests. */
export const fillSettingTexts = async (shop: TestApp, admin: Buyer) => {
  const { prices } = await submit<{ prices: { format_cents: object } }>(admin, 'GET /api/cart/licenses/schema')
  await submit(admin, 'POST /api/admin/prices', {
    prices: { ...prices, format_cents: { ...prices.format_cents, 1: 29_900 } },
    effective_from: inDays(shop, 2),
    note: text(),
  })
  const day = inDays(shop, 1).slice(0, 10)
  const editfest = () => ({ name: text(), first_day: day, last_day: day, clip_limit: 2, max_workspaces: null })
  await submit(admin, 'POST /api/admin/editfests', { ...editfest(), code: 'MARKUP' })
  const { id: editfest_id } = await shop.db.selectFrom('editfests').select('id').executeTakeFirstOrThrow()
  await submit(admin, 'PUT /api/admin/editfests/{id}', editfest(), { id: editfest_id })

  await submit(admin, 'POST /api/admin/footage-requests', { subject: text(), note: text() })
  const filmmaker = { name: text(), location: text(), bio: text() }
  const { id: filmmaker_id } = await submit<{ id: number }>(admin, 'POST /api/admin/filmmakers', filmmaker)
  await submit(
    admin,
    'PUT /api/admin/filmmakers/{id}',
    {
      ...filmmaker,
      name: text(),
      slug: 'markup',
      links: [`https://example.com/?${text()}`.replaceAll(' ', '+')],
      version: 1,
    },
    { id: filmmaker_id },
  )
  await fillFilmmakerFacts(shop, admin, filmmaker_id)
  const content = await fillContentTexts(shop, admin)

  const banners: number[] = []
  for (const isEnded of [true, false]) {
    const { data: upload } = await admin.visitor.call(getBannerUpload, {})
    const picture = { bytes: await still(1_600, 900).jpeg().toBuffer() }
    const { public_id } = await postForm(shop, admin.visitor, [['file', picture], ...signedFields(upload)])
    const texts = () => ({
      title: text(),
      description: text(),
      touch_description: text(),
      exclude_on: [`/${text()}`],
      ends_at: null,
    })
    const banner = await submit<{ id: number; version: number }>(admin, 'POST /api/admin/banners', {
      ...texts(),
      audience: 'everyone',
      starts_at: null,
      picture_public_id: public_id,
    })
    banners.push(banner.id)
    const { version } = await submit<{ version: number }>(
      admin,
      'PUT /api/admin/banners/{id}',
      { ...texts(), version: banner.version },
      banner,
    )
    await submit(admin, 'POST /api/admin/banners/{id}/start', { version }, banner)
    if (isEnded) await submit(admin, 'POST /api/admin/banners/{id}/end', { reason: text() }, banner)
  }
  const category = { name: text(), description: text(), parent_id: null }
  const created = await submit<{ id: number; slug: string; version: number }>(
    admin,
    'POST /api/admin/categories',
    category,
  )
  const { id: category_id, slug, version } = created
  const body = { ...category, name: text(), description: text(), slug, version }
  await submit(admin, 'PUT /api/admin/categories/{id}', body, { id: category_id })
  return { banners, content, category: category_id, filmmaker: filmmaker_id }
}

/** A page of the owner's own. Returns its address. */
const fillContentTexts = async (shop: TestApp, admin: Buyer) => {
  const slug = 'markup'
  type Page = { edit: number; versions: { number: number }[] }
  await submit(admin, 'POST /api/admin/content', { slug, title: text() })
  await submit(admin, 'POST /api/admin/content/preview', { source: text() })
  const publish = async (effective_from: string | null) => {
    const { edit } = await submit<Page>(admin, 'GET /api/admin/content/{slug}', {}, { slug })
    const texts = { title: text(), description: text(), source: text() }
    const saved = await submit<Page>(admin, 'PUT /api/admin/content/{slug}/draft', { ...texts, edit }, { slug })
    const body = { edit: saved.edit, effective_from, note: text() }
    return submit<Page>(admin, 'POST /api/admin/content/{slug}/publish', body, { slug })
  }
  await publish(null)
  const { versions } = await publish(inDays(shop, 3))
  const number = Math.max(...versions.map(version => version.number))
  const path = { slug, number }
  await submit(admin, 'POST /api/admin/content/{slug}/versions/{number}/withdraw', { reason: text() }, path)
  for (const is_visible of [false, true])
    await submit(admin, 'PUT /api/admin/content/{slug}/visibility', { is_visible, reason: text() }, { slug })
  return slug
}

/** Closes the last month and marks its payout as sent. */
export const fillPayoutTexts = async (admin: Buyer, payee: { name: string; email: string }) => {
  const overview = () =>
    submit<{ closing: { month: string; paid: { unformatted: number } }; payouts: { number: string }[] }>(
      admin,
      'GET /api/admin/payouts',
    )
  const { closing } = await overview()
  const close = { month: closing.month, expected_cents: closing.paid.unformatted, reason: text() }
  await submit(admin, 'POST /api/admin/payouts/close', close)
  const { number = '' } = (await overview()).payouts[0] ?? {}
  const sent = { sent_on: `${closing.month}-28`, reference: text(), payee, reason: text() }
  await submit(admin, 'POST /api/admin/payouts/{number}/sent', sent, { number })
  return number
}

/** The share and the tax forms of a filmmaker. */
const fillFilmmakerFacts = async (shop: TestApp, admin: Buyer, id: number) => {
  const share = { basis_points: 4_000, starts_on: inDays(shop, 30).slice(0, 10), last_id: 0, reason: text() }
  await submit(admin, 'POST /api/admin/filmmakers/{id}/shares', share, { id })
  const today = inDays(shop, 0).slice(0, 10)
  const form = { kind: 'w-9', received_on: today, expires_on: null, note: text() }
  await submit(admin, 'POST /api/admin/filmmakers/{id}/tax-forms', form, { id })
}
