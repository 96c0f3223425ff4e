import type { Page } from '@playwright/test'

import { waitForHydration } from './shop.ts'

/** Opens another admin page through the navigation. `group` is required when the page is in another group. */
export const goToAdminPage = async (page: Page, name: string, group?: string) => {
  // Before hydration a link loads the whole page, and the new page ignores keys until it's hydrated.
  await waitForHydration(page)
  const adminNav = page.getByRole('navigation', { name: 'Admin' })
  if ((page.viewportSize()?.width ?? 0) < 1280) await adminNav.getByRole('button', { name: 'Admin pages:' }).click()
  else if (group) await adminNav.getByRole('button', { name: group, exact: true }).click()
  await adminNav.getByRole('link', { name: name, exact: true }).click()
}
