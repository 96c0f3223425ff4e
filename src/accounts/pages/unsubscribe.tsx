/**
 * Opens from the unsubscribe link of a mail. A mail program posts to the same address (RFC 8058); in a browser it takes
 * a click, because mail scanners open every link.
 */
import { Form, Link, useNavigation } from 'react-router'

import { callContext } from '#platform/http/context.ts'
import { pageMeta } from '#platform/http/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import { digestPaceLabels } from '../digest-pace.ts'
import { getSubscription, resubscribe, unsubscribe } from '../own/contract.ts'
import { AccountPage } from '../parts/account-page.tsx'
import { updatesLabel } from '../preference-labels.ts'
import type { Route } from './+types/unsubscribe'

import formCss from '../parts/account-page.module.css'
import css from './preferences-by-link.module.css'

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: 'Unsubscribe', path: '/unsubscribe', noindex: true })

export const loader = async ({ context, params }: Route.LoaderArgs) => {
  try {
    return { ...(await context.get(callContext)(getSubscription, { params })).data, problem: null }
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return { problem: error.message }
    throw error
  }
}

/** The mail program's body does not matter: a post unsubscribes unless it comes from the button that undoes it. The record of consents says which text a button was beside. */
export const action = async ({ context, params, request }: Route.ActionArgs) => {
  const form = await request.formData().catch(() => null)
  const is_undone = form?.get('button') === 'undo'
  const call = context.get(callContext)
  try {
    if (is_undone) await call(resubscribe, { params })
    else await call(unsubscribe, { params, query: form?.get('button') === 'unsubscribe' ? { by: 'page' } : {} })
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) throw new Response(error.message, { status: error.status })
    throw error
  }
  return { is_undone }
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  if (loaderData.problem !== null)
    return (
      <div className={css.page}>
        <AccountPage title="Unsubscribe" lead="With the link in our mail, or in your account.">
          <Banner kind="danger">
            {loaderData.problem} You can also choose in your <Link to="/profile/notifications">Email preferences</Link>.
          </Banner>
        </AccountPage>
      </div>
    )
  const { email_hint, digest_pace } = loaderData
  const isSubscribed = digest_pace !== 'never'
  return (
    <div className={css.page}>
      <AccountPage
        title={isSubscribed ? 'Unsubscribe from updates?' : 'You’re unsubscribed.'}
        lead={
          isSubscribed
            ? `${email_hint} gets updates about your work. ${digestPaceLabels[digest_pace].hint}`
            : `${email_hint} gets no more updates about your work. You still get mails about your orders and your account.`
        }
      >
        {actionData?.is_undone && isSubscribed && <Banner kind="success">You get updates again.</Banner>}
        <div className={formCss.form}>
          <p>Updates are: {updatesLabel.hint}</p>
          <Form method="post" className={formCss.actions}>
            {isSubscribed ? (
              <Button
                type="submit"
                name="button"
                value="unsubscribe"
                kind="primary"
                size="lg"
                busy={isBusy && 'Unsubscribing…'}
              >
                Unsubscribe
              </Button>
            ) : (
              <Button type="submit" name="button" value="undo" size="lg" busy={isBusy && 'One moment…'}>
                Undo
              </Button>
            )}
          </Form>
          <p>
            Choose all mails that you get in your <Link to="/profile/notifications">Email preferences</Link>.
          </p>
        </div>
      </AccountPage>
    </div>
  )
}
