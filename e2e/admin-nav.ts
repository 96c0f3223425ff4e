import type { Page } from '@playwright/test'

/** Opens another admin page through the navigation. `group` is required when the page is in another group. */
export const goToAdminPage = async (page: Page, name: string, group?: string) => {
  const adminNav = page.getByRole('navigation', { name: 'Admin' })
  if ((page.viewportSize()?.width ?? 0) < 1280) await adminNav.getByRole('button', { name: 'Admin pages:' }).click()
  else if (group) await adminNav.getByRole('button', { name: group, exact: true }).click()
  await adminNav.getByRole('link', { name: name, exact: true }).click()
}
