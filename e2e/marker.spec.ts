/** Somebody who types markup: what only a browser renders makes nothing but text of it. `html-escaping.test.ts` has every field and page. */
import { expect, test, type Page } from '@playwright/test'

import { waitForHydration, callApi, listClips, password, payCart, register } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the same code as on a desktop')

/** Leaves an attribute, a title and a script, then adds an element and runs a script. */
const MARKER = `"'></title></script><b id="marker"></b><script>marker_ran=1</script><img src="x" onerror="marker_ran=1">`

/** The marker is on the page, and nothing came of it. */
const expectTextOnly = async (page: Page, where: string) => {
  await expect(page.locator('body'), where).toContainText('<b id="marker"></b>')
  await expect(page.locator('#marker, img[src="x"]'), where).toHaveCount(0)
  expect(await page.evaluate(() => 'marker_ran' in window), where).toBe(false)
}

const visit = async (page: Page, path: string) => {
  await page.goto(path)
  await waitForHydration(page)
  await expectTextOnly(page, path)
}

test('markup stays text in hydrated pages, popovers, dialogs and messages @full', async ({ page, browser }) => {
  const { id, email } = await register(page)
  const [clip, otherClip] = await listClips(page)
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
    lines: [{ ...license, clip_id: clip?.id, agreed_price_cents: 41_500 }],
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    note: MARKER,
  })

  const pages = [`/board/marker/${board.id}`, '/workspace/team', `/workspace/orders/${number}`]
  for (const path of [...pages, `/workspace/quotes/${quote.number}`]) await visit(page, path)
  const { url } = await callApi<{ url: string }>(page, 'POST', `/wishlists/${board.id}/share`)
  const guest = await (await browser.newContext()).newPage()
  const { pathname, search } = new URL(url)
  await visit(guest, pathname + search)

  await page.goto('/clips')
  await waitForHydration(page)
  const add = page.locator(`[data-board-clip="${otherClip?.id}"]`).first()
  await add.scrollIntoViewIfNeeded()
  await add.focus()
  await add.click()
  const picker = page.getByRole('dialog', { name: 'Add to board' })
  await picker.getByRole('textbox').fill(`${MARKER}2`)
  await expect(picker.getByText(`Create “${MARKER}2”`)).toBeVisible()
  await picker.getByRole('textbox').fill('')
  await expectTextOnly(page, 'the list of boards')
  await picker.getByRole('button', { name: '<b id="marker">' }).click()
  await expect(picker.getByText('Added to')).toBeVisible()
  await expectTextOnly(page, 'the message of the added clip')

  const [ticket] = await callApi<{ id: number }[]>(staff, 'GET', `/admin/tickets?search=${encodeURIComponent(email)}`)
  await visit(staff, `/admin/tickets/${ticket?.id}`)
  await staff.keyboard.press('Control+k')
  const find = staff.getByRole('dialog')
  await find.getByRole('combobox').fill(email)
  await expect(find).toContainText('<b id="marker">')
  await expectTextOnly(staff, 'the search for anything')
  const [collection] = await callApi<{ id: number }[]>(staff, 'GET', '/admin/collections')
  await staff.goto(`/admin/collections/${collection?.id}`)
  await staff.getByText('Paste numbers or addresses').click()
  await staff.getByLabel('Clips', { exact: true }).fill(MARKER)
  await staff.getByRole('button', { name: 'Add clips' }).click()
  await expect(staff.getByText('A line was not added')).toBeVisible()
  await expectTextOnly(staff, 'the mistakes of pasted lines')
})
