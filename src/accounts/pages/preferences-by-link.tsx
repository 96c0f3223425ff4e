/** Opens from the link at the bottom of a mail: email preferences without a login. */
import { Link } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callContext } from '#platform/http/context.ts'
import { pageMeta } from '#platform/http/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'

import { getNotificationsByLink, saveNotificationsByLink } from '../own/contract.ts'
import { AccountPage } from '../parts/account-page.tsx'
import { NotificationsForm } from '../parts/notifications-form.tsx'
import type { Route } from './+types/preferences-by-link'

import css from './preferences-by-link.module.css'

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: 'Notifications', path: '/account/notification-preferences', noindex: true })

export const loader = async ({ context, params: { hash } }: Route.LoaderArgs) => {
  try {
    const { data } = await context.get(callContext)(getNotificationsByLink, { params: { token: hash } })
    return { ...data, problem: null }
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return { problem: error.message }
    throw error
  }
}

export default function PreferencesByLink({ loaderData, params: { hash } }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      {loaderData.problem === null ? (
        <AccountPage
          title="Notifications"
          lead={`Mails to ${loaderData.email_hint}. You always get mails about your orders and your account.`}
        >
          <NotificationsForm
            initial={loaderData}
            save={async ({ email_preferences, digest_pace }) =>
              (
                await call(saveNotificationsByLink, {
                  params: { token: hash },
                  body: { email_preferences, digest_pace },
                })
              ).data
            }
          />
        </AccountPage>
      ) : (
        <AccountPage title="Notifications" lead="Choose the mails that you get.">
          <Banner kind="danger">
            {loaderData.problem} You can also choose in <Link to="/profile/notifications">your account</Link>.
          </Banner>
        </AccountPage>
      )}
    </div>
  )
}
