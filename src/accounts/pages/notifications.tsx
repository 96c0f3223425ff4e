import { call } from '#platform/call.ts'
import { pageCall, pageMeta } from '#platform/page.ts'

import { getNotifications, saveNotifications } from '../own/contract.ts'
import { NotificationsForm } from '../parts/notifications-form.tsx'
import { OwnPage } from '../parts/own-page.tsx'
import type { Route } from './+types/notifications'

/** It has two addresses; this one is shown. */
export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: 'Notifications', path: '/profile/notifications', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await pageCall(args, getNotifications, {})).data

export default function Notifications({ loaderData }: Route.ComponentProps) {
  return (
    <OwnPage
      title="Notifications"
      lead="Mails about your orders and your account always come. Choose here which others you get."
    >
      <NotificationsForm
        initial={loaderData}
        save={async wanted => (await call(saveNotifications, { body: wanted })).data}
      />
    </OwnPage>
  )
}
