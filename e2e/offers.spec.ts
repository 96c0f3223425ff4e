/** Sales offers: a quote that is paid by its number, and clips bought at a preferred rate. */
import { expect, test, type Browser, type Page } from '@playwright/test'

import type { Flag } from '../src/platform/admin/flags/contract.ts'
import { expectAccessible } from './accessibility.ts'
import { fillCard } from './card.ts'
import { callApi, listClips, password, register } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the same code as on a desktop')

const day_ms = 86_400_000
const ORDER_URL_PATTERN = /\/workspace\/orders\/LT-\d{4}-\d{6}/

/** Registers a user whose workspace has billing details. Returns the workspace id. */
const createClient = async (page: Page) => {
  const { id } = await register(page)
  const workspace = await callApi<{ id: number }>(page, 'GET', '/workspaces/current')
  const countries = await callApi<{ id: number; regions: { id: number; name: string }[] }[]>(
    page,
    'GET',
    '/countries/regions',
  )
  const california = countries.flatMap(({ regions }) => regions).find(({ name }) => name === 'California')
  await callApi(page, 'PUT', '/workspaces/billing', {
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

/** Runs `work` as a staff member in another browser context. */
const runAsStaff = async <T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await callApi(page, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  const result = await work(page)
  await context.close()
  return result
}

test('a quote is viewed, accepted by paying, and then links to its order', async ({ page, browser }) => {
  const workspace_id = await createClient(page)
  const { number } = await runAsStaff(browser, async staff =>
    callApi<{ number: string }>(staff, 'POST', '/admin/quotes', {
      workspace_id,
      lines: (await listClips(staff)).slice(0, 2).map(({ id }) => ({
        clip_id: id,
        format_id: 3,
        org_type: 'commercial',
        end_client_size: 2,
        distribution_ids: [3],
        agreed_price_cents: 41_500,
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
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  const order = /LT-\d{4}-\d{6}/.exec(page.url())?.[0] ?? ''

  await page.goto(`/workspace/quotes/${number}`)
  await expect(page.getByRole('link', { name: order })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Accept and pay' })).toHaveCount(0)
  // The checkout of a paid quote redirects to the quote.
  await page.goto(`/checkout/${number}`)
  await expect(page).toHaveURL(`/workspace/quotes/${number}`)
})

test('a clip is added to the cart at a preferred rate and paid at its price @full', async ({ page, browser }) => {
  const workspace_id = await createClient(page)
  await runAsStaff(browser, async staff => {
    await callApi(staff, 'POST', '/admin/preferred-rates', {
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
    await callApi(staff, 'POST', '/auth/login', { login: 'vera@longtake.example', password })
    // Other stories run at the same time in workspaces with this flag, so keep them.
    const flags = await callApi<Flag[]>(staff, 'GET', '/admin/flags')
    const { workspaces = [] } = flags.find(({ key }) => key === 'client-preferred-rates') ?? {}
    const workspace_ids = [...workspaces.map(({ id }) => id), workspace_id]
    await callApi(staff, 'PUT', '/admin/flags/client-preferred-rates', {
      is_on: true,
      share: 0,
      emails: [],
      workspace_ids,
    })
  })
  // A flag change takes a few seconds to take effect.
  const isOn = async () => (await callApi<Record<string, boolean>>(page, 'GET', '/flags'))['client-preferred-rates']
  await expect.poll(isOn).toBe(true)
  const [clip] = await listClips(page)
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
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  await expect(page.getByText('Aster 2026').first()).toBeVisible()
})
