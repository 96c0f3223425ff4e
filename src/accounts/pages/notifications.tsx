import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'

import { getNotifications, saveNotifications } from '../own/contract.ts'
import { AccountPage } from '../parts/account-page.tsx'
import { NotificationsForm } from '../parts/notifications-form.tsx'
import type { Route } from './+types/notifications'

/** The page has two URLs; this one is canonical. */
export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: 'Notifications', path: '/profile/notifications', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, getNotifications, {})).data

export default function Notifications({ loaderData }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Notifications"
      lead="You always get mails about your orders and your account. Choose which other mails you get."
    >
      <NotificationsForm
        initial={loaderData}
        save={async settings => (await call(saveNotifications, { body: settings })).data}
      />
    </AccountPage>
  )
}
