/** Somebody who types markup into every field: no page of theirs or of the staff makes anything but text of it. */
import { expect, test, type Page } from '@playwright/test'

import { waitForHydration, callApi, listClips, password, payCart, registerConfirmed } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the same code as on a desktop')

/** Leaves an attribute, a title and a script, then adds an element and runs a script. */
const MARKER = `"'></title></script><b id="marker"></b><script>marker_ran=1</script><img src="x" onerror="marker_ran=1">`

/** Opens a page that shows the marker, and looks for anything that came of it. */
const visit = async (page: Page, path: string) => {
  await page.goto(path)
  await waitForHydration(page)
  await expect(page.locator('body'), path).toContainText('<b id="marker"></b>')
  await expect(page.locator('#marker, img[src="x"]'), path).toHaveCount(0)
  expect(await page.evaluate(() => 'marker_ran' in window), path).toBe(false)
}

test('markup in every field is text on every page that shows it', async ({ page, browser }) => {
  const { id, email } = await registerConfirmed(page)
  const [clip] = await listClips(page)
  const workspace = await callApi<{ id: number }>(page, 'GET', '/workspaces/current')
  await callApi(page, 'PUT', '/user/profile', { first_name: MARKER, last_name: MARKER, company_url: '' })
  await callApi(page, 'PUT', '/workspaces/name', { name: MARKER })
  const board = await callApi<{ id: number }>(page, 'POST', '/wishlists', { name: MARKER, clip_id: [clip?.id] })
  const contact = { name: MARKER, email, topic: 'licensing', message: MARKER }
  await callApi(page, 'POST', '/forms/contact', contact)

  const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }
  await callApi(page, 'POST', '/v2/cart/items', { ...license, clips: [clip?.id] })
  const countries = await callApi<{ id: number; name: string }[]>(page, 'GET', '/countries/regions')
  const country_id = countries.find(({ name }) => name === 'Ireland')?.id
  const place = { address: MARKER, address2: MARKER, city: MARKER, postal_code: '<b>D02', country_id, region: MARKER }
  const cart = await callApi<Parameters<typeof payCart>[1]>(page, 'PUT', '/v2/cart/billing', {
    company: MARKER,
    billing_contact_user_id: id,
    ...place,
  })
  const number = await payCart(page, cart)
  const project = { client_name: MARKER, project_name: MARKER, project_description: MARKER, start_date: '2026-03-02' }
  await callApi(page, 'PUT', `/workspace/orders/${number}/project-details`, {
    ...project,
    po_number: MARKER.slice(0, 20),
  })

  const staff = await (await browser.newContext()).newPage()
  await callApi(staff, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  const quote = await callApi<{ number: string }>(staff, 'POST', '/admin/quotes', {
    workspace_id: workspace.id,
    lines: [{ ...license, clip_id: clip?.id, agreed_cents: 41_500 }],
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    note: MARKER,
  })
  const idOf = async (list: string) =>
    (await callApi<{ id: number }[]>(staff, 'GET', `/admin/${list}?search=${encodeURIComponent(email)}`))[0]?.id

  const own = [
    `/board/marker/${board.id}`,
    '/boards',
    '/workspace/overview',
    '/workspace/team',
    '/workspace/orders',
    `/workspace/orders/${number}`,
    `/workspace/quotes/${quote.number}`,
    '/workspace/licenses',
  ]
  for (const path of own) await visit(page, path)
  const staffPages = [
    '/admin/tickets',
    `/admin/tickets/${await idOf('tickets')}`,
    `/admin/people/${id}`,
    `/admin/workspaces/${workspace.id}`,
    `/admin/orders/${await idOf('orders')}`,
    `/admin/quotes/${quote.number}`,
  ]
  for (const path of staffPages) await visit(staff, path)
  const { url } = await callApi<{ url: string }>(page, 'POST', `/wishlists/${board.id}/share`)
  const guest = await (await browser.newContext()).newPage()
  const { pathname, search } = new URL(url)
  await visit(guest, pathname + search)
})
