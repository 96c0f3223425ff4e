import type { Page } from '@playwright/test'

/** From any room of the admin to another; `group` names its group where that is not the one that somebody is in. */
export const goToRoom = async (page: Page, room: string, group?: string) => {
  const bar = page.getByRole('navigation', { name: 'Admin' })
  if ((page.viewportSize()?.width ?? 0) < 1280) await bar.getByRole('button', { name: 'Rooms:' }).click()
  else if (group) await bar.getByRole('button', { name: group, exact: true }).click()
  await bar.getByRole('link', { name: room, exact: true }).click()
}
