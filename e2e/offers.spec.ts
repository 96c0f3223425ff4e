/** What the sales team agreed on with a workspace: a quote that is paid by its number, a rate that clips are bought under. */
import { expect, test, type Browser, type Page } from '@playwright/test'

import type { Flag } from '../src/admin/flags-contract.ts'
import { expectAccessible } from './accessible.ts'
import { fillCard } from './card.ts'
import { askShop, clipsOf, password, register } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the same code as on a desktop')

const day_ms = 86_400_000
const orderPage = /\/workspace\/orders\/LT-\d{4}-\d{6}/

/** Somebody new whose workspace says who is billed. */
const aClient = async (page: Page) => {
  const { id } = await register(page)
  const workspace = await askShop<{ id: number }>(page, 'GET', '/workspaces/current')
  const countries = await askShop<{ id: number; regions: { id: number; name: string }[] }[]>(
    page,
    'GET',
    '/countries/regions',
  )
  const california = countries.flatMap(({ regions }) => regions).find(({ name }) => name === 'California')
  await askShop(page, 'PUT', '/workspaces/billing', {
    company_name: 'Aster & Daughters',
    billing_contact_user_id: id,
    address: '12 Harbor Way',
    address2: '',
    city: 'Oakland',
    postal_code: '94607',
    country_id: 41,
    country_region_id: california?.id,
    region: '',
  })
  return workspace.id
}

/** What our people do, in a browser of their own. */
const asStaff = async <T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await askShop(page, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  const done = await work(page)
  await context.close()
  return done
}

test('a quote is looked at, accepted by paying it by its number, and says which order it became', async ({
  page,
  browser,
}) => {
  const workspace_id = await aClient(page)
  const { number } = await asStaff(browser, async staff =>
    askShop<{ number: string }>(staff, 'POST', '/admin/quotes', {
      workspace_id,
      lines: (await clipsOf(staff)).slice(0, 2).map(({ id }) => ({
        clip_id: id,
        format_id: 3,
        org_type: 'commercial',
        end_client_size: 2,
        distribution_ids: [3],
        agreed_cents: 41_500,
      })),
      expires_at: new Date(Date.now() + 7 * day_ms).toISOString(),
      note: 'For the harbor trailer',
    }),
  )
  await page.goto(`/workspace/quotes/${number}`)
  await expect(page.getByText('For the harbor trailer')).toBeVisible()
  await page.getByRole('link', { name: 'Accept and pay' }).click()
  await expect(page).toHaveURL(`/checkout/${number}`)
  await expect(page.getByRole('link', { name: 'Return to cart' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit billing information' })).toHaveCount(0)
  const subtotal = page.locator('dl > div', { has: page.locator('dt', { hasText: 'Subtotal' }) }).locator('dd')
  await expect(subtotal).toHaveText('$830.00')
  await fillCard(page)
  await expectAccessible(page, 'checkout of a quote')
  await page.getByRole('button', { name: 'Complete purchase' }).click()
  await expect(page).toHaveURL(orderPage)
  const order = /LT-\d{4}-\d{6}/.exec(page.url())?.[0] ?? ''

  await page.goto(`/workspace/quotes/${number}`)
  await expect(page.getByRole('link', { name: order })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Accept and pay' })).toHaveCount(0)
  // Its checkout has nothing to take any more.
  await page.goto(`/checkout/${number}`)
  await expect(page).toHaveURL(`/workspace/quotes/${number}`)
})

test('a clip goes into the cart under a preferred rate, and is paid at its price', async ({ page, browser }) => {
  const workspace_id = await aClient(page)
  await asStaff(browser, async staff => {
    await askShop(staff, 'POST', '/admin/preferred-rates', {
      workspace_id,
      reason: 'Agreed on the phone',
      rate: {
        name: 'Aster 2026',
        price_cents: 8_900,
        end_client_name: 'Aster Foods',
        end_client_size: 3,
        end_client_type: 'commercial',
        usage_details: 'All spots of the summer campaign',
        distribution_groups: [
          {
            distribution_ids: [3, 5],
            term: 'one-year',
            custom_term_value: null,
            custom_term_unit: null,
            territory: 'national',
            territory_name: 'Germany',
            advertising: 'paid',
          },
        ],
        starts_at: '2026-01-01T00:00:00.000Z',
        ends_at: null,
        clip_limit: 1,
      },
    })
    await askShop(staff, 'POST', '/auth/login', { login: 'vera@longtake.example', password })
    // Other stories run at the same time in workspaces that have the flag.
    const flags = await askShop<Flag[]>(staff, 'GET', '/admin/flags')
    const { workspaces = [] } = flags.find(({ key }) => key === 'client-preferred-rates') ?? {}
    const workspace_ids = [...workspaces.map(({ id }) => id), workspace_id]
    await askShop(staff, 'PUT', '/admin/flags/client-preferred-rates', {
      is_on: true,
      share: 0,
      emails: [],
      workspace_ids,
    })
  })
  // A change of a flag takes a few seconds to be known.
  const isOn = async () => (await askShop<Record<string, boolean>>(page, 'GET', '/flags'))['client-preferred-rates']
  await expect.poll(isOn).toBe(true)
  const [clip] = await clipsOf(page)
  await page.goto(`/clips/${clip?.slug}/${clip?.id}`)
  await page
    .getByRole('region', { name: 'Preferred rates' })
    .getByRole('button', { name: /Aster 2026/ })
    .click()
  const details = page.getByRole('dialog', { name: 'Preferred rate details' })
  await expect(details.getByText('Germany')).toBeVisible()
  await expectAccessible(page, 'details of a preferred rate')
  await details.getByRole('button', { name: 'Use this preferred rate' }).click()
  await expect(details).toBeHidden()

  await page.goto('/cart')
  await expect(page.getByText('Aster 2026').first()).toBeVisible()
  const subtotal = page.locator('dl > div', { has: page.locator('dt', { hasText: 'Subtotal' }) }).locator('dd')
  await expect(subtotal).toHaveText('$89.00')
  await page.getByRole('link', { name: 'Continue to checkout' }).click()
  await fillCard(page)
  await page.getByRole('button', { name: 'Complete purchase' }).click()
  await expect(page).toHaveURL(orderPage)
  await page.getByRole('dialog', { name: 'Assign to a project' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Aster 2026').first()).toBeVisible()
})
